import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { EN, normaliseSpaces } from '../city/testing/teller.ts'
import { buildTestHourly } from '../city/testing/weather.ts'
import { describeLikelyHigh, findLikelyHigh, gradeSureness, SURENESS } from './sureness.ts'

const DATE = '2026-11-22'
/** Midnight in Berlin. */
const FROM = '2026-11-21T23:00:00Z'
const tenths = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((each) => each / 10)

describe('how sure a day’s high is', () => {
  it('grows no surer as its range grows wider, and each degree of it is reached', () => {
    fc.assert(
      fc.property(tenths(0, 30), tenths(0, 30), (one, other) => {
        const [narrow, wide] = [Math.min(one, other), Math.max(one, other)]
        assert.ok(SURENESS.indexOf(gradeSureness(narrow)) <= SURENESS.indexOf(gradeSureness(wide)))
      }),
    )
    assert.deepEqual([0, 3, 3.1, 6, 6.1, 50].map(gradeSureness), ['sure', 'sure', 'fairly', 'fairly', 'unsure', 'unsure'])
  })

  it('is said with the range of the warmest hour, in which the high lies, whatever the unit; else nothing is said', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ temperature: tenths(-20, 35), below: tenths(0, 6), above: tenths(0, 6) }), { minLength: 24, maxLength: 24 }),
        (hours) => {
          const points = hours.map(({ temperature, below, above }) => ({
            temperature,
            temperatureLow: temperature - below,
            temperatureHigh: temperature + above,
          }))
          const hourly = buildTestHourly(FROM, points)
          const high = Math.max(...points.map(({ temperature }) => temperature))
          const warmest = points.find(({ temperature }) => temperature === high)
          assert.deepEqual(findLikelyHigh(hourly.points, DATE, EN.zone), { low: warmest?.temperatureLow, high: warmest?.temperatureHigh })
          const text = String(normaliseSpaces(describeLikelyHigh(hourly, DATE, high, EN) ?? ''))
          const ends = (text.match(/[-−]?\d+(?=°)/g) ?? []).map((degrees) => Number(degrees.replace('−', '-')))
          assert.ok(ends.length === 2 && (ends[0] ?? NaN) - 0.5 <= high && high <= (ends[1] ?? NaN) + 0.5, text)
          const inFahrenheit = points.map((point) => ({
            temperature: point.temperature * 1.8 + 32,
            temperatureLow: point.temperatureLow * 1.8 + 32,
            temperatureHigh: point.temperatureHigh * 1.8 + 32,
          }))
          const imperial = { ...buildTestHourly(FROM, inFahrenheit), units: { ...hourly.units, temperature: '°F' } }
          const wordsOf = (said: string | null) => said?.split(', ')[1]
          const width = (warmest?.temperatureHigh ?? 0) - (warmest?.temperatureLow ?? 0)
          // Next to a limit, rounding decides.
          if (Math.min(Math.abs(width - 3), Math.abs(width - 6)) > 0.01)
            assert.equal(
              wordsOf(describeLikelyHigh(imperial, DATE, high * 1.8 + 32, EN)),
              wordsOf(describeLikelyHigh(hourly, DATE, high, EN)),
            )
        },
      ),
    )
    const plain = buildTestHourly(FROM, [{ temperature: 8 }])
    assert.equal(describeLikelyHigh(plain, DATE, 8, EN), null)
    assert.equal(describeLikelyHigh(null, DATE, 8, EN), null)
    const banded = buildTestHourly(FROM, [{ temperature: 6.5, temperatureLow: 5, temperatureHigh: 8.4 }])
    assert.equal(describeLikelyHigh(banded, DATE, 6.5, EN), 'high between 5° and 8°, fairly sure')
    assert.equal(describeLikelyHigh(banded, '2026-11-23', 6.5, EN), null)
    // The day's own high lies beyond: its hours do not know it.
    assert.equal(describeLikelyHigh(banded, DATE, 12, EN), null)
  })
})
