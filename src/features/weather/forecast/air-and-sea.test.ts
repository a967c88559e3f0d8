import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOpenMeteo } from '@isobar/providers/open-meteo'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const BERLIN = 'lat=52.52&lon=13.41'
const ATLANTIC = 'lat=48&lon=-30'

describe('GET /api/weather?scope=air and marine', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.setFaults([])
    app.clock.advance({ hours: 80 })
    app.simulator.reset('calls')
  })

  const calls = () => app.simulator.calls().byProduct

  it('200: the air of a place from the first provider that has it, by one call of its own', async () => {
    const { status, body } = await app.get(`/api/weather?${BERLIN}&scope=air`)
    assert.deepEqual(
      {
        status,
        scope: body.scope,
        source: body.source,
        kind: body.kind,
        localIndex: body.localIndex,
        available: body.available,
        tokensUsed: body.tokensUsed,
      },
      { status: 200, scope: 'air', source: 'openweather', kind: 'forecast', localIndex: 'europeanIndex', available: true, tokensUsed: 1 },
    )
    // Behind the answer, the next one is asked for what the first lacks.
    await app.services.gateway.drain()
    assert.deepEqual(calls(), { 'openweather/air-pollution': 1, 'open-meteo/air-quality': 1 })
    assert.ok(body.points.length >= 95, String(body.points.length))
    const [first] = body.points
    assert.ok(Date.parse(first.time) <= app.clock.now() && app.clock.now() < Date.parse(first.time) + 3_600_000)
    assert.ok(first.pm25 >= 0 && first.pm10 >= first.pm25 && first.pollen === null && first.dust === null)
    // The source begins with the running hour: particles count from when their means are known.
    const last = body.points.at(-1)
    assert.ok(last.europeanIndex.value >= 0 && last.usIndex.value >= 0)
    const second = await app.get(`/api/weather?${BERLIN}&scope=air`)
    assert.deepEqual({ cacheHit: second.body.cacheHit, tokensUsed: second.body.tokensUsed }, { cacheHit: true, tokensUsed: 0 })
  })

  it('200: with the dust and the pollen of the next provider, which the first lacks; its own pollutants and indices stay', async () => {
    // Nothing is in flight for this place.
    const munich = 'lat=48.14&lon=11.58'
    const own = (await app.get(`/api/weather?${munich}&scope=air`)).body
    await app.services.gateway.drain()
    assert.deepEqual(calls(), { 'openweather/air-pollution': 1, 'open-meteo/air-quality': 1 })
    const { source, sources, points } = (await app.get(`/api/weather?${munich}&scope=air`)).body
    assert.deepEqual(
      { source, by: sources.map(({ source: id, fields }: Record<string, unknown>) => ({ id, fields })) },
      {
        source: 'openweather',
        by: [{ id: 'open-meteo', fields: ['dust', 'pollen'] }],
      },
    )
    const [first] = points
    assert.ok(first.dust >= 0 && first.pollen.grass >= 0)
    assert.deepEqual({ ...first, dust: null, pollen: null }, { ...own.points[0], dust: null, pollen: null })
    assert.deepEqual(calls(), { 'openweather/air-pollution': 1, 'open-meteo/air-quality': 1 })
  })

  it('200: from the next provider, with pollen, when the first is down; the weather is not affected', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { product: 'openweather/air-pollution' } }])
    const { status, body } = await app.get(`/api/weather?${BERLIN}&scope=air`)
    assert.deepEqual({ status, source: body.source, available: body.available }, { status: 200, source: 'open-meteo', available: true })
    const [first] = body.points
    assert.ok(first.europeanIndex !== null && first.usIndex !== null && first.pollen.grass >= 0 && first.dust >= 0)
    const weather = await app.get(`/api/weather?${BERLIN}&scope=current`)
    assert.deepEqual({ source: weather.body.source, freshness: weather.body.freshness }, { source: 'openweather', freshness: 'fresh' })
  })

  it('200: old air while nobody answers, and marked so', async () => {
    await app.get(`/api/weather?${BERLIN}&scope=air`)
    app.clock.advance({ hours: 13 })
    app.simulator.setFaults([{ kind: 'status', status: 500, match: {} }])
    const { status, body } = await app.get(`/api/weather?${BERLIN}&scope=air`)
    assert.deepEqual(
      { status, freshness: body.freshness, available: body.available },
      { status: 200, freshness: 'emergency', available: true },
    )
    assert.ok(Date.parse(body.points[0].time) + 3_600_000 > app.clock.now())
  })

  it('502: without anything known', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: {} }])
    assert.equal((await app.get(`/api/weather?lat=1&lon=1&scope=air`)).status, 502)
  })

  it('200: the sea, in the units of the request', async () => {
    const metric = (await app.get(`/api/weather?${ATLANTIC}&scope=marine`)).body
    assert.deepEqual(
      { source: metric.source, available: metric.available, waveHeight: metric.units.waveHeight, temperature: metric.units.temperature },
      { source: 'open-meteo', available: true, waveHeight: 'm', temperature: '°C' },
    )
    const imperial = (await app.get(`/api/weather?${ATLANTIC}&scope=marine&units=imperial`)).body
    assert.deepEqual(
      { waveHeight: imperial.units.waveHeight, temperature: imperial.units.temperature, tokensUsed: imperial.tokensUsed },
      { waveHeight: 'ft', temperature: '°F', tokensUsed: 0 },
    )
    const [m, ft] = [metric.points[0], imperial.points[0]]
    assert.ok(Math.abs(ft.waveHeight - m.waveHeight / 0.3048) < 0.006 && Math.abs(ft.swellHeight - m.swellHeight / 0.3048) < 0.006)
    assert.ok(Math.abs(ft.waterTemperature - (m.waterTemperature * 1.8 + 32)) < 0.006)
    assert.equal(ft.wavePeriod, m.wavePeriod)
    assert.deepEqual(calls(), { 'open-meteo/marine': 1 })
  })

  it('200: no sea on land, which is remembered as an answer, and says nothing of the weather there', async () => {
    for (const cacheHit of [false, true]) {
      const { status, body } = await app.get(`/api/weather?lat=52&lon=90&scope=marine`)
      assert.deepEqual(
        { status, available: body.available, points: body.points, cacheHit: body.cacheHit },
        { status: 200, available: false, points: [], cacheHit },
      )
    }
    assert.equal((await app.get(`/api/weather?lat=52&lon=90&scope=current`)).status, 200)
  })

  it('batch: all six scopes of a place, each by its own call', async () => {
    const cities = [{ lat: 48, lon: -30, scopes: ['current', 'hourly', 'daily', 'minutely', 'air', 'marine'] }]
    const answer = await fetch(`${app.url}/api/weather/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cities }),
    })
    assert.equal(answer.status, 200)
    const body = (await answer.json()) as { cities: [{ scopes: Record<string, { data: { scope: string } }> }] }
    const { scopes } = body.cities[0]
    assert.deepEqual(
      Object.values(scopes).map(({ data }) => data.scope),
      ['current', 'hourly', 'daily', 'minutely', 'air', 'marine'],
    )
    await app.services.gateway.drain()
    assert.deepEqual(calls(), {
      'openweather/onecall': 1,
      'openweather/air-pollution': 1,
      'open-meteo/air-quality': 1,
      'open-meteo/marine': 1,
    })
  })
})

describe('one account', () => {
  it('429: air and sea are paid from the same budget as the weather', async () => {
    const { weather } = createOpenMeteo({ baseUrl: new URL('http://upstream.test'), key: () => null })
    // Enough for the weather and the air, and less than a call is left for the sea.
    const limit = String(Math.ceil(weather.product.weight + weather.otherProducts.air.weight))
    const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo', OPEN_METEO_MINUTE_LIMIT: limit } })
    try {
      const ask = (scope: string) => app.get(`/api/weather?${ATLANTIC}&scope=${scope}`)
      const statuses = []
      for (const scope of ['current', 'air', 'marine']) statuses.push((await ask(scope)).status)
      assert.deepEqual(statuses, [200, 200, 429])
      assert.deepEqual(app.simulator.calls().byProduct, { 'open-meteo/forecast': 1, 'open-meteo/air-quality': 1 })
    } finally {
      await app.close()
    }
  })
})
