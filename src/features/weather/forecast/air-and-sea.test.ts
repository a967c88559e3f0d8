import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const BERLIN = 'lat=52.52&lon=13.41'
const ATLANTIC = 'lat=48&lon=-30'

describe('GET /api/weather?scope=air and marine', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => {
    app.simulator.setFaults([])
    app.clock.advance({ hours: 80 })
    app.simulator.reset('calls')
  })

  const calls = () => app.simulator.calls().byProduct

  it('200: the air of a place from the first provider that has it, by one call of its own', async () => {
    const { status, body } = await app.get(`/api/weather?${BERLIN}&scope=air`)
    assert.deepEqual(
      [status, body.scope, body.source, body.kind, body.localIndex, body.available, body.tokensUsed],
      [200, 'air', 'openweather', 'forecast', 'europeanIndex', true, 1],
    )
    assert.deepEqual(calls(), { 'openweather/air-pollution': 1 })
    assert.ok(body.points.length >= 95, String(body.points.length))
    const [first] = body.points
    assert.ok(Date.parse(first.time) <= app.clock.now() && app.clock.now() < Date.parse(first.time) + 3_600_000)
    assert.ok(first.pm25 >= 0 && first.pm10 >= first.pm25 && first.pollen === null && first.dust === null)
    // The source begins with the running hour: particles count from when their means are known.
    const last = body.points.at(-1)
    assert.ok(last.europeanIndex.value >= 0 && last.usIndex.value >= 0)
    const second = await app.get(`/api/weather?${BERLIN}&scope=air`)
    assert.deepEqual([second.body.cacheHit, second.body.tokensUsed], [true, 0])
    assert.deepEqual(calls(), { 'openweather/air-pollution': 1 })
  })

  it('200: from the next provider, with pollen, when the first is down; the weather is not affected', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { product: 'openweather/air-pollution' } }])
    const { status, body } = await app.get(`/api/weather?${BERLIN}&scope=air`)
    assert.deepEqual([status, body.source, body.available], [200, 'open-meteo', true])
    const [first] = body.points
    assert.ok(first.europeanIndex !== null && first.usIndex !== null && first.pollen.grass >= 0 && first.dust >= 0)
    const weather = await app.get(`/api/weather?${BERLIN}&scope=current`)
    assert.deepEqual([weather.body.source, weather.body.freshness], ['openweather', 'fresh'])
  })

  it('200: old air while nobody answers, and marked so', async () => {
    await app.get(`/api/weather?${BERLIN}&scope=air`)
    app.clock.advance({ hours: 13 })
    app.simulator.setFaults([{ kind: 'status', status: 500, match: {} }])
    const { status, body } = await app.get(`/api/weather?${BERLIN}&scope=air`)
    assert.deepEqual([status, body.freshness, body.available], [200, 'emergency', true])
    assert.ok(Date.parse(body.points[0].time) + 3_600_000 > app.clock.now())
  })

  it('502: without anything known', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: {} }])
    assert.equal((await app.get(`/api/weather?lat=1&lon=1&scope=air`)).status, 502)
  })

  it('200: the sea, in the units of the request', async () => {
    const metric = (await app.get(`/api/weather?${ATLANTIC}&scope=marine`)).body
    assert.deepEqual([metric.source, metric.available, metric.units.waveHeight, metric.units.temperature], ['open-meteo', true, 'm', '°C'])
    const imperial = (await app.get(`/api/weather?${ATLANTIC}&scope=marine&units=imperial`)).body
    assert.deepEqual([imperial.units.waveHeight, imperial.units.temperature, imperial.tokensUsed], ['ft', '°F', 0])
    const [m, ft] = [metric.points[0], imperial.points[0]]
    assert.ok(Math.abs(ft.waveHeight - m.waveHeight / 0.3048) < 0.006 && Math.abs(ft.swellHeight - m.swellHeight / 0.3048) < 0.006)
    assert.ok(Math.abs(ft.waterTemperature - (m.waterTemperature * 1.8 + 32)) < 0.006)
    assert.equal(ft.wavePeriod, m.wavePeriod)
    assert.deepEqual(calls(), { 'open-meteo/marine': 1 })
  })

  it('200: no sea on land, which is remembered as an answer, and says nothing of the weather there', async () => {
    for (const cacheHit of [false, true]) {
      const { status, body } = await app.get(`/api/weather?lat=52&lon=90&scope=marine`)
      assert.deepEqual([status, body.available, body.points, body.cacheHit], [200, false, [], cacheHit])
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
    assert.deepEqual(calls(), { 'openweather/onecall': 1, 'openweather/air-pollution': 1, 'open-meteo/marine': 1 })
  })
})

describe('one account', () => {
  it('429: air and sea are paid from the same budget as the weather', async () => {
    // 5.4 for the weather, 1.3 for the air and 1 for the sea.
    const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo', OPEN_METEO_MINUTE_LIMIT: '7' } })
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
