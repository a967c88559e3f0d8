import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestServices, type TestServices } from '../../test/helpers/app.ts'
import { countJobCallsLeft, readTestSource, type SourceRole } from '../features/subscribers/alerting/testing/read-source.ts'
import { askFor } from './testing/ask.ts'

describe('jobShare', () => {
  async function start(t: TestContext, env: Record<string, string>): Promise<TestServices> {
    const app = await createTestServices({ env })
    t.after(() => app.close())
    return app
  }

  const share = (app: TestServices, role: SourceRole = 'primary') => countJobCallsLeft(app, role)
  const read = (app: TestServices, lat: number, role: SourceRole = 'primary') =>
    readTestSource(app, {
      role,
      cell: toCell(lat, 20),
      maxAgeMs: 0,
      mayCall: true,
      timeoutMs: 50_000,
      trigger: 'cron_weather_alerts',
    })
  const ask = (app: TestServices, lat: number) => askFor(app, toCell(lat, 20), 'daily')

  it('is what jobs have left of their share, on all nodes, and restarts at midnight UTC', async (t) => {
    const app = await start(t, { OPENWEATHER_DAILY_LIMIT: '1000' })
    const node = await createTestServices({ sharing: app })
    t.after(() => node.stop())
    app.clock.set('2026-07-01T23:58:00Z')
    assert.equal(await share(app), 400)
    await Promise.all([read(app, 1), read(node, 2), ask(app, 3)])
    const digest = { cause: 'job', trigger: 'cron_weekly_digests', requestId: null, client: null, caller: 'job' } as const
    await node.services.gateway.weather({ cell: toCell(4, 20), scope: 'daily', requester: digest })
    assert.deepEqual(
      { shareApp: await share(app), shareNode: await share(node) },
      { shareApp: 397, shareNode: 397 },
      'people’s calls do not count as those of jobs',
    )
    app.clock.set('2026-07-02T00:00:00Z')
    assert.deepEqual({ shareApp: await share(app), shareNode: await share(node) }, { shareApp: 4, shareNode: 4 })
    await read(app, 5)
    assert.equal(await share(app), 3)
  })

  it('counts failed calls, but none that were shared or never sent', async (t) => {
    const app = await start(t, { OPENWEATHER_DAILY_LIMIT: '1000' })
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'openweather' } }])
    const before = await share(app)
    assert.deepEqual([(await read(app, 1)).called, (await read(app, 1)).called], [true, false])
    assert.equal(before - (await share(app)), 1)
  })

  it('depends on the limits and weights of each product, and is infinite without a limit', async (t) => {
    const app = await start(t, { OPENWEATHER_PLAN: 'free' })
    app.clock.set('2026-07-01T23:50:00Z')
    assert.deepEqual([await share(app), await share(app, 'national')], [Infinity, Infinity])
    const before = await share(app, 'second')
    await read(app, 1, 'second')
    assert.deepEqual([before > 500 && before <= 4_000, before - (await share(app, 'second'))], [true, 1])
  })

  it('leaves the last twentieth of the budget to people: a job’s reading is then deferred', async (t) => {
    const app = await start(t, { OPENWEATHER_DAILY_LIMIT: '20' })
    app.clock.set('2026-07-01T23:50:00Z')
    for (let lat = 0; lat < 19; lat++) await ask(app, lat)
    assert.equal(await share(app), 0)
    const reading = await read(app, 30)
    assert.deepEqual(
      { outcome: reading.outcome, called: reading.called, failure: reading.failure },
      { outcome: 'deferred', called: false, failure: undefined },
    )
    assert.equal((await ask(app, 31)).source, 'openweather')
    app.clock.set('2026-07-02T12:00:00Z')
    assert.deepEqual({ outcome: (await read(app, 30)).outcome, share: await share(app) }, { outcome: 'ok', share: 3 })
  })
})
