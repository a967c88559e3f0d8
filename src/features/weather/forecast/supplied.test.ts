import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

/** MET Norway has no visibility and no UV index under clouds; Open-Meteo has both, and no minutes. */
const ENV = { WEATHER_PROVIDERS: 'met-norway,open-meteo', UPSTREAM_CONTACT: 'ops@weather.example' }
const PLACE = 'lat=40.71&lon=-74.01'

describe('GET /api/weather with a first provider that lacks something', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: ENV })
  })
  after(() => app.close())
  beforeEach(async () => {
    app.simulator.setFaults([])
    app.clock.advance({ hours: 80 })
    await app.services.gateway.drain()
    app.simulator.reset('calls')
  })

  const hourly = async () => (await app.get(`/api/weather?${PLACE}&scope=hourly`)).body
  /** Without those for alerts. */
  function calls() {
    const { 'nws/alerts': _alerts, ...weather } = app.simulator.calls().byProduct
    return weather
  }

  it('200: what it has at once, and from the next request on what the next provider has, by one call', async () => {
    const first = await hourly()
    assert.deepEqual(
      { source: first.source, sources: first.sources, visibility: first.points[0].visibility },
      { source: 'met-norway', sources: undefined, visibility: null },
    )
    await app.services.gateway.drain()
    const second = await hourly()
    assert.equal(second.source, 'met-norway')
    assert.deepEqual(
      second.sources.map(({ source, fields }: { source: string; fields: string[] }) => [
        source,
        fields.includes('visibility'),
        fields.includes('uvIndex'),
      ]),
      [['open-meteo', true, true]],
    )
    assert.match(second.sources[0].attribution.text, /Open-Meteo/)
    assert.ok(second.points[1].visibility > 0 && second.points[1].uvIndex !== null)
    assert.deepEqual(
      second.points.map(({ temperature }: { temperature: number }) => temperature),
      first.points.map(({ temperature }: { temperature: number }) => temperature),
    )
    for (let i = 0; i < 5; i++) assert.equal((await hourly()).tokensUsed, 0)
    await app.services.gateway.drain()
    assert.deepEqual(calls(), { 'met-norway/locationforecast': 1, 'open-meteo/forecast': 1 })
  })

  it('200: as without the next provider while that one is down, which is not asked for each request', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'open-meteo' } }])
    for (let i = 0; i < 6; i++) {
      const body = await hourly()
      assert.deepEqual(
        { source: body.source, sources: body.sources, visibility: body.points[0].visibility },
        { source: 'met-norway', sources: undefined, visibility: null },
      )
      await app.services.gateway.drain()
    }
    assert.deepEqual(calls(), { 'met-norway/locationforecast': 1, 'open-meteo/forecast': 1 })
  })

  it('304: the tag changes with what is supplied', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'open-meteo' } }])
    await hourly()
    await app.services.gateway.drain()
    const bare = (await app.get(`/api/weather?${PLACE}&scope=hourly`)).headers.get('etag')
    app.simulator.setFaults([])
    app.clock.advance({ minutes: 11 })
    await hourly()
    await app.services.gateway.drain()
    const supplied = (await app.get(`/api/weather?${PLACE}&scope=hourly`)).headers.get('etag')
    assert.notEqual(supplied, bare)
    assert.equal((await app.get(`/api/weather?${PLACE}&scope=hourly`, { 'if-none-match': supplied ?? '' })).status, 304)
  })

  it('200: minutes of the next provider where the first has none', async () => {
    const node = await createTestApp({ sharing: app, env: { WEATHER_PROVIDERS: 'open-meteo,openweather' } })
    try {
      const place = 'lat=52.52&lon=13.41'
      const first = (await node.get(`/api/weather?${place}&scope=minutely`)).body
      assert.deepEqual({ source: first.source, available: first.available }, { source: 'open-meteo', available: false })
      await node.services.gateway.drain()
      const second = (await node.get(`/api/weather?${place}&scope=minutely`)).body
      assert.deepEqual(
        { source: second.source, available: second.available, points: second.points.length },
        { source: 'openweather', available: true, points: 60 },
      )
      const current = (await node.get(`/api/weather?${place}&scope=current`)).body
      assert.equal(current.source, 'open-meteo')
    } finally {
      await node.stop()
    }
  })
})
