import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Condition } from './condition.ts'
import { buildDaysFromSpans, type Span, sumDayAmount } from './days-from-spans.ts'
import { NOTHING_MEASURED } from './measurements.ts'

const HOUR = 3_600_000
const BERLIN = 'Europe/Berlin'
/** Midnight in Berlin. */
const MIDNIGHT = Date.parse('2026-09-19T22:00:00Z')

function span(fromHour: number, hours: number, values: Partial<Span> = {}): Span {
  return {
    ...NOTHING_MEASURED,
    condition: null,
    temperature: null,
    temperatureMin: null,
    temperatureMax: null,
    precipitationProbability: null,
    startMs: MIDNIGHT + fromHour * HOUR,
    endMs: MIDNIGHT + (fromHour + hours) * HOUR,
    ...values,
  }
}
const hours = (from: number, to: number, of: (hour: number) => Partial<Span>) =>
  Array.from({ length: to - from }, (_, index) => span(from + index, 1, of(from + index)))

describe('daysFromSpans', () => {
  it('gives a day its sum, extremes and means', () => {
    const [day, ...others] = buildDaysFromSpans(
      hours(0, 24, (hour) => ({
        temperature: hour === 15 ? 21.5 : hour === 4 ? 3.25 : 10,
        precipitation: 0.1,
        rain: 0.1,
        snow: 0,
        humidity: hour < 12 ? 40 : 80,
        pressure: 1_000,
        windSpeed: hour === 7 ? 9 : 2,
        windGust: hour === 23 ? 20 : 5,
        windDirection: hour < 12 ? 350 : 10,
        uvIndex: hour === 13 ? 6 : 0,
        precipitationProbability: hour === 3 ? 0.7 : 0.1,
      })),
      BERLIN,
    )
    assert.equal(others.length, 0)
    assert.deepEqual({ date: day?.date, time: day?.time }, { date: '2026-09-20', time: '2026-09-19T22:00:00Z' })
    assert.deepEqual(
      {
        temperatureMin: day?.temperatureMin,
        temperatureMax: day?.temperatureMax,
        precipitation: day?.precipitation,
        rain: day?.rain,
        snow: day?.snow,
      },
      { temperatureMin: 3.25, temperatureMax: 21.5, precipitation: 2.4, rain: 2.4, snow: 0 },
    )
    assert.deepEqual(
      { humidity: day?.humidity, pressure: day?.pressure, cloudCover: day?.cloudCover, dewPoint: day?.dewPoint },
      { humidity: 60, pressure: 1_000, cloudCover: null, dewPoint: null },
    )
    assert.deepEqual(
      {
        windSpeed: day?.windSpeed,
        windGust: day?.windGust,
        uvIndex: day?.uvIndex,
        precipitationProbability: day?.precipitationProbability,
      },
      { windSpeed: 9, windGust: 20, uvIndex: 6, precipitationProbability: 0.7 },
    )
    // The wind of hour 7 is stronger, so that the mean is west of north.
    assert.equal(day?.windDirection, 359)
    assert.deepEqual(
      { visibility: day?.visibility, sunrise: day?.sunrise, summary: day?.summary, feelsLikeMax: day?.feelsLikeMax },
      { visibility: null, sunrise: null, summary: null, feelsLikeMax: null },
    )
  })

  it('needs 90 % of a day for an extreme, 80 % for a sum or mean, and nothing for a condition', () => {
    const of = () => ({ temperature: 5, precipitation: 1, cloudCover: 50, windSpeed: 3, condition: 'fog' as const })
    const known = (from: number) => {
      const [day] = buildDaysFromSpans([...hours(from, 24, of), ...hours(24, 48, of)], BERLIN)
      return [day?.temperatureMin, day?.windSpeed, day?.precipitation, day?.cloudCover, day?.condition]
    }
    assert.deepEqual(known(2), [5, 3, 22, 50, 'fog'])
    assert.deepEqual(known(3), [null, null, 21, 50, 'fog'])
    assert.deepEqual(known(4), [null, null, 20, 50, 'fog'])
    assert.deepEqual(known(5), [null, null, null, null, 'fog'])
  })

  it('ends with the last day that has a number, and keeps the first', () => {
    const of = () => ({ temperature: 5, condition: 'rain' as const })
    const dates = (spans: Span[]) => buildDaysFromSpans(spans, BERLIN).map(({ date }) => date)
    assert.deepEqual(dates(hours(0, 30, of)), ['2026-09-20'])
    assert.deepEqual(dates(hours(20, 30, of)), ['2026-09-20'])
    assert.deepEqual(dates(hours(0, 24 + 22, of)), ['2026-09-20', '2026-09-21'])
    assert.deepEqual(dates([]), [])
  })

  it('takes the extremes of a span only within its day, and divides its amount by time', () => {
    const days = buildDaysFromSpans(
      [
        ...hours(0, 20, () => ({ temperature: 8, precipitation: 0 })),
        span(20, 6, { temperature: 7, temperatureMin: 1, temperatureMax: 7.5, precipitation: 6 }),
        span(26, 22, { temperature: 2, temperatureMin: 1.5, temperatureMax: 12, precipitation: 1 }),
      ],
      BERLIN,
    )
    assert.deepEqual(
      days.map(({ temperatureMin, temperatureMax, precipitation }) => [temperatureMin, temperatureMax, precipitation]),
      [
        [7, 8, 4],
        [1.5, 12, 3],
      ],
    )
  })

  it('has days of 23 and 25 hours', () => {
    const at = Date.parse('2026-10-24T22:00:00Z')
    const spans = Array.from({ length: 25 }, (_, hour) => ({
      ...span(0, 1, { precipitation: 1 }),
      startMs: at + hour * HOUR,
      endMs: at + (hour + 1) * HOUR,
    }))
    assert.deepEqual(
      buildDaysFromSpans(spans, BERLIN).map(({ date, precipitation }) => [date, precipitation]),
      [['2026-10-25', 25]],
    )
  })

  it('is as severe as its worst hour; a dry day is as its daytime is for longest', () => {
    const of = (condition: (hour: number) => Condition | null) =>
      buildDaysFromSpans(
        hours(0, 24, (hour) => ({ condition: condition(hour) })),
        BERLIN,
      )[0]?.condition
    assert.equal(
      of((hour) => (hour === 2 ? 'drizzle' : 'clear')),
      'drizzle',
    )
    assert.equal(
      of((hour) => (hour === 2 ? 'thunderstorm' : 'heavy_snow')),
      'thunderstorm',
    )
    assert.equal(
      of((hour) => (hour < 6 || hour >= 18 ? 'clear' : 'overcast')),
      'overcast',
    )
    assert.equal(
      of((hour) => (hour < 5 ? 'fog' : null)),
      'fog',
    )
    // As long as each other: the cloudier.
    assert.equal(
      of((hour) => (hour < 12 ? 'partly_cloudy' : 'clear')),
      'partly_cloudy',
    )
    assert.equal(
      of(() => null),
      null,
    )
  })

  it('has no direction if too few hours have one, and no range if too few have a temperature', () => {
    const day = (knownFrom: number) => {
      const known = { windSpeed: 3, windDirection: 90, temperature: 5 }
      return buildDaysFromSpans(
        hours(0, 24, (hour) => (hour < knownFrom ? { windSpeed: 3, precipitation: 0 } : known)),
        BERLIN,
      )[0]
    }
    assert.deepEqual([day(4)?.windDirection, day(5)?.windDirection], [90, null])
    assert.deepEqual([day(2)?.temperatureMin, day(3)?.temperatureMin], [5, null])
  })

  it('leaves a gust of a span that began the day before to that day', () => {
    const gust = (from: number, to: number, windGust: number) => span(from, to - from, { windGust, temperature: 5 })
    const [, day] = buildDaysFromSpans([gust(-24, -3, 5), gust(-3, 3, 30), gust(3, 9, 9), gust(9, 15, 8), gust(15, 24, 7)], BERLIN)
    assert.deepEqual({ date: day?.date, windGust: day?.windGust }, { date: '2026-09-20', windGust: 9 })
  })

  it('has no direction in a calm', () => {
    assert.equal(
      buildDaysFromSpans(
        hours(0, 24, () => ({ windSpeed: 0, windDirection: 90 })),
        BERLIN,
      )[0]?.windDirection,
      null,
    )
  })

  it('neither loses nor invents an amount', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 50 })), { minLength: 1, maxLength: 12 }),
        (parts) => {
          let at = 0
          const spans = parts.map(([length, amount]) => {
            at += length
            return { startMs: (at - length) * HOUR, endMs: at * HOUR, amount }
          })
          const whole = { startMs: 0, endMs: at * HOUR }
          const cut = { startMs: 0, endMs: Math.ceil(at / 2) * HOUR }
          const rest = { startMs: cut.endMs, endMs: whole.endMs }
          const total = parts.reduce((sum, [, amount]) => sum + amount, 0)
          assert.equal(sumDayAmount(spans, whole), total)
          if (rest.endMs > rest.startMs)
            assert.ok(Math.abs((sumDayAmount(spans, cut) ?? -1) + (sumDayAmount(spans, rest) ?? -1) - total) < 0.001)
        },
      ),
    )
  })
})
