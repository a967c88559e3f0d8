import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { assertPrompt } from '../../../../test/helpers/prompt.ts'
import { until } from '../../../../test/helpers/until.ts'

const RATE_LIMITS = 'batch=0,weather=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0'
const SCOPES = ['current', 'hourly', 'daily', 'minutely']

interface Answered {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
  readonly body: any
}

describe('POST /api/weather/batch', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS } })
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.setFaults([])
    app.clock.advance({ hours: 80 })
    await app.get('/api/weather?lat=0&lon=0&scope=current')
    app.simulator.reset('calls')
  })

  async function post(body: unknown, at: TestApp = app, encoding = 'identity', query = ''): Promise<Answered> {
    const answer = await request(`${at.url}/api/weather/batch${query}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    return { status: answer.statusCode, headers: answer.headers, text, body: JSON.parse(text) }
  }

  const cities = (n: number) => Array.from({ length: n }, (_, i) => ({ id: `city ${i}`, lat: 30 + i / 2, lon: 10, scopes: SCOPES }))

  describe('200', () => {
    it('keeps the order, echoes ids and coordinates, and answers the scopes that each city names', async () => {
      const { status, body } = await post({
        cities: [
          { id: 'b', lat: 52.52, lon: 13.41, scopes: ['daily', 'current', 'daily'] },
          { lat: 48.1371, lon: 11.5754 },
          { id: 'a', lat: -33.87, lon: 151.21, scopes: ['minutely'] },
        ],
      })
      assert.equal(status, 200)
      assert.deepEqual(
        body.cities.map((city: { id?: string; lat: number; lon: number; scopes: object }) => [
          city.id,
          city.lat,
          city.lon,
          Object.keys(city.scopes),
        ]),
        [
          ['b', 52.52, 13.41, ['daily', 'current']],
          [undefined, 48.1371, 11.5754, ['current']],
          ['a', -33.87, 151.21, ['minutely']],
        ],
      )
    })

    it('answers as GET does, split into data and meta', async () => {
      const { body } = await post({ cities: [{ lat: 52.52, lon: 13.41, scopes: SCOPES }] })
      await post({ cities: [{ lat: 52.52, lon: 13.41, scopes: SCOPES }] })
      for (const scope of SCOPES) {
        const single = (await app.get(`/api/weather?lat=52.52&lon=13.41&scope=${scope}`)).body
        const { data, meta } = (await post({ cities: [{ lat: 52.52, lon: 13.41, scopes: [scope] }] })).body.cities[0].scopes[scope]
        const { cacheLayer, ...envelope } = meta
        assert.equal(cacheLayer, 'memory')
        assert.deepEqual({ ...data, ...envelope }, single)
      }
      assert.equal(body.cities[0].scopes.current.meta.cacheLayer, 'upstream')
    })

    it('costs one call for each cold place, whatever its scopes, and none for warm ones', async () => {
      const cold = await post({ cities: cities(12) })
      assert.equal(app.simulator.calls().total, 12)
      const tokens = cold.body.cities.flatMap((city: { scopes: Record<string, { meta: { tokensUsed: number } }> }) =>
        Object.values(city.scopes).map(({ meta }) => meta.tokensUsed),
      )
      assert.equal(
        tokens.reduce((sum: number, each: number) => sum + each, 0),
        12,
      )
      await post({ cities: cities(12) })
      assert.equal(app.simulator.calls().total, 12)
    })

    it('shares a place that is named twice', async () => {
      const { body } = await post({
        cities: [
          { lat: 10, lon: 10 },
          { lat: 10.001, lon: 10.002 },
        ],
      })
      assert.equal(app.simulator.calls().total, 1)
      assert.equal(body.cities[0].scopes.current.data.temperature, body.cities[1].scopes.current.data.temperature)
    })

    it('takes language and units from the query if neither the city nor the body names them', async () => {
      const query = '?units=imperial&lang=de'
      const answerTo = async (body: object) => {
        const { status, body: answer } = await post({ cities: [{ lat: 0, lon: 0 }], ...body }, app, 'identity', query)
        const { lang, units } = answer.cities[0].scopes.current.data
        return [status, lang, units.temperature, units.windSpeed]
      }
      assert.deepEqual(await answerTo({}), [200, 'de', '°F', 'mph'])
      assert.deepEqual(await answerTo({ lang: 'fr' }), [200, 'fr', '°F', 'mph'])
      assert.deepEqual(await answerTo({ units: 'si' }), [200, 'de', '°C', 'm/s'])
      assert.deepEqual(await answerTo({ cities: [{ lat: 0, lon: 0, units: 'uk', lang: 'es' }] }), [200, 'es', '°C', 'mph'])
    })

    it('refuses an invalid query even if it would be overridden', async () => {
      for (const [query, path] of [
        ['?units=kelvin', 'units'],
        ['?lang=en_US', 'lang'],
      ] as const) {
        const { status, body } = await post({ units: 'si', lang: 'de', cities: [{ lat: 0, lon: 0 }] }, app, 'identity', query)
        assert.deepEqual({ status, error: body.error, path: body.details?.[0]?.path }, { status: 400, error: 'invalid_request', path })
      }
    })

    it('lets a city override trigger, language and units of the batch', async () => {
      const { body } = await post({
        trigger: 'dashboard_load',
        lang: 'de',
        units: 'si',
        cities: [
          { lat: 1, lon: 1 },
          { lat: 1, lon: 1, trigger: 'city_detail', lang: 'fr', units: 'imperial' },
        ],
      })
      const [first, second] = body.cities.map((city: { scopes: { current: object } }) => city.scopes.current)
      assert.deepEqual(
        { trigger: first.meta.trigger, lang: first.data.lang, temperature: first.data.units.temperature },
        { trigger: 'dashboard_load', lang: 'de', temperature: '°C' },
      )
      assert.deepEqual(
        { trigger: second.meta.trigger, lang: second.data.lang, temperature: second.data.units.temperature },
        { trigger: 'city_detail', lang: 'fr', temperature: '°F' },
      )
    })

    it('refreshes for maxAgeMs no more often than every five minutes', async () => {
      const ask = async () => (await post({ cities: [{ lat: 5, lon: 5, maxAgeMs: 0 }] })).body.cities[0].scopes.current.meta.fetchedAt
      const first = await ask()
      app.clock.advance({ minutes: 4 })
      assert.equal(await ask(), first)
      app.clock.advance({ minutes: 1 })
      assert.notEqual(await ask(), first)
      assert.equal(app.simulator.calls().total, 2)
    })

    it('reports a failing scope in its place and keeps the others', async () => {
      await post({ cities: [{ lat: 5, lon: 5 }] })
      app.simulator.setFaults([{ kind: 'status', status: 500 }])
      const { status, body } = await post({
        cities: [
          { lat: 5, lon: 5 },
          { lat: 6, lon: 6, scopes: ['current', 'daily'] },
        ],
      })
      assert.equal(status, 200)
      assert.equal(typeof body.cities[0].scopes.current.data.temperature, 'number')
      for (const scope of ['current', 'daily']) {
        const { error, message, data } = body.cities[1].scopes[scope]
        assert.deepEqual(
          { error, typeOfMessage: typeof message, data },
          { error: 'upstream_error', typeOfMessage: 'string', data: undefined },
        )
      }
    })

    it('answers within its deadline; a late scope becomes an error', async () => {
      const hasty = await createTestApp({ sharing: app, env: { RATE_LIMITS, BATCH_TIMEOUT_MS: '700' } })
      const ask = async () => (await post({ cities: [{ lat: 5, lon: 5 }] }, hasty)).body.cities[0].scopes.current
      await until('the node knows the place', async () => (await ask()).data !== undefined)
      app.simulator.setFaults([{ kind: 'hang' }])
      const started = performance.now()
      const { body } = await post({ cities: [{ lat: 5, lon: 5 }, ...cities(40)] }, hasty)
      assertPrompt(started, 20_000, 'waiting for the providers would take 40 seconds')
      assert.equal(typeof body.cities[0].scopes.current.data.temperature, 'number')
      assert.ok(
        body.cities.slice(1).every((city: { scopes: { current: { error: string } } }) => city.scopes.current.error === 'upstream_error'),
      )
      app.simulator.setFaults([])
      await hasty.close()
    })

    it('makes no more paid calls once its time is over', async () => {
      let calls = 0
      // On a slow machine, the time is over before the first call; then there is more.
      for (let timeoutMs = 300; calls === 0 && timeoutMs < 20_000; timeoutMs *= 4) {
        const hasty = await createTestApp({ sharing: app, env: { RATE_LIMITS, BATCH_TIMEOUT_MS: String(timeoutMs) } })
        app.simulator.setFaults([{ kind: 'delay', delayMs: 3 * timeoutMs }])
        await post({ cities: cities(50) }, hasty)
        await hasty.services.gateway.drain()
        calls = app.simulator.calls().byProvider['openweather'] ?? 0
        app.simulator.setFaults([])
        await hasty.close()
      }
      // At most sixteen cities are fetched at once; no time is left for the rest.
      assert.ok(calls > 0 && calls <= 16, `${calls} calls`)
    })

    it('counts a search for each answered city, and none for the others', async () => {
      await post({ cities: [{ lat: 5, lon: 5 }] })
      app.simulator.setFaults([{ kind: 'status', status: 503 }])
      await post({
        trigger: 'search_select',
        cities: [
          { lat: 5, lon: 5 },
          { lat: 6, lon: 6 },
        ],
      })
      await app.services.places.searches.flush()
      app.clock.advance({ seconds: 5 })
      const { checks } = (await app.get('/api/recent-checks')).body
      assert.deepEqual(
        checks.map(({ lat }: { lat: number }) => lat),
        [5],
      )
    })

    it('answers 429 for scopes that the budget does not cover', async () => {
      const poor = await createTestApp({
        env: {
          OPENWEATHER_DAILY_LIMIT: '2',
          WEATHER_PROVIDERS: 'openweather',
          RATE_LIMITS: 'batch=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0',
        },
      })
      const { body } = await post({ cities: cities(5) }, poor)
      const results = body.cities.flatMap((city: { scopes: object }) => Object.values(city.scopes))
      assert.equal(results.filter((result: { data?: object }) => result.data !== undefined).length, 8)
      const refused = results.filter((result: { error?: string }) => result.error === 'rate_limited')
      assert.equal(refused.length, 12)
      assert.ok(refused.every((result: { retryAfterSeconds: number }) => result.retryAfterSeconds > 0))
      assert.equal(poor.simulator.calls().total, 2)
      await poor.close()
    })

    it('is the same compressed and plain', async () => {
      const body = { cities: cities(20) }
      await post(body)
      const [plain, gzip] = [await post(body), await post(body, app, 'br, gzip')]
      assert.equal(gzip.headers['content-encoding'], 'gzip')
      assert.equal(gzip.text, plain.text)
      assert.equal(plain.headers['cache-control'], 'no-store')
    })
  })

  describe('400', () => {
    const place = { lat: 1, lon: 1 }
    const cases: readonly [name: string, body: unknown, path: string][] = [
      ['no cities', {}, 'cities'],
      ['an empty list', { cities: [] }, 'cities'],
      ['too many cities', { cities: Array.from({ length: 51 }, () => place) }, 'cities'],
      ['cities that are not a list', { cities: place }, 'cities'],
      ['a missing coordinate', { cities: [place, { lat: 1 }] }, 'cities[1].lon'],
      ['a coordinate as a string', { cities: [{ lat: '1', lon: 1 }] }, 'cities[0].lat'],
      ['a coordinate out of range', { cities: [place, place, { lat: 91, lon: 1 }] }, 'cities[2].lat'],
      ['a null coordinate', { cities: [{ lat: null, lon: 1 }] }, 'cities[0].lat'],
      ['an unknown scope', { cities: [{ ...place, scopes: ['current', 'weekly'] }] }, 'cities[0].scopes[1]'],
      ['no scopes', { cities: [{ ...place, scopes: [] }] }, 'cities[0].scopes'],
      ['a long id', { cities: [{ ...place, id: 'x'.repeat(101) }] }, 'cities[0].id'],
      ['an id that is not a string', { cities: [{ ...place, id: 5 }] }, 'cities[0].id'],
      ['a negative maxAgeMs', { cities: [{ ...place, maxAgeMs: -1 }] }, 'cities[0].maxAgeMs'],
      ['a reserved trigger', { cities: [{ ...place, trigger: 'cron_x' }] }, 'cities[0].trigger'],
      ['a malformed language', { cities: [place, { ...place, lang: 'en_US' }] }, 'cities[1].lang'],
      ['a malformed language for the whole batch', { lang: '*', cities: [place] }, 'lang'],
      ['unknown units', { units: 'kelvin', cities: [place] }, 'units'],
    ]
    for (const [name, body, path] of cases) {
      it(`names ${path}: ${name}`, async () => {
        const answer = await post(body)
        assert.deepEqual({ status: answer.status, error: answer.body.error }, { status: 400, error: 'invalid_request' })
        assert.deepEqual(
          answer.body.details.map((detail: { path: string }) => detail.path),
          [path],
        )
      })
    }

    it('for a body that is not JSON, and for none', async () => {
      for (const body of ['{"cities":', '', 'null', '[]', '"x"']) assert.equal((await post(body)).status, 400, body)
    })
  })

  it('413 for an oversized body, 415 for one that is not JSON', async () => {
    assert.equal((await post({ cities: [{ lat: 1, lon: 1 }], padding: 'x'.repeat(200_000) })).status, 413)
    const answer = await request(`${app.url}/api/weather/batch`, { method: 'POST', body: 'x', headers: { 'content-type': 'text/csv' } })
    assert.equal(answer.statusCode, 415)
    await answer.body.dump()
  })

  it('429 beyond the request limit', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'batch=1' } })
    const body = { cities: [{ lat: 1, lon: 1 }] }
    assert.deepEqual([(await post(body, limited)).status, (await post(body, limited)).status], [200, 429])
    await limited.close()
  })

  it('502 without a key, for the whole batch', async () => {
    const keyless = await createTestApp({ sharing: app, env: { WEATHER_PROVIDERS: 'openweather', OPENWEATHER_API_KEY: '' } })
    const { status, body } = await post({ cities: [{ lat: 1, lon: 1 }] }, keyless)
    assert.deepEqual({ status, error: body.error }, { status: 502, error: 'service_unavailable' })
    await keyless.close()
  })
})
