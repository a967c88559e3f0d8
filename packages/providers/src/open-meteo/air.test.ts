import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { EUROPEAN_CATEGORIES } from '@isobar/weather'
import { transformAir } from './air.ts'
import { transformMarine } from './marine.ts'
import { decodeOpenMeteoForecast } from './schema.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/', import.meta.url)
const skip = existsSync(RECORDED) ? false : 'the recorded answers are not here'

interface Recording {
  readonly utc_offset_seconds: number
  readonly hourly: Record<string, (number | null)[]> & { time: never }
}

function recorded(name: string) {
  const body = JSON.parse(readFileSync(new URL(name, RECORDED), 'utf8')) as Recording
  const times = (body.hourly.time as string[]).map((time) => Date.parse(`${time}Z`) - body.utc_offset_seconds * 1_000)
  return { body, times, column: (name: string) => body.hourly[name] ?? [] }
}

function decoded(body: unknown, now: number) {
  const forecast = decodeOpenMeteoForecast(body, now)
  assert.ok(forecast)
  return forecast
}

const NAMES = {
  pm25: 'pm2_5',
  pm10: 'pm10',
  no2: 'nitrogen_dioxide',
  o3: 'ozone',
  so2: 'sulphur_dioxide',
  co: 'carbon_monoxide',
  dust: 'dust',
} as const

describe('recorded air', { skip }, () => {
  for (const name of ['berlin_pollen', 'toronto_no_pollen', 'seattle_smoke']) {
    it(`${name}: every value of every hour that is not over`, () => {
      const { body, times, column } = recorded(`air-quality/openmeteo_aq_${name}_2026.json`)
      const from = 26
      const now = (times[from] as number) + 60_000
      const { available, points } = transformAir(decoded(body, now), now)
      assert.equal(available, true)
      let compared = 0
      for (const [index, point] of points.entries()) {
        assert.equal(Date.parse(point.time), times[from + index])
        for (const [field, variable] of Object.entries(NAMES)) {
          assert.equal(point[field as keyof typeof NAMES], column(variable)[from + index], `${point.time} ${field}`)
          compared++
        }
        for (const plant of ['alder', 'birch', 'grass', 'mugwort', 'olive', 'ragweed'] as const) {
          assert.equal(point.pollen?.[plant] ?? null, column(`${plant}_pollen`)[from + index], `${point.time} ${plant}`)
          compared++
        }
        assert.equal(point.pollen === null, column('grass_pollen')[from + index] === null)
      }
      const last = times.findLastIndex((_, index) => Object.values(NAMES).some((variable) => column(variable)[index] !== null))
      assert.equal(points.length, last + 1 - from)
      assert.ok(compared > 500, String(compared))
    })

    // The source's own numbers in these recordings are by the bands of before 2024, and by means of a day.
    it(`${name}: our European index is the worst band of the agency, by the hour`, () => {
      const { body, times, column } = recorded(`air-quality/openmeteo_aq_${name}_2026.json`)
      const now = times[24] as number
      const { points } = transformAir(decoded(body, now), now)
      const ends = { pm2_5: [5, 15, 50, 90, 140], pm10: [15, 45, 120, 195, 270], nitrogen_dioxide: [10, 25, 60, 100, 150] }
      const gases = { ozone: [60, 100, 120, 160, 180], sulphur_dioxide: [20, 40, 125, 190, 275] }
      let compared = 0
      for (const { time, europeanIndex } of points) {
        const at = times.indexOf(Date.parse(time))
        const bands = Object.entries({ ...ends, ...gases }).flatMap(([variable, bounds]) => {
          const value = column(variable)[at] ?? null
          return value === null ? [] : [bounds.filter((end) => value > end).length]
        })
        assert.equal(europeanIndex?.category, bands.length === 0 ? undefined : EUROPEAN_CATEGORIES[Math.max(...bands)], time)
        compared++
      }
      assert.ok(compared >= 20)
    })
  }

  it('of one variable and no other is what it is', () => {
    const { body, times, column } = recorded('air-quality/openmeteo_aq_beijing_2023_co_only.json')
    const now = times[0] as number
    const { points } = transformAir(decoded(body, now), now)
    assert.deepEqual(
      points.map(({ co }) => co),
      column('carbon_monoxide'),
    )
    assert.ok(points.every(({ pm25, europeanIndex, pollen }) => pm25 === null && europeanIndex === null && pollen === null))
  })
})

const HOURS = (values: Record<string, unknown>, units: Record<string, string> = {}) => ({
  timezone: 'Europe/Berlin',
  utc_offset_seconds: 3_600,
  hourly_units: units,
  hourly: { time: [0, 3_600], ...values },
})

describe('air', () => {
  it('in another unit, or impossible, is unknown', () => {
    const read = (values: Record<string, unknown>, units?: Record<string, string>) => transformAir(decoded(HOURS(values, units), 0), 0)
    assert.equal(read({ pm10: [5, 6] }, { pm10: 'µg/m³' }).points[1]?.pm10, 6)
    assert.deepEqual(read({ pm10: [5, 6] }, { pm10: 'ppb' }), { available: false, points: [] })
    assert.equal(read({ pm10: [-1, 6] }).points[0]?.pm10, null)
    assert.equal(read({ pm10: [15_001, 15_000] }).points[0]?.pm10, null)
    assert.equal(read({ pm10: [15_001, 15_000] }).points[1]?.pm10, 15_000)
    assert.equal(read({ pm10: ['5', 6] }).points[0]?.pm10, null)
    assert.deepEqual(read({}), { available: false, points: [] })
  })
})

describe('the sea', () => {
  it('recorded in feet is in metres', { skip }, () => {
    const { body, times, column } = recorded('open-meteo-extras/marine_sydney_feet_2023.json')
    const now = times[0] as number
    const { available, points } = transformMarine(decoded(body, now), now)
    assert.equal(available, true)
    assert.equal(points.length, times.length)
    for (const [index, point] of points.entries()) {
      assert.ok(Math.abs((point.waveHeight as number) - (column('wave_height')[index] as number) * 0.3048) < 0.000_06)
      assert.equal(point.waveDirection, column('wave_direction')[index])
      assert.equal(point.waterTemperature, null)
    }
  })

  it('is not there on land, and begins with the running hour', () => {
    const read = (values: Record<string, unknown>, now: number) => transformMarine(decoded(HOURS(values), now), now)
    assert.deepEqual(read({ wave_height: [null, null] }, 0), { available: false, points: [] })
    assert.equal(read({ wave_height: [1, 2] }, 3_599_999).points.length, 2)
    assert.deepEqual(
      read({ wave_height: [1, 2] }, 3_600_000).points.map(({ waveHeight }) => waveHeight),
      [2],
    )
    assert.equal(read({ wave_height: [null, null], sea_surface_temperature: [9, null] }, 0).points.length, 1)
  })
})
