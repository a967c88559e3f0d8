import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRandom } from '../../../tools/random.ts'
import { deduceCondition, splitPrecipitation } from './deduced-condition.ts'
import { estimateTemperature } from './diurnal-temperature.ts'
import { computeEvapotranspiration } from './evapotranspiration.ts'
import { computeVapourPressureDeficit, computeWetBulb } from './moisture.ts'
import { findSunTimes } from './rising.ts'
import {
  computeMeanTerrestrialRadiation,
  computeTerrestrialRadiation,
  estimateClearSkyUvIndex,
  estimateUvIndex,
} from './solar-radiation.ts'
import { isSunUp } from './sun.ts'
import { computeSurfacePressure } from './surface-pressure.ts'

const near = (found: number | null, expected: number, within: number, name = ''): void =>
  assert.ok(found !== null && Math.abs(found - expected) <= within, `${name}: ${found} instead of ${expected}`)

describe('moisture', () => {
  it('has the values of published tables', () => {
    // FAO-56, example 5: es 2.39 kPa of 12.3 and 28.6 °C at 63 %; here at one temperature.
    near(computeVapourPressureDeficit(20, 50), 1.17, 0.01)
    // Stull (2011): 20 °C and 50 % have a wet bulb of 13.7 °C.
    near(computeWetBulb(20, 50), 13.7, 0.1)
    for (const [t, rh] of [
      [20, 4],
      [20, 100],
      [-21, 50],
      [51, 50],
    ] as const)
      assert.equal(computeWetBulb(t, rh), null)
  })
})

describe('pressure at the ground', () => {
  it('is that of the standard atmosphere at its temperatures', () => {
    for (const [height, expected] of [
      [0, 1_013.25],
      [1_000, 898.7],
      [3_000, 701.1],
    ] as const)
      near(computeSurfacePressure(1_013.25, 15 - 0.0065 * height, height), expected, 1.5)
  })
})

describe('the sun’s radiation', () => {
  it('has the daily sums of FAO-56, annex 2, table 2.6, within 3 %', () => {
    for (const [lat, month, megajoules] of [
      [0, 3, 37.9],
      [50, 6, 41.7],
      [-20, 9, 32.2],
    ] as const) {
      const day = Date.UTC(2026, month - 1, month === 9 ? 3 : 15)
      const sum =
        (computeMeanTerrestrialRadiation({ lat, lon: 0 }, day, day + 43_200_000) +
          computeMeanTerrestrialRadiation({ lat, lon: 0 }, day + 43_200_000, day + 86_400_000)) *
        0.0432
      near(sum, megajoules, megajoules * 0.03, `${lat}`)
    }
  })

  it('is nothing at night, and UV less under clouds', () => {
    const [noon, midnight] = [Date.UTC(2026, 5, 21, 12), Date.UTC(2026, 5, 21)]
    const place = { lat: 45, lon: 0 }
    assert.deepEqual([computeTerrestrialRadiation(place, midnight), estimateUvIndex(place, midnight, 0)], [0, 0])
    near(estimateClearSkyUvIndex(place, noon), 10.2, 1)
    const under = [0, 40, 80, 100].map((cover) => estimateUvIndex(place, noon, cover))
    assert.deepEqual(
      under,
      under.toSorted((a, b) => b - a),
    )
    near(under[3] ?? null, (under[0] ?? 0) * 0.31, 1e-9)
  })
})

it('evapotranspiration is that of FAO-56’s example 20, and a day’s is that of its hours', () => {
  // 15 July at 45°43' N: Tmax 26.6, Tmin 14.8, Ra 40.6 MJ/m²: 5.0 mm.
  const extremes = { min: 14.8, max: 26.6 }
  near(computeEvapotranspiration(20.7, extremes, 40.6 / 0.0864, 24), 5, 0.05)
  const hours = Array.from({ length: 24 }, () => computeEvapotranspiration(20.7, extremes, 40.6 / 0.0864, 1))
  near(
    hours.reduce((sum, value) => sum + value, 0),
    5,
    0.05,
  )
  assert.equal(computeEvapotranspiration(-30, extremes, 100, 24), 0)
})

it('a day’s temperature runs between its extremes: lowest at sunrise, highest at 14:00', () => {
  for (const sunrise of [4, 6, 8, 11]) {
    const at = (hour: number) => estimateTemperature(hour, { min: 5, max: 15 }, sunrise)
    near(at(sunrise), 5, 1e-9)
    near(at(14), 15, 1e-9)
    for (let hour = 0; hour <= 24; hour += 0.5) assert.ok(at(hour) >= 5 - 1e-9 && at(hour) <= 15 + 1e-9)
    near(at(24), at(0), 1e-9)
  }
})

describe('sunrise and sunset', () => {
  it('are when the sun crosses the horizon, wherever it does', () => {
    const random = createRandom(5)
    for (let n = 0; n < 100; n += 1) {
      const place = { lat: random.next() * 178 - 89, lon: random.next() * 360 - 180 }
      const start = Date.UTC(2026, random.between(0, 11), random.between(1, 28))
      const { rise: sunrise, set: sunset, sun } = findSunTimes(place, { startMs: start, endMs: start + 86_400_000 })
      for (const [at, rises] of [
        [sunrise, true],
        [sunset, false],
      ] as const)
        if (at !== null) assert.deepEqual([isSunUp(place, at - 2_000), isSunUp(place, at + 2_000)], [!rises, rises])
      if (sunrise === null && sunset === null)
        for (let hour = 0; hour < 24; hour += 1) assert.equal(isSunUp(place, start + hour * 3_600_000), sun === 'up')
    }
  })
})

describe('what falls', () => {
  const nothing = { precipitation: null, rain: null, snow: null, cloudCover: null }
  for (const [what, known, temperature, expected] of [
    ['unknown', {}, 5, null],
    ['a sky', { cloudCover: 40 }, 5, 'partly_cloudy'],
    ['a sky, where it is known to be dry', { precipitation: 0, cloudCover: 100 }, 5, 'overcast'],
    ['dry without a sky', { precipitation: 0 }, 5, null],
    ['rain', { precipitation: 1, cloudCover: 0 }, 5, 'light_rain'],
    ['heavy rain', { precipitation: 12 }, 5, 'heavy_rain'],
    ['snow by its temperature', { precipitation: 3 }, -1, 'snow'],
    ['snow as it is stated', { precipitation: 0.5, snow: 0.5, rain: 0 }, 2, 'light_snow'],
    ['both', { rain: 1, snow: 1 }, 0, 'sleet'],
  ] as const) {
    it(`is ${what}`, () => assert.equal(deduceCondition({ ...nothing, ...known }, temperature), expected))
  }

  it('is split by what is stated of it', () => {
    const split = (known: object) => splitPrecipitation({ precipitation: null, rain: null, snow: null, condition: null, ...known })
    assert.deepEqual(split({}), { rain: null, snow: null })
    assert.deepEqual(split({ precipitation: 0 }), { rain: 0, snow: 0 })
    assert.deepEqual(split({ precipitation: 3, rain: 1 }), { rain: 1, snow: 2 })
    assert.deepEqual(split({ precipitation: 3, snow: 4 }), { rain: 0, snow: 4 })
    assert.deepEqual(split({ rain: 1 }), { rain: 1, snow: null })
    assert.deepEqual(split({ precipitation: 2, condition: 'snow_showers' }), { rain: 0, snow: 2 })
    assert.deepEqual(split({ precipitation: 2, condition: 'rain' }), { rain: 2, snow: 0 })
  })
})
