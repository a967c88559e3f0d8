import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { loadPlaces } from '../places/index.ts'

interface Place {
  readonly name: string
  readonly lat: number
  readonly lon: number
  readonly country: string
  readonly state?: string
}

describe('OpenWeather’s geocoding', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const places = async (path: string): Promise<Place[]> => (await app.get(`/geo/1.0/${path}`)).body

  it('200: as many places as are asked for, 1 to 5, by default one', async () => {
    const counts = await Promise.all(
      ['', '&limit=1', '&limit=3', '&limit=5', '&limit=9', '&limit=0', '&limit=x'].map(
        async (limit) => (await places(`direct?q=Springfield,US${limit}`)).length,
      ),
    )
    assert.deepEqual(counts, [1, 1, 3, 5, 5, 1, 1])
    for (const limit of ['', '&limit=1']) assert.equal((await places(`reverse?lat=51.5&lon=-0.12${limit}`)).length, 1)
    assert.equal((await places('reverse?lat=51.5&lon=-0.12&limit=5')).length, 5)
  })

  it('200: the places of our own search, with what tells namesakes apart', async () => {
    const ours: { name: string; lat: number; lon: number; country: string; state: string | null }[] = (
      await app.get('/api/geocode?q=Springfield,US')
    ).body
    const theirs = await places('direct?q=Springfield,US&limit=5')
    assert.deepEqual(
      theirs,
      ours.map(({ name, lat, lon, country, state }) => ({ name, lat, lon, country, ...(state === null ? {} : { state }) })),
    )
    assert.equal(new Set(theirs.map(({ state }) => state)).size, 5)
    assert.ok((await places('direct?q=Singapore')).every((place) => !('state' in place) || typeof place.state === 'string'))
  })

  it('200: each town near a point once, the nearest large one first', async () => {
    const near = await places('reverse?lat=51.5&lon=-0.12&limit=5')
    assert.equal(near[0]?.name, 'London')
    assert.equal(new Set(near.map(({ name, lat, lon }) => `${name} ${lat} ${lon}`)).size, 5)
    assert.deepEqual(await places('reverse?lat=-50&lon=-120&limit=5'), [])
  })

  it('200 with an empty list for a name that is no place’s, or that is none', async () => {
    for (const q of ['Zzzzqqq', 'x', '%20y%20', 'y'.repeat(101)]) assert.deepEqual(await places(`direct?q=${q}`), [], q)
  })

  it('304, and the credit of the towns', async () => {
    for (const path of ['direct?q=Springfield,US', 'reverse?lat=51.5&lon=-0.12']) {
      const { headers } = await app.get(`/geo/1.0/${path}`)
      assert.equal((await app.get(`/geo/1.0/${path}&appid=k`, { 'if-none-match': headers.get('etag') ?? '' })).status, 304)
    }
    assert.match((await app.get('/geo/1.0/reverse?lat=51.5&lon=-0.12')).headers.get('link') ?? '', /GeoNames/)
  })

  it('200: the place of a bundled postcode', async () => {
    for (const [zip, name, country] of [
      ['94103', 'San Francisco', 'US'],
      ['10115,DE', 'Berlin', 'DE'],
      ['75001,FR', 'Paris', 'FR'],
      ['K1A 0B1,CA', 'Government Of Canada Ottawa And Gatineau Offices', 'CA'],
      ['2000,AU', 'Sydney', 'AU'],
      ['110001,IN', 'New Delhi', 'IN'],
    ] as const) {
      const { body, headers } = await app.get(`/geo/1.0/zip?zip=${encodeURIComponent(zip)}`)
      assert.deepEqual({ name: body.name, country: body.country }, { name, country }, zip)
      assert.equal((headers.get('link') ?? '').includes('OpenStreetMap'), country === 'DE')
    }
  })

  it('of one place: what is called exactly so, or none', async () => {
    const gazetteer = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo' } })
    try {
      for (const [q, name, country] of [
        ['Paris, France', 'Paris', 'FR'],
        ['London,uk', 'London', 'GB'],
        ['Toronto,ON,CA', 'Toronto', 'CA'],
        ['München,Bayern', 'Munich', 'DE'],
        ['LHR', 'London Heathrow Airport (LHR)', 'GB'],
      ] as const) {
        const { status, body } = await gazetteer.get(`/data/2.5/weather?q=${encodeURIComponent(q)}`)
        assert.deepEqual({ status, name: body.name, country: body.sys?.country }, { status: 200, name, country }, q)
      }
      for (const q of ['Berln', 'Reykjav', 'Paris,Germany', 'Reykjavk,IS', 'Qqxzvbn']) {
        const { body } = await gazetteer.get(`/data/2.5/weather?q=${q}`)
        assert.deepEqual(body, { cod: '404', message: 'city not found' }, q)
      }
    } finally {
      await gazetteer.close()
    }
  })

  describe('of postcodes', () => {
    let folder: string
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'isobar-zip-'))
      const file = join(folder, 'postcodes.txt')
      await writeFile(
        file,
        'DE\t10115\tBerlin\tBerlin\tBE\t\t00\tBerlin, Stadt\t11000\t52.5323\t13.3846\t4\n' +
          'US\t90210\tBeverly Hills\tCalifornia\tCA\tLos Angeles\t037\t\t\t34.0901\t-118.4065\t4\n' +
          'BM\tCR 01\tHamilton\tHamilton\t\t\t\t\t\t32.2949\t-64.783\t4\n' +
          'GB\tSW1A\tLondon\tEngland\tENG\tGreater London\t\tWestminster\t\t51.5004\t-0.1415\t4\n',
      )
      await loadPlaces(app.database.kysely as Parameters<typeof loadPlaces>[0], file)
      await app.services.changes.check()
    })
    after(() => rm(folder, { recursive: true, force: true }))

    it('200: the place, in the United States without a country', async () => {
      for (const [zip, expected] of [
        ['90210', { zip: '90210', name: 'Beverly Hills', lat: 34.0901, lon: -118.4065, country: 'US' }],
        ['10115,de', { zip: '10115', name: 'Berlin', lat: 52.5323, lon: 13.3846, country: 'DE' }],
        ['CR 01,BM', { zip: 'CR 01', name: 'Hamilton', lat: 32.2949, lon: -64.783, country: 'BM' }],
        ['SW1A 1AA,GB', { zip: 'SW1A 1AA', name: 'London', lat: 51.5004, lon: -0.1415, country: 'GB' }],
      ] as const) {
        const { status, body, headers } = await app.get(`/geo/1.0/zip?zip=${encodeURIComponent(zip)}`)
        assert.deepEqual({ status, body }, { status: 200, body: expected })
        assert.match(headers.get('link') ?? '', /GeoNames/)
      }
      const { status, body } = await app.get('/data/2.5/weather?zip=10115,DE&units=metric')
      assert.deepEqual(
        { status, name: body.name, country: body.sys.country, coord: body.coord },
        { status: 200, name: 'Berlin', country: 'DE', coord: { lon: 13.3846, lat: 52.5323 } },
      )
    })

    it('404 for a postcode of another country, and for what is none', async () => {
      for (const zip of ['10115', '90210,DE', 'Berlin,DE', '10115,Germany', '10115,', ',DE', "1' or '1"])
        assert.deepEqual((await app.get(`/geo/1.0/zip?zip=${encodeURIComponent(zip)}`)).body, { cod: '404', message: 'not found' }, zip)
      assert.deepEqual((await app.get('/data/2.5/weather?zip=10115')).body, { cod: '404', message: 'city not found' })
    })

    it('400 without one, and for one that is too long', async () => {
      assert.deepEqual((await app.get('/geo/1.0/zip?zip=')).body, { cod: '400', message: 'Nothing to geocode' })
      assert.equal((await app.get(`/geo/1.0/zip?zip=${'1'.repeat(41)}`)).status, 400)
    })
  })

  it('429 beyond the limits of our own search', async () => {
    // Nodes share what they counted within the last minute.
    app.clock.advance({ minutes: 2 })
    const limited = await createTestApp({ env: { RATE_LIMITS: 'geocode=2' } })
    try {
      await limited.get('/api/geocode?q=Berlin')
      assert.equal((await limited.get('/geo/1.0/direct?q=Berlin')).status, 200)
      const { status, body } = await limited.get('/geo/1.0/zip?zip=1')
      assert.deepEqual({ status, cod: body.cod }, { status: 429, cod: 429 })
    } finally {
      await limited.close()
    }
  })
})
