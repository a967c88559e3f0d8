import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { transformWeather25 } from './weather25.ts'

const NOW = Date.parse('2026-09-19T10:12:30Z')
const BERLIN = toCell(52.52, 13.41)
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')) as Record<string, unknown>

describe('current weather 2.5', () => {
  it('is in the canonical model, with null for what it lacks', () => {
    const { current } = transformWeather25(read('weather25'), BERLIN, NOW) ?? {}
    assert.deepEqual(current, {
      kind: 'analysis',
      observedAt: '2026-09-19T10:12:05Z',
      temperature: 14.2,
      feelsLike: 13.7,
      dewPoint: null,
      humidity: 81,
      pressure: 1012,
      cloudCover: 75,
      visibility: 10_000,
      uvIndex: null,
      windSpeed: 4.1,
      windGust: 9.3,
      windDirection: 250,
      precipitation: 0.42,
      rain: 0.42,
      snow: null,
      condition: 'thunderstorm',
      providerCode: 211,
      isDay: true,
      sunrise: '2026-09-19T04:45:00Z',
      sunset: '2026-09-19T17:10:00Z',
    })
  })

  it('has no sun in polar night, where it sends zeros, and ignores its icon letter', () => {
    const { current } = transformWeather25(read('weather25-polar-night'), toCell(69.65, 18.96), Date.parse('2026-01-12T04:00:00Z')) ?? {}
    assert.deepEqual(
      { sunrise: current?.sunrise, sunset: current?.sunset, isDay: current?.isDay, rain: current?.rain },
      { sunrise: null, sunset: null, isDay: false, rain: null },
    )
  })

  it('is in the zone of its place, unless the offset differs', () => {
    const clockOf = (timezone: unknown, lat = 52.52, lon = 13.41) =>
      transformWeather25({ ...read('weather25'), timezone }, toCell(lat, lon), NOW)?.clock
    assert.deepEqual(clockOf(7_200), { timezone: 'Europe/Berlin', utcOffsetSeconds: 7_200 })
    assert.deepEqual(clockOf(undefined), { timezone: 'Europe/Berlin', utcOffsetSeconds: 7_200 })
    assert.deepEqual(clockOf(10_800), { timezone: 'Etc/GMT-3', utcOffsetSeconds: 10_800 })
    assert.deepEqual(clockOf(20_700, 27.7, 85.3), { timezone: 'Asia/Kathmandu', utcOffsetSeconds: 20_700 })
  })

  it('is refused if it is invalid', () => {
    for (const body of [null, [], {}, { dt: 1 }, { main: {} }, { dt: 'x', main: {} }])
      assert.equal(transformWeather25(body, BERLIN, NOW), null)
  })
})
