import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'

const PATH = '/api/admin/reports'

describe(PATH, () => {
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'report=0' } })
    editor = await signIn(app, 'editor')
  })
  after(() => app.close())
  beforeEach(() => truncate(app.database.pool, 'inaccurate_report'))

  const report = async (body: object): Promise<string> =>
    (await send(app, '/api/weather/inaccurate-report', { body: { lat: 52.52, lon: 13.41, clientId: 'secret-client', ...body } })).body
      .reportId
  const list = (query = '') => app.get(PATH + query, editor.headers)
  const patch = (body: object) => send(app, PATH, { method: 'PATCH', headers: editor.headers, body })

  it('GET 200: filters, totals and series, without anything about the sender', async () => {
    const id = await report({ field: 'wind', observedValue: 12, comment: 'much "wind"' })
    app.clock.advance({ hours: 13 })
    await report({ lat: 48.14, lon: 11.58, scope: 'daily' })
    const { body, text } = await list()
    assert.deepEqual(
      { total: body.total, id: body.items[1].id, observedValue: body.items[1].observedValue, scope: body.items[0].scope },
      { total: 2, id, observedValue: 12, scope: 'daily' },
    )
    assert.deepEqual(body.totals, { open: 2, resolved: 0, dismissed: 0 })
    assert.deepEqual(
      body.series.map(({ reports }: { reports: number }) => reports),
      [1, 1],
    )
    assert.ok(!text.includes('secret-client') && !('client' in body.items[0]))
    const totals = ['field=wind', 'scope=daily', 'q=WIND', 'lat=52.52&lon=13.41', 'state=resolved', 'lat=0&lon=0'].map(
      async (filter) => (await list(`?${filter}`)).body.total,
    )
    assert.deepEqual(await Promise.all(totals), [1, 1, 1, 1, 0, 0])
    assert.match((await list('?format=csv&field=wind')).text, /,"much ""wind""",/)
  })

  it('GET 200: names the units that were shown, or none', async () => {
    await report({ field: 'temperature', observedValue: 57, units: 'imperial' })
    app.clock.advance({ minutes: 1 })
    await report({ field: 'temperature', observedValue: 14 })
    const { items } = (await list()).body
    assert.deepEqual(
      items.map(({ observedValue, units }: { observedValue: number; units: string | null }) => [observedValue, units]),
      [
        [14, null],
        [57, 'imperial'],
      ],
    )
    const refused = await send(app, '/api/weather/inaccurate-report', { body: { lat: 0, lon: 0, units: 'furlongs' } })
    assert.equal(refused.status, 400)
  })

  it('GET 200: ignores an unknown parameter', async () => {
    const { status, body } = await list('?cellId=abc&fromMs=x&reportId=1')
    assert.deepEqual({ status, total: body.total }, { status: 200, total: (await list()).body.total })
  })

  it('GET 400 for an invalid filter', async () => {
    for (const query of ['?state=none', '?limit=0', '?cursor=abc', '?from=yesterday', '?lat=91', '?lat=52.52', '?lon=13.41'])
      assert.equal((await list(query)).status, 400, query)
  })

  it('PATCH 200, and 409 for a stale version', async () => {
    const id = await report({})
    const [{ version }] = (await list()).body.items
    const { status, body } = await patch({ id, version, state: 'resolved' })
    assert.deepEqual({ status, state: body.report.state }, { status: 200, state: 'resolved' })
    assert.ok(body.report.stateChangedAt)
    assert.equal((await patch({ id, version, state: 'dismissed' })).status, 409)
    const [entry] = (await app.get('/api/admin/audit?objectType=report', editor.headers)).body.items
    assert.deepEqual(
      { action: entry.action, objectId: entry.objectId, before: entry.before, after: entry.after },
      { action: 'report.update', objectId: id, before: { state: 'open' }, after: { state: 'resolved' } },
    )
  })

  it('PATCH 200 records nothing if the report is in that state already', async () => {
    const id = await report({})
    const first = (await patch({ id, state: 'dismissed' })).body.report
    const entries = async () => (await app.get('/api/admin/audit?objectType=report', editor.headers)).body.total
    const before = await entries()
    app.clock.advance({ hours: 1 })
    const second = (await patch({ id, state: 'dismissed' })).body.report
    assert.deepEqual({ second, entries: await entries() }, { second: first, entries: before })
    const reopened = (await patch({ id, state: 'open' })).body.report
    assert.deepEqual([reopened.state, Date.parse(reopened.stateChangedAt), await entries()], ['open', app.clock.now(), before + 1])
  })

  it('GET 200: from a moment on, and before another', async () => {
    const start = app.clock.now()
    for (let i = 0; i < 3; i++) {
      await report({})
      app.clock.advance({ hours: 1 })
    }
    const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString().replace('.000', '')
    const totals = [`from=${at(1)}`, `to=${at(1)}`, `from=${at(1)}&to=${at(2)}`].map(
      async (filter) => (await list(`?${filter}`)).body.total,
    )
    assert.deepEqual(await Promise.all(totals), [2, 1, 1])
  })

  it('GET 200: counts the last ninety days by day', async () => {
    await report({})
    const daysOfOneReceived = async (hoursAgo: number) => {
      await app.database.pool.query('update inaccurate_report set received_at = $1', [new Date(app.clock.now() - hoursAgo * 3_600_000)])
      return (await list()).body.series.length
    }
    assert.deepEqual([await daysOfOneReceived(90 * 24), await daysOfOneReceived(90 * 24 + 1)], [1, 0])
  })

  it('PATCH 400 and 404', async () => {
    assert.equal((await patch({ id: await report({}), state: 'gone' })).status, 400)
    assert.equal((await patch({ id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10', state: 'open' })).status, 404)
  })
})
