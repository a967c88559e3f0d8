import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'

const PATH = '/api/admin/suppressions'

describe(PATH, () => {
  let app: TestApp
  let editor: SignedIn
  let viewer: SignedIn
  before(async () => {
    app = await createTestApp()
    editor = await signIn(app, 'editor')
    viewer = await signIn(app, 'viewer')
  })
  after(() => app.close())
  beforeEach(() => truncate(app.database.pool, 'mail_suppression, admin_audit'))

  const patch = (body: object) => send(app, PATH, { method: 'PATCH', headers: editor.headers, body })
  const list = async (query = '', by = editor) => app.get(`${PATH}${query}`, by.headers)
  const ada = { email: ' Ada@Example.org ' }

  it('PATCH 200: suppresses an address, changes what is given, and lifts it, each on record', async () => {
    const made = await patch({ ...ada, suppressed: true, note: 'by phone' })
    assert.deepEqual(
      { status: made.status, reason: made.body.suppression.reason, note: made.body.suppression.note },
      { status: 200, reason: 'manual', note: 'by phone' },
    )
    const { addressHash, version } = made.body.suppression
    assert.equal(addressHash, app.services.keyedHash('address', 'ada@example.org'))
    const changed = await patch({ addressHash, suppressed: true, reason: 'complaint', version })
    assert.deepEqual(
      { reason: changed.body.suppression.reason, note: changed.body.suppression.note },
      { reason: 'complaint', note: 'by phone' },
    )
    const cleared = await patch({ addressHash, suppressed: true, note: null })
    assert.deepEqual({ reason: cleared.body.suppression.reason, note: cleared.body.suppression.note }, { reason: 'complaint', note: null })
    assert.deepEqual((await patch({ ...ada, suppressed: false })).body, { suppression: null })
    assert.deepEqual((await patch({ ...ada, suppressed: false })).body, { suppression: null })
    const { rows } = await app.database.pool.query('select action, before, after from admin_audit order by at, id')
    assert.deepEqual(rows.find(({ action }) => action === 'suppression.create')?.after, { reason: 'manual', hasNote: true })
    assert.deepEqual(rows.find(({ action }) => action === 'suppression.delete')?.before, { reason: 'complaint', hasNote: false })
    assert.deepEqual(rows.map(({ action }) => action).toSorted(), [
      'suppression.create',
      'suppression.delete',
      'suppression.update',
      'suppression.update',
    ])
  })

  it('PATCH 409: the version is outdated, and nothing changes', async () => {
    const { version, addressHash } = (await patch({ ...ada, suppressed: true })).body.suppression
    await patch({ addressHash, suppressed: true, note: 'newer' })
    for (const change of [{ suppressed: true, note: 'stale' }, { suppressed: false }]) {
      assert.equal((await patch({ addressHash, version, ...change })).status, 409)
    }
    assert.equal((await list()).body.items[0].note, 'newer')
  })

  it('PATCH 404: a hash that no address is known to have', async () => {
    assert.equal((await patch({ addressHash: 'b0rTqz1o0m7m9pKXw2v0Hw', suppressed: true })).status, 404)
    assert.equal((await list()).body.total, 0)
  })

  it('PATCH 400: an address and a hash, neither, or what is no address', async () => {
    for (const who of [{ ...ada, addressHash: 'b0rTqz1o0m7m9pKXw2v0Hw' }, {}, { email: 'ada at example.org' }]) {
      assert.equal((await patch({ ...who, suppressed: true })).status, 400, JSON.stringify(who))
    }
  })

  it('GET 200: by reason, period and note, with totals; by address, except for viewers', async () => {
    await patch({ ...ada, suppressed: true, reason: 'complaint', note: 'spam button' })
    await patch({ email: 'bob@example.org', suppressed: true })
    const { body } = await list()
    assert.deepEqual([body.total, body.charts?.totals ?? body.totals], [2, { complaint: 1, manual: 1 }])
    const since = body.items[0].since as string
    for (const [query, total] of [
      ['?reason=complaint', 1],
      ['?q=SPAM', 1],
      ['?email=ada@example.org', 1],
      ['?email=eve@example.org', 0],
      [`?from=${since}`, 2],
      [`?to=${since}`, 0],
    ] as const) {
      assert.equal((await list(query)).body.total, total, query)
    }
    assert.equal((await list('?reason=complaint')).body.items[0].note, 'spam button')
    assert.equal((await list('', viewer)).body.total, 2)
    assert.equal((await list('?email=ada@example.org', viewer)).status, 403)
  })
})
