import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'

const SCOPES = ['current', 'hourly', 'daily', 'minutely'] as const

/** The whole service on one plan of the primary provider. Each test has its own place in Germany, where there is radar. */
function onPlan(env: Record<string, string>, tests: (plan: Plan) => void): void {
  let app: TestApp
  let place = 0
  const plan: Plan = {
    app: () => app,
    ask: async (scope, query = '') =>
      (await app.get(`/api/weather?lat=${(48 + place / 20).toFixed(2)}&lon=10.5&scope=${scope}${query}`)).body,
    calls: () => app.simulator.calls().byProduct,
  }
  before(async () => {
    app = await createTestApp({ env })
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.reset()
    app.clock.advance({ hours: 3 })
    place += 1
  })
  afterEach(async () => {
    await app.services.gateway.drain()
    await assertLedger(app)
  })
  tests(plan)
}

interface Plan {
  app(): TestApp
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every scope
  ask(scope: string, query?: string): Promise<any>
  calls(): Readonly<Record<string, number>>
}

/** Asserts that the ledger has exactly the calls that the upstreams saw in the test. */
async function assertLedger(app: TestApp): Promise<void> {
  const { rows } = await app.database.pool.query<{ provider: string; n: number }>(
    `select split_part(product, '/', 1) as provider, count(*)::int as n from upstream_call where started_at >= $1 and outcome <> 'budget_spent' group by 1`,
    [new Date(app.clock.now())],
  )
  const since = app.simulator.calls().recent.filter(({ at }) => at >= app.clock.now())
  const seen = Object.groupBy(since, ({ product }) => product.split('/')[0] ?? '')
  assert.deepEqual(
    Object.fromEntries(rows.map(({ provider, n }) => [provider, n])),
    Object.fromEntries(Object.entries(seen).map(([provider, calls]) => [provider, calls?.length])),
  )
}

const causes = async (app: TestApp, product: string) => {
  const { rows } = await app.database.pool.query<{ cause: string; n: number }>(
    `select cause, count(*)::int as n from upstream_call where product = $1 and started_at >= $2 group by 1 order by 1`,
    [product, new Date(app.clock.now())],
  )
  return Object.fromEntries(rows.map(({ cause, n }) => [cause, n]))
}

describe('plan onecall-4.0', () => {
  onPlan({ OPENWEATHER_PLAN: 'onecall-4.0' }, ({ app, ask, calls }) => {
    it('costs one call for each scope, three for the hours', async () => {
      const tokens = []
      for (const scope of SCOPES) tokens.push((await ask(scope)).tokensUsed)
      await app().services.gateway.drain()
      assert.deepEqual(tokens, [1, 3, 1, 1])
      const alerts = (await ask('current')).alertIds.length
      // Its days have no UV index: the next provider's is shown beside them.
      assert.deepEqual(calls(), { 'open-meteo/forecast': 1, 'openweather/onecall4': 6 + alerts })
      assert.deepEqual(await causes(app(), 'openweather/onecall'), alerts === 0 ? { request: 6 } : { refresh: alerts, request: 6 })
    })

    it('fills the scopes as the contract specifies', async () => {
      const [current, hourly, daily, minutely] = await Promise.all(SCOPES.map((scope) => ask(scope)))
      assert.deepEqual(
        { source: current.source, timezone: current.timezone, typeOfTemperature: typeof current.temperature },
        { source: 'openweather', timezone: 'Europe/Berlin', typeOfTemperature: 'number' },
      )
      const times = hourly.points.map(({ time }: { time: string }) => Date.parse(time))
      assert.ok(times.length >= 48)
      assert.deepEqual(
        [times[0], times.every((time: number, index: number) => time === times[0] + index * 3_600_000)],
        [app().clock.now(), true],
      )
      assert.equal(daily.points[0].date, new Date(app().clock.now()).toISOString().slice(0, 10))
      assert.ok(daily.points.length >= 8)
      assert.equal(daily.points[0].uvIndex, null)
      assert.deepEqual({ available: minutely.available, points: minutely.points.length }, { available: true, points: 60 })
    })

    it('shares the calls between concurrent requests', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('hourly')))
      assert.deepEqual(calls(), { 'openweather/onecall4': 3 })
      assert.equal(
        answers.reduce((sum, { tokensUsed }) => sum + tokensUsed, 0),
        3,
      )
    })

    it('never follows the links of a page, which contain the key', async () => {
      await ask('hourly')
      const urls = app()
        .simulator.calls()
        .recent.map(({ url }) => new URL(url, 'http://x').searchParams)
      assert.equal(
        urls.some((query) => query.has('cnt')),
        false,
      )
      assert.deepEqual(
        urls.map((query) => query.get('start')),
        [null, ...[20, 40].map((hours) => String(app().clock.now() / 1_000 + hours * 3_600))],
      )
    })

    it('refreshes the scope that is old, and no other', async () => {
      for (const scope of SCOPES) await ask(scope)
      await app().services.gateway.drain()
      app().clock.advance({ minutes: 11 })
      app().simulator.reset('calls')
      assert.equal((await ask('current')).freshness, 'acceptable')
      await app().services.gateway.drain()
      assert.deepEqual(calls(), { 'openweather/onecall4': 1 })
      assert.equal((await ask('minutely', '&maxAgeMs=0')).tokensUsed, 1)
    })

    it('fetches the body of an alert in the background, once for all places it covers', async () => {
      const { simulator, services } = app()
      const lat = 54.5
      simulator.setConditions([{ lat, lon: 13, radiusDeg: 1, alert: { event: 'Storm surge' } }])
      const at = async (lon: number) => (await app().get(`/api/weather?lat=${lat}&lon=${lon}&scope=current`)).body
      const first = await at(13)
      assert.deepEqual({ tokensUsed: first.tokensUsed, alertIds: first.alertIds }, { tokensUsed: 1, alertIds: null })
      await services.gateway.drain()
      const { alertIds } = await at(13)
      assert.equal(alertIds.length >= 1, true)
      const alerts = await Promise.all(alertIds.map(async (id: string) => (await app().get(`/api/alerts/${id}`)).body))
      assert.ok(alerts.some(({ source, description }) => source === 'openweather' && description.includes('Storm surge')))
      const paid = calls()['openweather/onecall4'] ?? 0
      assert.equal(paid, 1 + alertIds.length)
      // Known by now, so they come with the first answer for another place.
      const elsewhere = (await at(13.2)).alertIds
      assert.deepEqual([elsewhere.length, elsewhere.filter((id: string) => alertIds.includes(id))], [alertIds.length, []])
      app().clock.advance({ minutes: 11 })
      await at(13)
      await services.gateway.drain()
      assert.deepEqual((await at(13)).alertIds, alertIds)
      assert.equal(calls()['openweather/onecall4'], paid + 2)
    })

    it('uses the second provider for the scope that fails, and for no other', async () => {
      assert.equal((await ask('current')).source, 'openweather')
      app().simulator.setFaults([{ kind: 'status', status: 500, match: { path: '/data/4.0/onecall/timeline/1h' } }])
      const hourly = await ask('hourly')
      assert.deepEqual({ source: hourly.source, tokensUsed: hourly.tokensUsed }, { source: 'open-meteo', tokensUsed: 2 })
      assert.deepEqual(
        { askCurrentSource: (await ask('current')).source, askDailySource: (await ask('daily')).source },
        { askCurrentSource: 'openweather', askDailySource: 'openweather' },
      )
    })

    it('fails completely if one page of hours does, and counts the calls made', async () => {
      app().simulator.setFaults([{ kind: 'status', status: 500, match: { path: '/data/4.0/onecall/timeline/1h' }, next: 1 }])
      assert.equal((await ask('hourly')).tokensUsed, 2)
    })
  })
})

describe('plan free', () => {
  onPlan({ OPENWEATHER_PLAN: 'free' }, ({ app, ask, calls }) => {
    it('takes current weather from the primary provider, the rest from the second', async () => {
      const current = await ask('current')
      assert.deepEqual(
        { source: current.source, tokensUsed: current.tokensUsed, timezone: current.timezone },
        { source: 'openweather', tokensUsed: 1, timezone: 'Europe/Berlin' },
      )
      assert.deepEqual(
        { typeOfTemperature: typeof current.temperature, uvIndex: current.uvIndex, computed: current.computed, alertIds: current.alertIds },
        { typeOfTemperature: 'number', uvIndex: null, computed: ['dewPoint'], alertIds: null },
      )
      const hourly = await ask('hourly')
      assert.deepEqual(
        { source: hourly.source, tokensUsed: hourly.tokensUsed, available: hourly.available },
        { source: 'open-meteo', tokensUsed: 1, available: true },
      )
      const [daily, minutely] = [await ask('daily'), await ask('minutely')]
      assert.deepEqual(
        { source: daily.source, dailyTokensUsed: daily.tokensUsed, available: minutely.available, minutelyTokensUsed: minutely.tokensUsed },
        { source: 'open-meteo', dailyTokensUsed: 0, available: false, minutelyTokensUsed: 0 },
      )
      assert.deepEqual(calls(), { 'openweather/weather': 1, 'open-meteo/forecast': 1 })
      assert.deepEqual(await causes(app(), 'openweather/weather25'), { request: 1 })
    })

    it('never replaces current weather by what comes with the hours', async () => {
      assert.equal((await ask('hourly')).source, 'open-meteo')
      const current = await ask('current')
      assert.deepEqual({ source: current.source, tokensUsed: current.tokensUsed }, { source: 'openweather', tokensUsed: 1 })
      app().clock.advance({ minutes: 31 })
      await ask('hourly')
      await app().services.gateway.drain()
      assert.equal((await ask('current')).source, 'openweather')
    })

    it('uses the second provider for current weather if the primary fails', async () => {
      app().simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'openweather' } }])
      const current = await ask('current')
      assert.deepEqual({ source: current.source, tokensUsed: current.tokensUsed }, { source: 'open-meteo', tokensUsed: 2 })
    })
  })
})

describe('plan free without a second provider', () => {
  onPlan({ OPENWEATHER_PLAN: 'free', WEATHER_PROVIDERS: 'openweather' }, ({ app, ask, calls }) => {
    it('has current weather, and says that no provider delivers the rest', async () => {
      assert.equal((await ask('current')).source, 'openweather')
      const hourly = await ask('hourly')
      assert.equal(hourly.error, 'service_unavailable')
      assert.match(hourly.message, /plan/)
      assert.deepEqual(calls(), { 'openweather/weather': 1 })
      assert.ok(app().logLines.some((line) => /Not available: hours \(can be had from .*open-meteo/.test(line)))
    })
  })
})

describe('a key without a subscription', () => {
  for (const plan of ['onecall-3.0', 'onecall-4.0']) {
    describe(plan, () => {
      onPlan({ OPENWEATHER_PLAN: plan, OPENWEATHER_API_KEY: 'nosub-0123456789', WEATHER_PROVIDERS: 'openweather' }, ({ app, ask }) => {
        it('is reported as such, not as a wrong key', async () => {
          const { error, message } = await ask('current')
          assert.equal(error, 'service_unavailable')
          assert.match(message, /plan of the configured key/)
        })

        it('is still reported as such while it is not retried', async () => {
          const answers = [await ask('current'), await ask('hourly'), await ask('daily')]
          for (const { error, message } of answers)
            assert.match(`${error}: ${message}`, /^service_unavailable: .* plan of the configured key/)
          assert.equal(app().simulator.calls().total, 1)
        })
      })
    })
  }

  describe('free', () => {
    onPlan({ OPENWEATHER_PLAN: 'free', OPENWEATHER_API_KEY: 'nosub-0123456789' }, ({ ask }) => {
      it('needs no subscription', async () => assert.equal((await ask('current')).source, 'openweather'))
    })
  })
})
