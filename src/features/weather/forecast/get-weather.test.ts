import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { request } from 'undici'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const BERLIN = 'lat=52.52&lon=13.41'

describe('GET /api/weather', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => {
    app.simulator.setFaults([])
    // Beyond every window, so that nothing fetched by an earlier test can answer.
    app.clock.advance({ hours: 80 })
  })

  describe('200', () => {
    it('answers the four scopes of a cold place with one provider call', async () => {
      app.simulator.reset('calls')
      const answers = await Promise.all(
        ['current', 'hourly', 'daily', 'minutely'].map((scope) => app.get(`/api/weather?${BERLIN}&scope=${scope}`)),
      )
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.scope, body.source]),
        [
          [200, 'current', 'openweather'],
          [200, 'hourly', 'openweather'],
          [200, 'daily', 'openweather'],
          [200, 'minutely', 'openweather'],
        ],
      )
      assert.equal(app.simulator.calls().total, 1)
      assert.equal(
        answers.reduce((sum, { body }) => sum + body.tokensUsed, 0),
        1,
      )
      const [current, hourly, daily, minutely] = answers.map(({ body }) => body)
      assert.equal(typeof current.temperature, 'number')
      assert.ok(hourly.points.length >= 48 && daily.points.length >= 8)
      assert.equal(minutely.points.length, minutely.available ? 60 : 0)
    })

    it('wraps the payload in the envelope', async () => {
      const first = (await app.get(`/api/weather?${BERLIN}&scope=current&trigger=city_detail`)).body
      const fetchedAt = new Date(app.clock.now()).toISOString().replace('.000', '')
      assert.equal(first.fetchedAt, fetchedAt)
      assert.deepEqual(
        {
          cacheHit: first.cacheHit,
          freshness: first.freshness,
          tokensUsed: first.tokensUsed,
          trigger: first.trigger,
          ageSeconds: first.ageSeconds,
        },
        { cacheHit: false, freshness: 'fresh', tokensUsed: 1, trigger: 'city_detail', ageSeconds: 0 },
      )
      app.clock.advance({ seconds: 90 })
      const second = (await app.get(`/api/weather?${BERLIN}&scope=current`)).body
      assert.deepEqual(
        {
          fetchedAt: second.fetchedAt,
          cacheHit: second.cacheHit,
          freshness: second.freshness,
          tokensUsed: second.tokensUsed,
          trigger: second.trigger,
          ageSeconds: second.ageSeconds,
        },
        { fetchedAt, cacheHit: true, freshness: 'fresh', tokensUsed: 0, trigger: 'unspecified', ageSeconds: 90 },
      )
      assert.equal(Date.parse(second.expiresAt) - Date.parse(second.fetchedAt), 600_000)
      assert.match(second.attribution.text, /simulated/i)
      assert.ok(second.attribution.url.startsWith('https://') && second.attribution.license.length > 0)
    })

    it('echoes the coordinates of the request, whose cell is shared', async () => {
      app.simulator.reset('calls')
      const one = (await app.get('/api/weather?lat=48.1371&lon=11.5754&scope=current')).body
      const other = (await app.get('/api/weather?lat=48.14&lon=11.58&scope=current')).body
      assert.deepEqual(
        { oneLat: one.lat, oneLon: one.lon, otherLat: other.lat, otherLon: other.lon },
        { oneLat: 48.1371, oneLon: 11.5754, otherLat: 48.14, otherLon: 11.58 },
      )
      assert.equal(one.temperature, other.temperature)
      assert.equal(app.simulator.calls().total, 1)
    })

    it('treats both spellings of the antimeridian and of zero as one place', async () => {
      app.simulator.reset('calls')
      for (const place of ['lat=-0&lon=180', 'lat=0&lon=-180', 'lat=0.0&lon=179.999', 'lat=-0.001&lon=-179.999'])
        assert.equal((await app.get(`/api/weather?${place}&scope=current`)).status, 200)
      assert.equal(app.simulator.calls().total, 1)
    })

    it('converts units at answer time, without another call', async () => {
      const of = async (units: string) => (await app.get(`/api/weather?${BERLIN}&scope=current&units=${units}`)).body
      const si = await of('si')
      app.simulator.reset('calls')
      const [metric, uk, imperial] = [await of('metric'), await of('uk'), await of('imperial')]
      const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) <= 0.006, `${actual} is not ${expected}`)
      assert.equal(metric.temperature, si.temperature)
      near(imperial.temperature, si.temperature * 1.8 + 32)
      near(metric.windSpeed, si.windSpeed * 3.6)
      near(uk.windSpeed, si.windSpeed / 0.44704)
      near(metric.visibility, si.visibility / 1_000)
      near(imperial.pressure, si.pressure / 33.86389)
      assert.deepEqual(imperial.units, {
        temperature: '°F',
        windSpeed: 'mph',
        precipitation: 'in',
        pressure: 'inHg',
        visibility: 'mi',
        snow: 'in',
      })
      assert.equal(app.simulator.calls().total, 0)
    })

    it('uses the language that it names, without another call', async () => {
      await app.get(`/api/weather?${BERLIN}&scope=hourly`)
      app.simulator.reset('calls')
      const of = async (lang: string) => (await app.get(`/api/weather?${BERLIN}&scope=hourly&lang=${lang}`)).body
      const [en, de, swiss, unknown] = [await of('en'), await of('de'), await of('de-CH'), await of('sv')]
      assert.deepEqual(
        { enLang: en.lang, deLang: de.lang, swissLang: swiss.lang, unknownLang: unknown.lang },
        { enLang: 'en', deLang: 'de', swissLang: 'de', unknownLang: 'en' },
      )
      assert.notEqual(en.points[0].description, de.points[0].description)
      assert.deepEqual(swiss.points, de.points)
      assert.deepEqual(unknown.points, en.points)
      assert.equal(app.simulator.calls().total, 0)
    })

    it('reports its cost to HEAD', async () => {
      const cold = `${app.url}/api/weather?lat=-33.3&lon=70.1&scope=current`
      const heads = [await fetch(cold, { method: 'HEAD' }), await fetch(cold, { method: 'HEAD' })]
      assert.deepEqual(
        heads.map(({ headers }) => headers.get('x-tokens-used')),
        ['1', null],
      )
    })

    it('answers HEAD with the headers of GET', async () => {
      await app.get(`/api/weather?${BERLIN}&scope=current`)
      const get = await request(`${app.url}/api/weather?${BERLIN}&scope=current`)
      await get.body.dump()
      const head = await request(`${app.url}/api/weather?${BERLIN}&scope=current`, { method: 'HEAD' })
      assert.equal(head.statusCode, 200)
      assert.equal(head.headers['content-length'], get.headers['content-length'])
      assert.equal(await head.body.text(), '')
    })
  })

  describe('400', () => {
    const cases: readonly [query: string, path: string][] = [
      ['lon=1&scope=current', 'lat'],
      ['lat=1&scope=current', 'lon'],
      ['lat=1&lon=1', 'scope'],
      ['lat=&lon=1&scope=current', 'lat'],
      ['lat=north&lon=1&scope=current', 'lat'],
      ['lat=90.01&lon=1&scope=current', 'lat'],
      ['lat=-91&lon=1&scope=current', 'lat'],
      ['lat=1&lon=180.5&scope=current', 'lon'],
      ['lat=1e1&lon=1&scope=current', 'lat'],
      ['lat=0x10&lon=1&scope=current', 'lat'],
      ['lat=%201&lon=1&scope=current', 'lat'],
      ['lat=Infinity&lon=1&scope=current', 'lat'],
      ['lat=NaN&lon=1&scope=current', 'lat'],
      ['lat=1&lat=2&lon=1&scope=current', 'lat'],
      ['lat=1&lon=1&scope=weekly', 'scope'],
      ['lat=1&lon=1&scope=alert', 'scope'],
      ['lat=1&lon=1&scope=current&scope=daily', 'scope'],
      ['lat=1&lon=1&scope=current&units=kelvin', 'units'],
      ['lat=1&lon=1&scope=current&lang=en_US', 'lang'],
      ['lat=1&lon=1&scope=current&lang=', 'lang'],
      ['lat=1&lon=1&scope=current&trigger=Search', 'trigger'],
      ['lat=1&lon=1&scope=current&trigger=cron_weekly', 'trigger'],
      ['lat=1&lon=1&scope=current&trigger=admin_test', 'trigger'],
      [`lat=1&lon=1&scope=current&trigger=${'a'.repeat(41)}`, 'trigger'],
      ['lat=1&lon=1&scope=current&maxAgeMs=-1', 'maxAgeMs'],
      ['lat=1&lon=1&scope=current&maxAgeMs=1.5', 'maxAgeMs'],
    ]
    for (const [query, path] of cases) {
      it(`names ${path}: ${query.slice(0, 60)}`, async () => {
        const { status, body, headers } = await app.get(`/api/weather?${query}`)
        assert.equal(status, 400)
        assert.equal(body.error, 'invalid_request')
        assert.deepEqual(
          body.details.map((detail: { path: string }) => detail.path),
          [path],
        )
        assert.equal(body.requestId, headers.get('x-request-id'))
      })
    }

    it('names every invalid parameter at once', async () => {
      const { body } = await app.get('/api/weather?lat=x&lon=y')
      assert.deepEqual(body.details.map((detail: { path: string }) => detail.path).sort(), ['lat', 'lon', 'scope'])
    })
  })

  it('records unknown triggers as given and ignores unknown parameters', async () => {
    const { status, body } = await app.get(`/api/weather?${BERLIN}&scope=current&trigger=my_widget_2&utm_source=x`)
    assert.deepEqual({ status, trigger: body.trigger }, { status: 200, trigger: 'my_widget_2' })
  })

  describe('404', () => {
    it('is cached, so that an empty place costs one call', async () => {
      app.simulator.setFaults([{ kind: 'status', status: 404, match: { provider: 'openweather' } }])
      app.simulator.reset('calls')
      for (let i = 0; i < 3; i++) {
        const { status, body } = await app.get('/api/weather?lat=-60.5&lon=-120.5&scope=current')
        assert.deepEqual({ status, error: body.error }, { status: 404, error: 'location_not_found' })
      }
      assert.deepEqual(app.simulator.calls().byProvider, { openweather: 1 })
      app.simulator.setFaults([])
      app.clock.advance({ minutes: 11 })
      assert.equal((await app.get('/api/weather?lat=-60.5&lon=-120.5&scope=current')).status, 200)
    })
  })

  describe('429', () => {
    it('for the request limit, with its headers', async () => {
      const limited = await createTestApp({ env: { RATE_LIMITS: 'weather=3,upstream=0,upstream-day=0' } })
      const statuses = []
      for (let i = 0; i < 5; i++) {
        const { status, headers, body } = await limited.get(`/api/weather?${BERLIN}&scope=current`)
        statuses.push(status)
        assert.equal(headers.get('ratelimit-policy'), '"weather";q=3;w=60')
        if (status !== 429) continue
        assert.equal(body.error, 'rate_limited')
        assert.equal(headers.get('retry-after'), String(body.retryAfterSeconds))
        assert.match(headers.get('ratelimit') ?? '', /^"weather";r=0;t=\d+$/)
      }
      assert.deepEqual(statuses, [200, 200, 200, 429, 429])
      limited.clock.advance({ seconds: 70 })
      assert.equal((await limited.get(`/api/weather?${BERLIN}&scope=current`)).status, 200)
      await limited.close()
    })
  })

  describe('502', () => {
    it('as service_unavailable without a key, cached data or not', async () => {
      await app.get(`/api/weather?${BERLIN}&scope=current`)
      await app.services.gateway.drain()
      const keyless = await createTestApp({ sharing: app, env: { WEATHER_PROVIDERS: 'openweather', OPENWEATHER_API_KEY: '' } })
      const { status, body } = await keyless.get(`/api/weather?${BERLIN}&scope=current`)
      assert.deepEqual({ status, error: body.error }, { status: 502, error: 'service_unavailable' })
      await keyless.close()
    })
  })

  it('is 405 with Allow for other methods', async () => {
    const answer = await request(`${app.url}/api/weather?${BERLIN}&scope=current`, { method: 'DELETE' })
    assert.equal(answer.statusCode, 405)
    assert.match(String(answer.headers.allow), /GET/)
    assert.equal(((await answer.body.json()) as { error: string }).error, 'invalid_request')
  })
})
