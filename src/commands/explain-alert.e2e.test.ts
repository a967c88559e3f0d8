import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send } from '../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { runService } from '../../test/helpers/service-process.ts'

describe('admin explain-alert', () => {
  let app: TestApp
  let id: string
  before(async () => {
    app = await createTestApp({ now: new Date().toISOString() })
    const body = { clientId: 'one', email: 'ada@example.org', type: 'city_alerts', cityName: 'Berlin', cityLat: 52.52, cityLon: 13.41 }
    id = (await send(app, '/api/subscriptions', { body })).body.subscription.id
  })
  after(() => app.close())

  const run = (...args: readonly string[]) => runAdmin('explain-alert', ...args)

  async function runAdmin(...args: readonly string[]): Promise<{ status: number | null; output: string; error: string }> {
    const env = {
      DATABASE_URL: app.database.connectionString,
      ADMIN_SECRET: 'test-admin-secret-0123456789',
      OPENWEATHER_BASE_URL: app.simulator.url,
      OPEN_METEO_BASE_URL: app.simulator.url,
      NWS_BASE_URL: app.simulator.url,
    }
    const { status, stdout, stderr } = await runService(env, ['admin', ...args])
    return { status, output: stdout, error: stderr }
  }

  it('prints the reasons, without an address and without a call', async () => {
    const calls = app.simulator.calls().total
    const { status, output, error } = await run(id)
    assert.deepEqual({ status, error }, { status: 0, error: '' })
    assert.match(output, new RegExp(`^Subscription ${id}\n  active, confirmed `))
    assert.match(output, /^Result\n {2}no mail: there is no event at the place that anyone has subscribed to\n$/m)
    assert.ok(!output.includes('ada@'))
    assert.equal(app.simulator.calls().total, calls)
  })

  it('prints what is stored of a run, or that nothing is', async () => {
    const { status, output } = await run(id, '--at', '2026-07-01T12:00+02:00')
    assert.equal(status, 0)
    assert.match(output, /^Result\n {2}not known: /m)
  })

  it('is listed in the usage of admin', async () => {
    assert.match((await runAdmin('--help')).error, /^isobar: usage: .*`admin explain-alert SUBSCRIPTION \[--at TIME\]`.*\n$/)
  })

  it('exits with 1 and one line for an unknown subscription, an invalid time or wrong arguments', async () => {
    const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
      [['00000000-0000-4000-8000-000000000000'], /^isobar: There is no subscription 0{8}-0000-4000-8000-0{12}\n$/],
      [[id, '--at', 'yesterday'], /^isobar: --at must be a time with a time zone, such as 2026-11-20T06:20Z, not yesterday\n$/],
      [[id, '--at', '2026-13-45T06:20Z'], /^isobar: --at must be a time with a time zone/],
      [[id, '--at', '2999-01-01T00:00Z'], /^isobar: The time to explain has not come yet\n$/],
      [[], /^isobar: usage: `admin explain-alert SUBSCRIPTION \[--at TIME\]`\n$/],
      [[id, '--when', 'now'], /^isobar: usage:/],
    ]
    for (const [args, message] of wrong) {
      const { status, output, error } = await run(...args)
      assert.deepEqual({ status, output }, { status: 1, output: '' }, args.join(' '))
      assert.match(error, message)
    }
  })
})
