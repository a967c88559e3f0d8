import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const BERLIN = 'lat=52.52&lon=13.41'
const THREE = `/api/weather?${BERLIN}&scope=current,hourly,daily`
type Results = Record<string, { readonly data?: Record<string, unknown>; readonly meta?: Record<string, unknown>; readonly error?: string }>

describe('GET /api/weather with several scopes', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => {
    app.simulator.setFaults([])
    // Beyond every window, so that nothing fetched by an earlier test can answer.
    app.clock.advance({ hours: 80 })
    app.simulator.reset('calls')
  })

  it('200: one envelope, one call and one cost for a cold place', async () => {
    const { status, body, headers } = await app.get(THREE)
    assert.equal(status, 200)
    assert.equal(app.simulator.calls().total, 1)
    const { scopes, expiresAt, ...envelope } = body as { scopes: Results; expiresAt: string }
    assert.deepEqual(envelope, {
      lat: 52.52,
      lon: 13.41,
      trigger: 'unspecified',
      cacheHit: false,
      tokensUsed: 1,
      freshness: 'fresh',
    })
    assert.deepEqual(Object.keys(scopes), ['current', 'hourly', 'daily'])
    assert.deepEqual(
      Object.values(scopes).map(({ meta }) => meta?.['tokensUsed']),
      [1, 0, 0],
    )
    assert.equal(expiresAt, scopes['current']?.meta?.['expiresAt'])
    assert.deepEqual(
      { xTokensUsed: headers.get('x-tokens-used'), xCache: headers.get('x-cache'), etag: headers.get('etag') },
      { xTokensUsed: '1', xCache: 'upstream', etag: null },
    )
  })

  it('200 with what one request for each scope and a batch answer', async () => {
    await app.get(THREE)
    const { scopes } = (await app.get(`${THREE}&units=imperial&lang=de&trigger=city_detail`)).body as { scopes: Results }
    const change = { units: 'imperial', lang: 'de', trigger: 'city_detail' }
    const cities = [{ lat: 52.52, lon: 13.41, scopes: ['current', 'hourly', 'daily'] }]
    const batch = await fetch(`${app.url}/api/weather/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cities, ...change }),
    })
    assert.deepEqual(((await batch.json()) as { cities: { scopes: Results }[] }).cities[0]?.scopes, scopes)
    for (const scope of ['current', 'hourly', 'daily']) {
      const { body } = await app.get(`/api/weather?${BERLIN}&scope=${scope}&${new URLSearchParams(change)}`)
      const { cacheLayer, ...meta } = scopes[scope]?.meta ?? {}
      assert.deepEqual({ ...scopes[scope]?.data, ...meta }, body)
      assert.equal(cacheLayer, 'memory')
    }
    assert.equal(app.simulator.calls().total, 1)
  })

  it('200 in one order, and a scope that is named twice once; one that is alone as always', async () => {
    const { body } = await app.get(`/api/weather?${BERLIN}&scope=daily,current,daily`)
    assert.deepEqual(Object.keys(body.scopes), ['daily', 'current'])
    assert.equal((await app.get(`/api/weather?${BERLIN}&scope=current,current`)).body.scope, 'current')
  })

  it('200 and 304 from memory, plain and compressed, until one of them changes', async () => {
    await app.get(THREE)
    const [plain, gzip] = [await request(app.url + THREE), await request(app.url + THREE, { headers: { 'accept-encoding': 'gzip' } })]
    assert.equal(gunzipSync(Buffer.from(await gzip.body.arrayBuffer())).toString(), await plain.body.text())
    const etag = String(plain.headers['etag'])
    const asked = async () => {
      const { status, headers, text } = await app.get(THREE, { 'if-none-match': etag })
      return [status, headers.get('x-cache'), text === '']
    }
    assert.deepEqual(await asked(), [304, 'memory', true])
    assert.equal((await app.get(`/api/weather?${BERLIN}&scope=current,hourly`, { 'if-none-match': etag })).status, 200)
    const [, maxAge] = /max-age=(\d+)/.exec((await app.get(THREE)).headers.get('cache-control') ?? '') ?? []
    assert.ok(Number(maxAge) > 0 && Number(maxAge) <= 600, 'as long as the current weather is fresh')
    app.clock.advance({ hours: 1 })
    assert.deepEqual((await asked())[0], 200)
  })

  it('counts one request, and each scope as answered', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'weather=3,upstream=0,upstream-day=0' } })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await limited.get(THREE)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
    const counted = (await limited.get('/api/metrics')).text.split('\n').filter((line) => line.startsWith('isobar_weather_answers_total{'))
    assert.deepEqual(
      ['current', 'hourly', 'daily'].map((scope) =>
        counted.filter((line) => line.includes(`"${scope}"`)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0),
      ),
      [3, 3, 3],
    )
    await limited.close()
  })

  it('200 with the error of a scope that cannot be had, which no cache keeps; its status if that is all of them', async () => {
    const single = await createTestApp({ env: { WEATHER_PROVIDERS: 'openweather' } })
    for (let i = 0; i < 2; i++) {
      const { status, body, headers } = await single.get(`/api/weather?${BERLIN}&scope=current,marine`)
      assert.equal(status, 200)
      assert.equal(body.scopes.marine.error, 'service_unavailable')
      assert.equal(typeof body.scopes.current.data.temperature, 'number')
      assert.deepEqual({ cacheControl: headers.get('cache-control'), etag: headers.get('etag') }, { cacheControl: 'no-store', etag: null })
    }
    const none = await single.get('/api/weather?lat=1&lon=1&scope=marine,minutely')
    assert.equal(none.status, 200)
    single.simulator.setFaults([{ kind: 'status', status: 404 }])
    const nothing = await single.get('/api/weather?lat=-60.5&lon=-120.5&scope=current,hourly')
    assert.deepEqual({ status: nothing.status, error: nothing.body.error }, { status: 404, error: 'location_not_found' })
    await single.close()
  })

  it('renews all of them if they are older than asked', async () => {
    await app.get(THREE)
    app.clock.advance({ minutes: 6 })
    const { scopes, tokensUsed } = (await app.get(`${THREE}&maxAgeMs=1000`)).body
    assert.deepEqual(
      { currentMetaAgeSeconds: scopes.current.meta.ageSeconds, dailyMetaAgeSeconds: scopes.daily.meta.ageSeconds, tokensUsed },
      { currentMetaAgeSeconds: 0, dailyMetaAgeSeconds: 0, tokensUsed: 1 },
    )
  })

  for (const [scope, path, message] of [
    ['current,weekly', 'scope', 'must be one of current, hourly, daily, minutely, air, marine'],
    ['current,', 'scope', 'must be one of current, hourly, daily, minutely, air, marine'],
    ['current,%20hourly', 'scope', 'must be one of current, hourly, daily, minutely, air, marine'],
    ['', 'scope', 'must be one of current, hourly, daily, minutely, air, marine'],
    ['current,hourly&scope=daily', 'scope', 'must be given only once'],
  ] as const) {
    it(`400: scope=${scope.slice(0, 40)}`, async () => {
      const { status, body } = await app.get(`/api/weather?${BERLIN}&scope=${scope}`)
      assert.deepEqual({ status, details: body.details }, { status: 400, details: [{ path, message }] })
    })
  }
})
