import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { decodeCurrent } from './observations.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/bright-sky/', import.meta.url)

type Json = Readonly<Record<string, unknown>>
interface Answer {
  readonly weather: Json & { readonly source_id: number; readonly fallback_source_ids: Readonly<Record<string, number>> }
  readonly sources: readonly (Json & { readonly id: number; readonly dwd_station_id: string })[]
}

const MOUNTAIN = { id: 1, dwd_station_id: '01346', lat: 47.8749, lon: 8.0038, height: 1_489.6, station_name: 'Feldberg' }
const TOWN = { id: 2, dwd_station_id: '01443', lat: 48.0232, lon: 7.8343, height: 236.5, station_name: 'Freiburg' }

function answer(weather: Json = {}, fallbacks: Json = {}): Json {
  const timestamp = '2026-07-24T15:30:00+00:00'
  return { weather: { source_id: 1, timestamp, ...weather, fallback_source_ids: fallbacks }, sources: [MOUNTAIN, TOWN] }
}

describe('current weather of Bright Sky', () => {
  it('gives each value to the station that it is from', () => {
    const reports = decodeCurrent(answer({ temperature: 32.1, wind_speed_10: 36 }, { temperature: 2 }), 'bright-sky') ?? []
    assert.deepEqual(
      reports.map(({ station, reading }) => [station.id, station.height, reading.temperature, reading.windSpeed]),
      [
        ['01346', 1_489.6, null, 10],
        ['01443', 236.5, 32.1, null],
      ],
    )
  })

  it('has a condition of the kinds that it names, and of a dry sky by its cover', () => {
    const of = (weather: Json, fallbacks: Json = {}) =>
      decodeCurrent(answer({ temperature: 1, ...weather }, fallbacks), 's')?.[0]?.reading.condition
    assert.equal(of({ condition: 'rain', cloud_cover: 100 }), 'rain')
    assert.equal(of({ condition: 'thunderstorm' }), 'thunderstorm')
    assert.equal(of({ condition: 'constructor' }), null)
    assert.equal(of({ condition: null, cloud_cover: 50 }), null)
    assert.deepEqual(
      [0, 6, 7, 31, 32, 56, 57, 94, 95, 100].map((cloud_cover) => of({ condition: 'dry', cloud_cover })),
      [
        'clear',
        'clear',
        'mostly_clear',
        'mostly_clear',
        'partly_cloudy',
        'partly_cloudy',
        'mostly_cloudy',
        'mostly_cloudy',
        'overcast',
        'overcast',
      ],
    )
    assert.equal(of({ condition: 'dry', cloud_cover: 50 }, { cloud_cover: 2 }), null)
    assert.equal(of({ condition: 'rain' }, { condition: 2 }), null)
  })

  it('is nothing without values, and no answer without a time', () => {
    assert.deepEqual(decodeCurrent(answer(), 's'), [])
    for (const broken of [null, [], {}, { weather: {} }, answer({ timestamp: 'now' }), answer({ timestamp: '2026-07-24T15:30:00' })])
      assert.equal(decodeCurrent(broken, 's'), null)
    const unsafe = { ...answer({ temperature: 1 }), sources: [{ ...MOUNTAIN, dwd_station_id: '../x' }] }
    assert.deepEqual(decodeCurrent(unsafe, 's'), [])
  })
})

describe('recorded current weather', () => {
  if (!existsSync(RECORDED)) {
    it('is read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const files = readdirSync(RECORDED).filter((file) => file.startsWith('current_weather_'))
  const KMH = { windSpeed: 'wind_speed_10', windGust: 'wind_gust_speed_60' } as const
  const SAME = {
    temperature: 'temperature',
    dewPoint: 'dew_point',
    humidity: 'relative_humidity',
    pressure: 'pressure_msl',
    windDirection: 'wind_direction_10',
    visibility: 'visibility',
    precipitation: 'precipitation_60',
  } as const

  it('is there', () => assert.equal(files.length, 2))
  for (const file of files)
    it(`${file}: each number is the upstream's, at its own station`, () => {
      const { weather, sources } = JSON.parse(readFileSync(new URL(file, RECORDED), 'utf8')) as Answer
      const reports = decodeCurrent({ weather, sources }, 'bright-sky') ?? []
      for (const { id, dwd_station_id, lat, lon, height, station_name } of sources) {
        const report = reports.find(({ station }) => station.id === dwd_station_id)
        const isFrom = (field: string) => (weather.fallback_source_ids[field] ?? weather.source_id) === id
        const fields = { ...SAME, ...KMH }
        // A station that only measured the sun has no report.
        assert.equal(report !== undefined, Object.values(fields).some(isFrom))
        if (report === undefined) continue
        assert.deepEqual(report.station, { source: 'bright-sky', id: dwd_station_id, name: station_name, lat, lon, height })
        assert.equal(Date.parse(report.reading.observedAt), Date.parse(String(weather['timestamp'])))
        for (const [name, field] of Object.entries(SAME))
          assert.equal(report.reading[name as keyof typeof SAME], isFrom(field) ? weather[field] : null, name)
        for (const [name, field] of Object.entries(KMH)) {
          const value: number | null = report.reading[name as keyof typeof KMH]
          if (isFrom(field)) assert.ok(Math.abs(Number(value) - Number(weather[field]) / 3.6) < 0.000_051, name)
          else assert.equal(value, null, name)
        }
        const condition = weather['cloud_cover'] === 88 ? 'mostly_cloudy' : 'partly_cloudy'
        assert.equal(report.reading.condition, isFrom('condition') ? condition : null)
      }
    })
})
