import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

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

  it('429 beyond the limits of our own search', async () => {
    // Nodes share what they counted within the last minute.
    app.clock.advance({ minutes: 2 })
    const limited = await createTestApp({ beside: app, env: { RATE_LIMITS: 'geocode=2' } })
    try {
      await limited.get('/api/geocode?q=Berlin')
      assert.equal((await limited.get('/geo/1.0/direct?q=Berlin')).status, 200)
      const { status, body } = await limited.get('/geo/1.0/zip?zip=1')
      assert.deepEqual([status, body.cod], [429, 429])
    } finally {
      await limited.close()
    }
  })
})
