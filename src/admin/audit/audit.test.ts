import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signIn, type SignedIn } from '../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../test/helpers/app.ts'
import { recordAudit } from './index.ts'
import { selectChangedFields } from './mask.ts'

const ACTOR = { userId: null, name: 'ada@example.org', client: 'hash', country: 'DE', requestId: null }

describe('GET /api/admin/audit', () => {
  let app: TestApp
  let viewer: SignedIn
  before(async () => {
    app = await createTestApp()
    viewer = await signIn(app, 'viewer')
    const db = app.services.storage.database.kysely
    for (let i = 0; i < 6; i++) {
      app.clock.advance({ minutes: 1 })
      const object = { type: i % 2 === 0 ? 'user' : 'page', id: String(i) }
      await recordAudit(db, {
        at: app.clock.now(),
        actor: ACTOR,
        action: `${object.type}.update`,
        object,
        before: { password: 'old', n: i },
        after: null,
      })
    }
  })
  after(() => app.close())

  const list = (query = '') => app.get(`/api/admin/audit?${query}`, viewer.headers)
  const ids = async (query: string) => (await list(query)).body.items.map(({ objectId }: { objectId: string }) => objectId)

  it('200: pages through the entries, newest first', async () => {
    const first = (await list('limit=4')).body
    assert.equal(first.total, 6)
    assert.deepEqual(first.items[0], {
      id: first.items[0].id,
      at: '2026-07-01T12:06:00Z',
      userId: null,
      actor: 'ada@example.org',
      client: 'hash',
      country: 'DE',
      requestId: null,
      action: 'page.update',
      objectType: 'page',
      objectId: '5',
      before: { password: '•••', n: 5 },
      after: null,
    })
    assert.deepEqual(await ids(`limit=4&cursor=${first.nextCursor}`), ['1', '0'])
  })

  it('200: filters', async () => {
    assert.deepEqual(await ids('objectType=user&sort=at'), ['0', '2', '4'])
    assert.deepEqual(await ids('objectType=user&objectId=2'), ['2'])
    assert.deepEqual(await ids('action=page.update&limit=1'), ['5'])
    assert.deepEqual(await ids('from=2026-07-01T12:02:00Z&to=2026-07-01T12:04:00Z&sort=at'), ['1', '2'])
    assert.deepEqual(await ids('from=2026-07-01T14:05:00%2B02:00&sort=at'), ['4', '5'])
    assert.deepEqual(await ids(`userId=${viewer.id}`), [])
    assert.deepEqual(await ids('q=ADA@&limit=1'), ['5'])
    assert.deepEqual(await ids('q=nobody'), [])
  })

  it('200: lists the actions and object types that occur', async () => {
    assert.deepEqual((await list('action=page.update&limit=1')).body.kinds, {
      actions: ['page.update', 'user.update'],
      objectTypes: ['page', 'user'],
    })
  })

  it('has no entry for a change that changed nothing', async () => {
    const object = { type: 'user', id: '0' }
    const nothing = selectChangedFields({ role: 'editor' }, { role: 'editor' })
    await recordAudit(app.services.storage.database.kysely, {
      at: app.clock.now(),
      actor: ACTOR,
      action: 'user.update',
      object,
      ...nothing,
    })
    assert.equal((await list()).body.total, 6)
  })

  it('200: as CSV, with states as JSON', async () => {
    const { text } = await list('format=csv&objectId=5')
    const [header, line] = text.split('\r\n')
    assert.match(header ?? '', /^id,at,userId,actor,/)
    assert.ok(line?.endsWith(',page.update,page,5,"{""n"":5,""password"":""•••""}",'))
  })

  it('400', async () => {
    for (const query of ['userId=1', 'from=yesterday', 'to=2026-12-31T23:59:60Z', 'limit=x', 'action=', 'sort=actor'])
      assert.equal((await list(query)).status, 400, query)
  })

  it('forgets entries after two years', async () => {
    app.clock.advance({ hours: 730 * 24 - 1 })
    await app.services.audit.sweep()
    assert.equal((await app.database.pool.query('select 1 from admin_audit')).rowCount, 6)
    app.clock.advance({ hours: 2 })
    await app.services.audit.sweep()
    assert.equal((await app.database.pool.query('select 1 from admin_audit')).rowCount, 0)
  })
})
