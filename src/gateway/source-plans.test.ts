import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type CellScope, toCell } from '@isobar/weather'
import { createTestServices, type TestServices } from '../../test/helpers/app.ts'
import { countJobCallsLeft, readTestSource, type RoleQuery, type SourceRole } from '../features/subscribers/alerting/testing/read-source.ts'
import { askFor } from './testing/ask.ts'

/** What a job can read of each source on the primary provider’s plans, and without some of the sources. */
describe('readSource under', () => {
  const cell = toCell(54.5, 13)

  async function start(t: TestContext, env: Record<string, string>): Promise<TestServices> {
    const app = await createTestServices({ env })
    t.after(() => app.close())
    return app
  }

  const read = (app: TestServices, role: SourceRole, query: Partial<RoleQuery> = {}) =>
    readTestSource(app, {
      role,
      cell,
      maxAgeMs: 3_600_000,
      mayCall: true,
      timeoutMs: 50_000,
      trigger: 'cron_weather_alerts',
      ...query,
    })
  const ask = (app: TestServices, scope: CellScope) => askFor(app, cell, scope)
  const calls = (app: TestServices) => app.simulator.calls().byProduct
  const causes = async (app: TestServices) => {
    await app.services.gateway.drain()
    const { rows } = await app.database.pool.query(`select distinct cause from upstream_call order by 1`)
    return rows.map(({ cause }) => cause)
  }

  it('free: the primary has nothing for jobs, the second is read and shared with people', async (t) => {
    const app = await start(t, { OPENWEATHER_PLAN: 'free' })
    assert.deepEqual(
      [await read(app, 'primary')].map(({ outcome, source, calls }) => [outcome, source, calls]),
      [['none', 'openweather', 0]],
    )
    const second = await read(app, 'second')
    assert.deepEqual(
      { outcome: second.outcome, source: second.source, calls: second.calls },
      { outcome: 'ok', source: 'open-meteo', calls: 1 },
    )
    const hourly = await ask(app, 'hourly')
    assert.deepEqual(
      { source: hourly.source, tokensUsed: hourly.tokensUsed, data: hourly.data },
      { source: 'open-meteo', tokensUsed: 0, data: second.hourly },
    )
    assert.deepEqual(calls(app), { 'open-meteo/forecast': 1 })
  })

  it('onecall-4.0: costs a call for each page, and waits for the bodies of alerts', async (t) => {
    const app = await start(t, { OPENWEATHER_PLAN: 'onecall-4.0' })
    app.simulator.setConditions([{ lat: cell.lat, lon: cell.lon, radiusDeg: 1, alert: { event: 'Storm surge' } }])
    const { outcome, alerts, hourly, daily, ...reading } = await read(app, 'primary')
    assert.deepEqual(
      { outcome, calls: reading.calls, hourlyAvailable: hourly?.available, dailyAvailable: daily?.available },
      { outcome: 'ok', calls: 5, hourlyAvailable: true, dailyAvailable: true },
    )
    assert.ok(alerts?.some(({ description }) => description.includes('Storm surge')))
    assert.deepEqual(
      { calls: calls(app), causes: await causes(app) },
      { calls: { 'openweather/onecall4': 5 + (alerts?.length ?? 0) }, causes: ['job'] },
    )
    assert.deepEqual([(await ask(app, 'current')).tokensUsed, (await ask(app, 'daily')).tokensUsed], [0, 0])
  })

  it('onecall-4.0: fetches what is old, and returns what arrived beside a failure', async (t) => {
    const app = await start(t, { OPENWEATHER_PLAN: 'onecall-4.0' })
    await ask(app, 'daily')
    await app.services.gateway.drain()
    app.simulator.reset('calls')
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { path: '/data/4.0/onecall/timeline/1h' } }])
    const { outcome, failure, hourly, daily, alerts } = await read(app, 'primary')
    assert.deepEqual([outcome, failure, hourly, daily?.available, alerts !== null], ['failed', 'unavailable', null, true, true])
    assert.equal(
      app.simulator.calls().recent.some(({ url }) => url.includes('1day')),
      false,
    )
  })

  it('no second provider: outcome none', async (t) => {
    const app = await start(t, { WEATHER_PROVIDERS: 'openweather' })
    const { outcome, source } = await read(app, 'second')
    assert.deepEqual(
      { outcome, source, jobCallsLeft: await countJobCallsLeft(app, 'second') },
      { outcome: 'none', source: '', jobCallsLeft: 0 },
    )
  })

  it('no key: the next provider is the first', async (t) => {
    const app = await start(t, { OPENWEATHER_API_KEY: '' })
    assert.deepEqual(
      { source: (await read(app, 'primary')).source, outcome: (await read(app, 'second')).outcome },
      { source: 'open-meteo', outcome: 'none' },
    )
  })

  it('a refused key: fails, without retrying', async (t) => {
    const app = await start(t, { OPENWEATHER_API_KEY: 'invalid-0123456789' })
    const [first, again] = [await read(app, 'primary'), await read(app, 'primary', { cell: toCell(1, 1) })]
    assert.deepEqual(
      { outcome: first.outcome, failure: first.failure, calls: first.calls },
      { outcome: 'failed', failure: 'refused_key', calls: 1 },
    )
    assert.deepEqual(
      { outcome: again.outcome, failure: again.failure, calls: again.calls },
      { outcome: 'failed', failure: 'refused_key', calls: 0 },
    )
  })

  it('a stalled database: fails in time', async (t) => {
    const app = await start(t, {})
    const blocker = await app.database.pool.connect()
    await blocker.query('begin; lock table cache_entry in access exclusive mode')
    const { outcome, failure, called } = await read(app, 'primary', { timeoutMs: 300 })
    await blocker.query('rollback')
    blocker.release()
    assert.deepEqual({ outcome, failure, called }, { outcome: 'failed', failure: 'timeout', called: false })
  })
})
