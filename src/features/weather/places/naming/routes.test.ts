import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'

describe('GET /api/location/name', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'weather=0' } })
  })
  after(() => app.close())

  const name = (query: string) => app.get(`/api/location/name?${query}`)
  const calls = () => app.simulator.calls().total

  describe('200', () => {
    it('names a bundled town without a call', async () => {
      const before = calls()
      const { status, body, headers } = await name('lat=50.93333&lon=6.95')
      assert.equal(status, 200)
      assert.deepEqual(
        { name: body.places[0].name, country: body.places[0].country, inGazetteer: body.places[0].inGazetteer },
        { name: 'Köln', country: 'DE', inGazetteer: true },
      )
      assert.equal(body.near[0].name, 'Köln')
      assert.match(headers.get('cache-control') ?? '', /max-age=3600/)
      assert.equal(calls(), before)
    })

    it('names towns nearby if the point is in none', async () => {
      const { body } = await name('lat=50.99&lon=6.85')
      assert.deepEqual(body.places, [])
      assert.deepEqual([body.near[0].name, body.near.length <= 10], ['Köln', true])
      assert.ok(Math.abs(body.near[0].distanceKm - 9.4) < 0.3, body.near[0].distanceKm)
    })

    it('names nothing in the middle of the sea', async () => {
      assert.deepEqual((await name('lat=-48.88&lon=-123.39')).body, { places: [], timezone: 'Etc/GMT+8', near: [] })
    })

    it('has the zone of the point itself, not of the town beside it', async () => {
      const zones = ['lat=47.58&lon=7.6', 'lat=47.62&lon=7.66', 'lat=40.71&lon=-74.01'].map(
        async (point) => (await name(point)).body.timezone,
      )
      assert.deepEqual(await Promise.all(zones), ['Europe/Zurich', 'Europe/Berlin', 'America/New_York'])
    })

    it('uses what a search has found, in the requested language', async () => {
      const [munich] = (await app.get('/api/geocode?q=Munich&limit=1')).body
      await app.services.places.geocode.drain()
      const point = `lat=${munich.lat}&lon=${munich.lon}`
      const places = async (lang: string) => (await name(`${point}&lang=${lang}`)).body.places
      assert.deepEqual((await places('de')).at(-1).localName, 'München')
      assert.deepEqual((await places('en')).at(-1).localName, 'Munich')
      assert.equal((await places('de')).at(-1).name, (await places('en')).at(-1).name)
    })
  })

  describe('400', () => {
    it('without a point, or with a malformed language', async () => {
      for (const query of ['', 'lat=1', 'lat=91&lon=0', 'lat=1&lon=2&lang=en_US']) {
        const { status, body } = await name(query)
        assert.deepEqual({ status, error: body.error }, { status: 400, error: 'invalid_request' }, query)
      }
    })
  })
})
