import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const SAMPLES = new URL('../../../../../shared/upstream-samples/', import.meta.url)
const RECORDED: Readonly<Record<string, string>> = {
  'open-meteo/geocoding_search_toronto.json': 'name=Toronto',
  'open-meteo-extras/geocoding_berlin_admin_gaps.json': 'name=Berlin&count=1',
  'open-meteo-extras/geocoding_brasilia_non_ascii.json': 'name=Bras%C3%ADlia&count=1',
  'open-meteo-extras/geocoding_paris_postcodes.json': 'name=Paris&count=2',
}
/** Of a place theirs has these, and we have not. */
const LACKING = new Set(['admin2_id', 'admin3_id', 'admin4_id', 'admin2', 'admin3', 'admin4', 'postcodes'])

const EQUAL = new Set(['id', 'name', 'country_code', 'country', 'country_id', 'admin1_id', 'feature_code', 'timezone'])

type Place = Readonly<Record<string, unknown>>

describe('GET /v1/search and /v1/get', () => {
  let app: TestApp
  before(async () => {
    // Only the bundled towns: the simulator's places are not those of the recordings.
    app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo' } })
  })
  after(() => app.close())

  describe('a recorded answer', { skip: existsSync(SAMPLES) ? false : `${SAMPLES.pathname} is missing` }, () => {
    for (const [file, query] of Object.entries(RECORDED)) {
      it(`has the same first place: ${file}`, async () => {
        const recorded = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')) as { results: Place[] }
        const { status, body } = await app.get(`/v1/search?${query}`)
        assert.equal(status, 200)
        const [theirs = {}, ours = {}] = [recorded.results[0], body.results[0] as Place]
        for (const [field, value] of Object.entries(theirs)) {
          if (LACKING.has(field) || (field === 'admin1' && ours[field] === undefined)) continue
          assert.equal(typeof ours[field], typeof value, field)
          // Sources of another year count and place a town otherwise, and name its region in their own way.
          if (EQUAL.has(field)) assert.equal(ours[field], value, field)
          // Theirs is that of a terrain of 90 m.
          if (field === 'elevation')
            assert.ok(Math.abs(Number(ours[field]) - Number(value)) < 40, `${String(ours[field])} m for ${String(value)}`)
          if (['latitude', 'longitude'].includes(field)) assert.ok(Math.abs(Number(ours[field]) - Number(value)) < 0.05, field)
        }
        assert.deepEqual(
          Object.keys(ours).filter((field) => !Object.hasOwn(theirs, field)),
          [],
        )
      })
    }
  })

  it('has no results if nothing matches, or the name is too short or too long', async () => {
    for (const name of ['Qqxzvbn', 'B', '', 'x'.repeat(101), '%F0%9F%8C%A6']) {
      const { status, body, headers } = await app.get(`/v1/search?name=${name}`)
      assert.deepEqual({ status, body }, { status: 200, body: { generationtime_ms: 0 } }, name)
      assert.equal(headers.get('link'), null, 'nobody is credited for nothing')
    }
  })

  it('names countries in the language asked for, and credits GeoNames', async () => {
    const { body, headers } = await app.get('/v1/search?name=Wien&language=de&format=json&countryCode=AT')
    assert.deepEqual(
      { country: body.results[0].country, country_code: body.results[0].country_code },
      { country: 'Österreich', country_code: 'AT' },
    )
    assert.match(String(headers.get('link')), /geonames/)
    assert.equal((await app.get('/v1/search?name=Wien&language=not%20a%20language')).body.results[0].country, 'Austria')
  })

  it('finds a place by the id that a search gave', async () => {
    const [berlin] = (await app.get('/v1/search?name=Berlin')).body.results
    assert.equal(berlin.id, 2950159)
    const { body, headers } = await app.get('/v1/get?id=2950159')
    assert.deepEqual(body, berlin)
    assert.equal((await app.get('/v1/get?id=2950159', { 'if-none-match': String(headers.get('etag')) })).status, 304)
  })

  it('refuses in their words', async () => {
    for (const [query, reason] of [
      ['search?name=Berlin&count=0', 'Parameter count must be between 1 and 100.'],
      ['search?name=Berlin&count=101', 'Parameter count must be between 1 and 100.'],
      ['search', "No value found at path 'name'"],
      [
        'search?name=Berlin&format=protobuf',
        'Cannot initialize ProtobufSerializationFormat from invalid String value protobuf for key format',
      ],
      ['get?id=1', 'Location ID not found.'],
      ['get?id=999999999', 'Location ID not found.'],
      ['get?id=-5', 'Location ID not found.'],
      ['get', "No value found at path 'id'"],
    ] as const) {
      const { status, body } = await app.get(`/v1/${query}`)
      assert.deepEqual({ status, body }, { status: 400, body: { error: true, reason } }, query)
    }
  })
})
