import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type CellScope, toCell } from '@isobar/weather'
import { createTestServices, type TestServices } from '../../test/helpers/app.ts'
import { parseGeocodeQuery } from '../features/weather/places/geocode/query.ts'
import { askFor } from './testing/ask.ts'

/** Crawlers visit everything, so they must not spend what people need. */
describe('the answer to a crawler', () => {
  let app: TestServices
  let place = 0
  before(async () => {
    app = await createTestServices()
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.reset()
    app.clock.advance({ hours: 2 })
    place += 1
  })

  const cell = () => toCell(37.5 + place / 10, -98.4)
  const crawler = { cause: 'request', trigger: 'city_detail', requestId: null, client: 'c', caller: 'crawler' } as const
  const crawl = async (scope: CellScope = 'daily', maxAgeMs?: number, app_ = app) => {
    const { record, ...served } = await app_.services.gateway.weather({
      cell: cell(),
      scope,
      requester: crawler,
      ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    })
    return { ...served, source: record.source }
  }
  const calls = async () => {
    await app.services.gateway.drain()
    return app.simulator.calls().byProvider
  }

  it('is cached data, fresh or not, and no refresh is started', async () => {
    await askFor(app, cell(), 'current')
    assert.deepEqual(await calls(), { openweather: 1, nws: 1 })
    app.clock.advance({ minutes: 20 })
    const { source, freshness, tokensUsed } = await crawl('current')
    assert.deepEqual({ source, freshness, tokensUsed }, { source: 'openweather', freshness: 'acceptable', tokensUsed: 0 })
    assert.equal((await crawl('current', 0)).tokensUsed, 0, 'even if it asks for newer data')
    app.clock.advance({ hours: 4 })
    assert.deepEqual(
      { freshness: (await crawl('current')).freshness, calls: await calls() },
      { freshness: 'emergency', calls: { openweather: 1, nws: 1 } },
    )
  })

  it('comes from the second provider if nothing is cached; neither the primary nor the national feed is called', async () => {
    for (const scope of ['current', 'hourly', 'daily', 'minutely'] as const) assert.equal((await crawl(scope)).source, 'open-meteo', scope)
    assert.deepEqual(await calls(), { 'open-meteo': 1 })
    assert.equal(app.services.gateway.peekFresh(cell(), 'daily'), undefined, 'it is not stored in memory')
  })

  it('is an error if there is no second provider', async () => {
    const alone = await createTestServices({ sharing: app, env: { WEATHER_PROVIDERS: 'openweather' } })
    try {
      await assert.rejects(crawl('daily', undefined, alone), { code: 'service_unavailable', retryAfterSeconds: 3_600 })
      assert.deepEqual(await calls(), {})
    } finally {
      await alone.close()
    }
  })

  it('is the second provider’s failure if it fails', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'open-meteo' } }])
    await assert.rejects(crawl(), { code: 'upstream_error' })
    assert.equal((await calls())['openweather'], undefined)
  })

  it('about place names comes from the cache, then from the gazetteer', async () => {
    const find = (q: string) => app.services.places.geocode.find(parseGeocodeQuery({ q }), { requestId: 'r', client: 'c', crawler: true })
    const { places, layer } = await find('Wichita')
    assert.deepEqual({ name: places[0]?.name, layer }, { name: 'Wichita', layer: 'gazetteer' })
    assert.deepEqual((await find('xqzw')).places, [])
    assert.deepEqual(await calls(), {})
  })

  it('about the map is a cached tile, or an error', async () => {
    const address = { layer: 'clouds', z: 4, x: 4, y: place } as const
    const tile = (crawler: boolean) => app.services.tiles.tile(address, address.z, { requestId: 'r', client: 'c', crawler })
    await assert.rejects(tile(true), { code: 'service_unavailable' })
    assert.deepEqual(await calls(), {})
    await tile(false)
    app.clock.advance({ minutes: 30 })
    assert.equal((await tile(true)).isStale, true)
    assert.deepEqual(await calls(), { openweather: 1 })
  })
})
