import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { buildRateLimitRules, buildRateLimits } from '../../../../config/rate-limits.ts'

const PATH = '/api/platform/limits'
const ENV = { RATE_LIMITS: 'upstream=0,upstream-day=0,report=7,weather=0', OPENWEATHER_DAILY_LIMIT: '20', OPENWEATHER_MINUTE_LIMIT: '1000' }

describe('GET /api/platform/limits', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: ENV })
  })
  after(() => app.close())

  describe('200', () => {
    it('lists the limits', async () => {
      const { status, headers, body } = await app.get(PATH)
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'public, max-age=1, stale-while-revalidate=1, stale-if-error=3600')
      assert.deepEqual(Object.keys(body), ['upstream', 'requests', 'shares', 'batch', 'subscriptions', 'scopes'])
      assert.deepEqual(body.upstream, { status: 'ok', percentUsed: 0, remaining: 20, resetsAt: '2026-07-02T00:00:00Z' })
      assert.deepEqual(body.batch, { maxCities: 50, maxScopes: 6 })
      assert.deepEqual(body.subscriptions, { maxPerEmail: 20, maxPerClient: 100 })
      assert.deepEqual(body.scopes, {
        current: { freshSeconds: 600, staleSeconds: 7_200 },
        hourly: { freshSeconds: 1_800, staleSeconds: 21_600 },
        daily: { freshSeconds: 7_200, staleSeconds: 86_400 },
        minutely: { freshSeconds: 300, staleSeconds: 1_800 },
        air: { freshSeconds: 3_600, staleSeconds: 43_200 },
        marine: { freshSeconds: 3_600, staleSeconds: 43_200 },
        alert: { freshSeconds: 300, staleSeconds: 3_600 },
      })
    })

    it('lists the limits in force of the routes that are served, and no others', async () => {
      const { requests } = (await app.get(PATH)).body
      const byName = new Map<string, object>(requests.map((entry: { name: string }) => [entry.name, entry]))
      assert.deepEqual(byName.get('report'), { name: 'report', route: 'POST /api/weather/inaccurate-report', limit: 7, windowSeconds: 60 })
      assert.deepEqual(byName.get('tiles'), {
        name: 'tiles',
        route: 'GET /api/weather/map-tile/{layer}/{z}/{x}/{y}',
        limit: 900,
        windowSeconds: 60,
      })
      assert.deepEqual(byName.get('analytics'), { name: 'analytics', route: 'POST /api/analytics/collect', limit: 60, windowSeconds: 60 })
      assert.equal(byName.has('weather'), false, 'this route has no limit')
    })

    it('lists every limit of a public route once', async () => {
      const unlimited = await createTestApp({ env: { RATE_LIMITS: '' } })
      try {
        const names = (await unlimited.get(PATH)).body.requests.map(({ name }: { name: string }) => name)
        // Of what a request causes, or of a route for mail services only.
        const unlisted = ['confirmations', 'mail-events', 'push-tests', 'webhook-tests']
        assert.deepEqual([...names, ...unlisted].toSorted(), Object.keys(buildRateLimitRules(buildRateLimits({}))).toSorted())
      } finally {
        await unlimited.close()
      }
    })

    it('lists how many calls of each provider one address may cause', async () => {
      assert.deepEqual((await app.get(PATH)).body.shares, [
        { name: 'upstream-geocode', product: 'openweather/geocoding', windowSeconds: 60, limit: 20 },
        { name: 'upstream-tiles', product: 'openweather/tiles', windowSeconds: 60, limit: 20 },
      ])
      const derived = await createTestApp({ sharing: app, env: { ...ENV, RATE_LIMITS: '' } })
      const { shares } = (await derived.get(PATH)).body
      await derived.close()
      assert.deepEqual(
        shares.filter(({ name }: { name: string }) => /^upstream(-day)?$/.test(name)),
        [
          { name: 'upstream', product: 'openweather/onecall', windowSeconds: 60, limit: 333 },
          { name: 'upstream-day', product: 'openweather/onecall', windowSeconds: 86_400, limit: 2 },
          { name: 'upstream', product: 'openweather/air-pollution', windowSeconds: 60, limit: 20 },
          { name: 'upstream', product: 'open-meteo/forecast', windowSeconds: 60, limit: 30 },
          { name: 'upstream-day', product: 'open-meteo/forecast', windowSeconds: 86_400, limit: 152 },
        ],
      )
    })

    it('follows the budget through its states, at most a second late', async () => {
      const seen = async () => {
        app.clock.advance({ seconds: 1 })
        const { status, percentUsed, remaining } = (await app.get(PATH)).body.upstream
        return [status, percentUsed, remaining]
      }
      let lat = 0
      const spend = async (calls: number) => {
        for (let i = 0; i < calls; i++) await app.get(`/api/weather?lat=${lat++}&lon=0&scope=current`)
      }
      await spend(1)
      assert.deepEqual(await seen(), ['ok', 5, 19])
      await spend(14)
      assert.deepEqual(await seen(), ['ok', 75, 5])
      await spend(1)
      assert.deepEqual((await app.get(PATH)).body.upstream.percentUsed, 75)
      assert.deepEqual(await seen(), ['warning', 80, 4])
      await spend(3)
      assert.deepEqual(await seen(), ['soft_block', 95, 1])
      await spend(3)
      assert.deepEqual(await seen(), ['hard_block', 100, 0])
      app.clock.set('2026-07-02T00:00:00Z')
      assert.deepEqual(await seen(), ['ok', 0, 20])
    })

    it('contains no secrets and costs no provider call', async () => {
      const calls = app.simulator.calls().total
      app.clock.advance({ seconds: 2 })
      const { text } = await app.get(PATH)
      assert.doesNotMatch(text, /test-weather-key|test-admin-secret|127\.0\.0\.1|client:/)
      assert.equal(app.simulator.calls().total, calls)
    })
  })

  describe('304', () => {
    it('if the client’s copy is current', async () => {
      const etag = (await app.get(PATH)).headers.get('etag') ?? ''
      assert.match(etag, /^W\/"/)
      const again = await app.get(PATH, { 'if-none-match': etag })
      assert.deepEqual({ status: again.status, text: again.text }, { status: 304, text: '' })
    })
  })
})
