import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { blendHours, computeAvailability, findBlendedExtremes, type SourceHour, type SourceSeries } from './hours.ts'
import {
  type BlendSource,
  computePlaceCoefficients,
  countPlaceNumbers,
  createPlaceMemory,
  findBlendBand,
  learnPlaceEvent,
  learnPlaceQuantity,
  mergePlaceMemories,
  type PlaceMemory,
} from './place.ts'
import { createRandom } from './testing/synthetic.ts'

const SOURCES: readonly BlendSource[] = [
  { id: 'one', family: 'x', rain: 'probability' },
  { id: 'two', family: 'y', rain: 'amount' },
]
const QUANTITIES = ['temperature', 'dewPoint', 'windSpeed', 'windGust', 'pressure', 'cloudCover'] as const
const near = (actual: number | undefined, expected: number, within: number) =>
  assert.ok(Math.abs((actual ?? NaN) - expected) <= within, `${actual} is not ${expected} ± ${within}`)

/** The second source is two too high, its rain amounts mean nothing; in all bands. */
function learnPlace(days: readonly number[]): PlaceMemory {
  const place = createPlaceMemory(SOURCES)
  const { normal, uniform } = createRandom(1)
  for (const day of days) {
    for (const leadHours of [3, 12, 36, 60, 96, 150, 200]) {
      for (const name of QUANTITIES) {
        const truth = 20 + 3 * normal()
        const forecasts = [truth + normal(), truth + 2 + normal()]
        for (let hourClass = 0; hourClass < 8; hourClass += 1)
          learnPlaceQuantity(place, name, leadHours, { day, hourClass, forecasts, truth, issued: null })
      }
      const happened = uniform() < 0.3
      learnPlaceEvent(place, 'hourOfRain', leadHours, {
        day,
        forecasts: [happened ? 0.6 : 0.1, uniform()],
        happened,
        amount: null,
        issued: null,
      })
    }
  }
  return place
}

const days = Array.from({ length: 60 }, (_, day) => day)
const place = learnPlace(days)
const coefficients = computePlaceCoefficients(place, [], 60)
const axis = Array.from({ length: 72 }, (_, i) => ({ leadHours: i + 1, hour: i % 24 }))
const anHour = (value: number, windDirection: number | null = null): SourceHour => ({
  temperature: value,
  dewPoint: value - 5,
  windSpeed: value,
  windGust: value,
  pressure: value,
  cloudCover: value,
  windDirection,
  rain: 0.2,
})
const aSeries = (length: number, hour: SourceHour, ageHours = 1): SourceSeries => ({ hours: Array.from({ length }, () => hour), ageHours })

describe('blended hours', () => {
  it('have the bias of each source removed, whatever the hour and lead', () => {
    const hours = blendHours(coefficients, axis, [aSeries(72, anHour(20)), aSeries(72, anHour(22))])
    for (const { temperature } of hours) {
      near(temperature?.value, 20, 0.6)
      near((temperature?.subtracted[1] ?? NaN) - (temperature?.subtracted[0] ?? NaN), 2, 0.8)
    }
    assert.equal(hours.length, 72)
  })

  it('make no jump where a source ends, and none between bands and classes of the hour', () => {
    const hours = blendHours(coefficients, axis, [aSeries(72, anHour(20)), aSeries(40, anHour(27))])
    const values = hours.map(({ temperature }) => temperature?.value ?? NaN)
    const gap = Math.abs((values[20] as number) - (values[60] as number))
    assert.ok(gap > 1, String(gap))
    for (const [i, value] of values.slice(1).entries()) assert.ok(Math.abs(value - (values[i] as number)) < gap / 3, `hour ${i}: ${value}`)
    assert.deepEqual(hours[50]?.temperature?.weights, [1, 0])
    const single = blendHours(coefficients, axis, [aSeries(72, anHour(20)), aSeries(0, anHour(0))])
    near(hours[50]?.temperature?.value, single[50]?.temperature?.value ?? NaN, 1e-12)
  })

  it('stay within what can be: cloud to 100 %, gusts from the wind on, dew point to the temperature', () => {
    const odd: SourceHour = { ...anHour(20), cloudCover: 140, windGust: 3, dewPoint: 30 }
    const [first] = blendHours(coefficients, axis, [aSeries(72, odd), aSeries(72, odd)])
    assert.equal(first?.cloudCover?.value, 100)
    assert.equal(first?.windGust?.value, first?.windSpeed?.value)
    assert.equal(first?.dewPoint?.value, first?.temperature?.value)
  })

  it('take directions as vectors: the mean of 350° and 10° is north, opposite winds have none', () => {
    const direction = (a: number | null, b: number | null) =>
      blendHours(coefficients, axis, [aSeries(72, anHour(5, a)), aSeries(72, anHour(5, b))])[0]?.windDirection ?? null
    const north = direction(350, 10)
    assert.ok(north !== null && Math.min(north, 360 - north) < 10, String(north))
    near(direction(90, null) ?? undefined, 90, 1e-9)
    assert.equal(direction(null, null), null)
  })

  it('have a chance of rain from the source that was right', () => {
    const hours = blendHours(coefficients, axis, [aSeries(72, { ...anHour(20), rain: 0.6 }), aSeries(72, { ...anHour(22), rain: 0 })])
    const dry = blendHours(coefficients, axis, [aSeries(72, { ...anHour(20), rain: 0.1 }), aSeries(72, { ...anHour(22), rain: 0 })])
    assert.ok((hours[0]?.rain?.chance ?? NaN) > (dry[0]?.rain?.chance ?? NaN) + 0.2)
  })

  it('have extremes', () => {
    const values = aSeries(3, anHour(20)).hours.map((hour, index) => hour && { ...hour, temperature: [20, 26, 14][index] ?? null })
    const hours = blendHours(coefficients, axis.slice(0, 3), [{ ...aSeries(3, anHour(20)), hours: values }, aSeries(0, anHour(1))])
    const blended = hours.map(({ temperature }) => temperature?.value)
    assert.deepEqual(findBlendedExtremes(hours), { max: blended[1], min: blended[2] })
    assert.equal(findBlendedExtremes([]), null)
  })

  it('are unknown where no source is, or nothing was learned', () => {
    const [none] = blendHours(coefficients, axis, [aSeries(0, anHour(1)), aSeries(0, anHour(1))])
    assert.deepEqual(
      { temperature: none?.temperature, rain: none?.rain, windDirection: none?.windDirection },
      { temperature: null, rain: null, windDirection: null },
    )
    const [unlearned] = blendHours(computePlaceCoefficients(createPlaceMemory(SOURCES), [], 0), axis, [
      aSeries(72, anHour(1)),
      aSeries(72, anHour(2)),
    ])
    assert.equal(unlearned?.temperature, null)
  })
})

describe('what is available of a source', () => {
  it('falls step by step to its end and around gaps, and with the age of its issue', () => {
    const hour = anHour(1)
    const shares = computeAvailability(
      { hours: [...Array.from({ length: 12 }, () => hour), null, ...Array.from({ length: 3 }, () => hour)], ageHours: 0 },
      20,
    )
    assert.equal(shares[0], 1)
    assert.equal(shares[12], 0)
    assert.equal(shares[16], 0)
    for (const [i, share] of shares.slice(1, 16).entries()) assert.ok(Math.abs(share - (shares[i] as number)) <= 1 / 7 + 1e-12)
    const at = (ageHours: number) => computeAvailability(aSeries(20, hour, ageHours), 20)[0]
    assert.deepEqual([at(12), at(18), at(24), at(99)], [1, 0.5, 0, 0])
  })
})

describe('the memory of a place', () => {
  it('is bounded: 62 kB with four sources in single precision', () => {
    const four = Array.from({ length: 4 }, (_, i) => ({ id: String(i), family: String(i), rain: 'amount' as const }))
    assert.equal(countPlaceNumbers(four), 15_420)
    assert.ok(4 * countPlaceNumbers(four) < 62_000)
  })

  it('of two halves of the days gives the coefficients of all', () => {
    const { quantities } = computePlaceCoefficients(mergePlaceMemories(place, createPlaceMemory(SOURCES)), [], 60)
    assert.deepEqual(quantities, coefficients.quantities)
    const twice = computePlaceCoefficients(mergePlaceMemories(place, learnPlace([100])), [], 60)
    assert.notDeepEqual(twice.quantities, coefficients.quantities)
  })

  it('serves a new place beside it, and ignores leads beyond the last band', () => {
    const neighbours = [{ memory: place, distanceKm: 10, higherKm: 0, moreCoastal: 0 }]
    const { quantities } = computePlaceCoefficients(createPlaceMemory(SOURCES), neighbours, 60)
    const { intercepts = [], slope = NaN } = quantities.get('temperature 1')?.biases[1] ?? {}
    near((intercepts[0] ?? NaN) + slope * 22, 1.2, 0.8)
    assert.deepEqual([findBlendBand(1), findBlendBand(168), findBlendBand(169)], [0, 5, null])
  })
})
