import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { decodeObservations, decodeStations } from './observation-schema.ts'

const SAMPLES = new URL('../../../../../shared/upstream-samples/', import.meta.url)
const FOLDERS = ['nws/', 'nws-points-and-observations/'].map((folder) => new URL(folder, SAMPLES))

interface Quantity {
  readonly unitCode: string
  readonly value: number | null
  readonly qualityControl?: string
}
type Properties = Readonly<Record<string, unknown>>

function feature(changes: Properties, id = 'KALB') {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-73.8, 42.75] },
    properties: {
      elevation: { unitCode: 'wmoUnit:m', value: 89 },
      stationId: id,
      stationName: 'Albany International Airport',
      timestamp: '2026-07-15T19:50:00+00:00',
      presentWeather: [],
      temperature: { unitCode: 'wmoUnit:degC', value: 25, qualityControl: 'V' },
      windSpeed: { unitCode: 'wmoUnit:km_h-1', value: 36, qualityControl: 'V' },
      windDirection: { unitCode: 'wmoUnit:degree_(angle)', value: 270, qualityControl: 'V' },
      cloudLayers: [{ amount: 'SCT' }],
      ...changes,
    },
  }
}

function readingOf(changes: Properties) {
  let refused = 0
  const [report] = decodeObservations(feature(changes), 'nws', () => refused++) ?? []
  assert.ok(report !== undefined)
  return { ...report.reading, refused }
}

describe('an observation of the National Weather Service', () => {
  it('is left without values that their quality control refuses', () => {
    const flagged = (qualityControl: string) => readingOf({ temperature: { unitCode: 'wmoUnit:degC', value: 25, qualityControl } })
    for (const flag of ['X', 'Q', 'B'])
      assert.deepEqual({ temperature: flagged(flag).temperature, refused: flagged(flag).refused }, { temperature: null, refused: 1 })
    for (const flag of ['V', 'C', 'S', 'G', 'Z'])
      assert.deepEqual({ temperature: flagged(flag).temperature, refused: flagged(flag).refused }, { temperature: 25, refused: 0 })
  })

  it('is read in the units that it states, and not in unknown ones', () => {
    const wind = (unitCode: string) => readingOf({ windSpeed: { unitCode, value: 36, qualityControl: 'V' } }).windSpeed
    assert.deepEqual(
      { windWmoUnitKmH1: wind('wmoUnit:km_h-1'), windUnitMS1: wind('unit:m_s-1'), windWmoUnitKn: wind('wmoUnit:kn') },
      { windWmoUnitKmH1: 10, windUnitMS1: 36, windWmoUnitKn: null },
    )
    assert.deepEqual(
      { windWmoUnitConstructor: wind('wmoUnit:constructor'), windWmoUnitDegC: wind('wmoUnit:degC'), windWmoUnitMm: wind('wmoUnit:mm') },
      { windWmoUnitConstructor: null, windWmoUnitDegC: null, windWmoUnitMm: null },
    )
  })

  it('has a calm without direction, a least visibility, and conditions by their codes', () => {
    assert.equal(readingOf({ windSpeed: { unitCode: 'wmoUnit:km_h-1', value: 0, qualityControl: 'V' } }).windDirection, null)
    const visibility = { unitCode: 'wmoUnit:m', value: 16_093.44, qualityControl: 'C' }
    assert.equal(readingOf({ visibility }).isVisibilityLeast, true)
    assert.equal(readingOf({ visibility: { ...visibility, value: 9_656.06 } }).isVisibilityLeast, false)
    assert.equal(readingOf({ presentWeather: [{ rawString: '-RA' }, { rawString: 'BR' }] }).condition, 'light_rain')
    assert.equal(readingOf({ presentWeather: [{ weather: 'unknown' }] }).condition, null)
    assert.equal(readingOf({}).condition, 'partly_cloudy')
  })

  it('is left out without time, place or a safe identifier', () => {
    const none = [
      feature({ timestamp: '2026-07-15T19:50:00' }),
      { ...feature({}), geometry: null },
      feature({}, '../../x'),
      feature({}, ''),
    ]
    assert.deepEqual(
      decodeObservations({ features: none }, 'nws', () => {}),
      [],
    )
    for (const broken of [null, [], 'x', {}])
      assert.equal(
        decodeObservations(broken, 'nws', () => {}),
        null,
      )
  })
})

describe('recorded observations', () => {
  if (!existsSync(SAMPLES)) {
    it('are read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => new URL(file, folder)))
  const observed = files.filter(({ pathname }) => /\/observations?_.*\.json$/.test(pathname))

  it('are there', () => assert.ok(observed.length >= 5))
  for (const file of observed)
    it(`${file.pathname.split('/').at(-1)}: each number is the upstream's, converted`, () => {
      const raw = JSON.parse(readFileSync(file, 'utf8')) as { features?: { properties: Properties }[]; properties?: Properties }
      const sent = raw.features ?? [raw as { properties: Properties }]
      const reports = decodeObservations(raw, 'nws', () => assert.fail('no flag of these refuses'))
      assert.equal(reports?.length, sent.length)
      for (const [index, { station, reading }] of (reports ?? []).entries()) {
        const properties = (sent[index] as { properties: Properties }).properties
        const value = (name: string, factor = 1) => {
          const quantity = properties[name] as Quantity | undefined
          return quantity?.value === null || quantity === undefined ? null : quantity.value * factor
        }
        const near = (actual: number | null, expected: number | null, name: string) =>
          expected === null ? assert.equal(actual, null, name) : assert.ok(Math.abs(Number(actual) - expected) < 0.000_051, name)
        assert.equal(station.id, properties['stationId'])
        assert.equal(station.name, properties['stationName'])
        assert.equal(Date.parse(reading.observedAt), Date.parse(String(properties['timestamp'])))
        near(station.height, value('elevation'), 'height')
        near(reading.temperature, value('temperature'), 'temperature')
        near(reading.dewPoint, value('dewpoint'), 'dewPoint')
        near(reading.humidity, value('relativeHumidity'), 'humidity')
        near(reading.pressure, value('seaLevelPressure', 0.01), 'pressure')
        near(reading.windSpeed, value('windSpeed', 1 / 3.6), 'windSpeed')
        near(reading.windGust, value('windGust', 1 / 3.6), 'windGust')
        near(reading.windDirection, value('windSpeed') === 0 ? null : value('windDirection'), 'windDirection')
        near(reading.visibility, value('visibility'), 'visibility')
        near(reading.precipitation, value('precipitationLastHour'), 'precipitation')
        const expected = { Haze: 'haze', 'Freezing Fog': 'fog', 'Light Snow': 'light_snow', 'Partly Cloudy': 'partly_cloudy' }
        assert.equal(reading.condition, expected[properties['textDescription'] as keyof typeof expected])
      }
    })

  it('of stations list them with place and height', () => {
    const lists = files.filter(({ pathname }) => /\/stations_.*\.json$/.test(pathname))
    assert.equal(lists.length, 2)
    for (const file of lists) {
      const raw = JSON.parse(readFileSync(file, 'utf8')) as {
        features: { geometry: { coordinates: [number, number] }; properties: Properties & { elevation: Quantity } }[]
      }
      const stations = decodeStations(raw, 'nws') ?? []
      assert.equal(stations.length, raw.features.length)
      for (const [index, station] of stations.entries()) {
        const { geometry, properties } = raw.features[index] as (typeof raw.features)[number]
        assert.deepEqual([station.lon, station.lat], geometry.coordinates)
        assert.deepEqual({ id: station.id, name: station.name }, { id: properties['stationIdentifier'], name: properties['name'] })
        assert.ok(Math.abs(Number(station.height) - Number(properties.elevation.value)) < 0.001)
      }
    }
  })
})
