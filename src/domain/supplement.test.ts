import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { NOTHING_MEASURED } from './measurements.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, Series } from './model.ts'
import { FIELD_GROUPS, type FieldGroup, isSupplemented, lackingGroups, supplemented } from './supplement.ts'

function hour(time: string, values: Partial<HourlyPoint> = {}): HourlyPoint {
  return {
    time,
    temperature: 5,
    feelsLike: null,
    ...NOTHING_MEASURED,
    precipitationProbability: null,
    condition: null,
    providerCode: null,
    isDay: null,
    ...values,
  }
}
const series = (...points: HourlyPoint[]): Series<HourlyPoint> => ({ available: true, points })
const current = (observedAt: string, values: Partial<CurrentWeather> = {}): CurrentWeather => ({
  ...hour(''),
  kind: 'analysis',
  observedAt,
  sunrise: null,
  sunset: null,
  ...values,
})
const day = (date: string, values: Partial<DailyPoint>): DailyPoint => ({ date, time: `${date}T00:00:00Z`, ...values }) as DailyPoint
const [SIX, SEVEN] = ['2026-01-01T06:00:00Z', '2026-01-01T07:00:00Z']

describe('lackingGroups', () => {
  it('names what no point has', () => {
    assert.deepEqual(lackingGroups('hourly', series(hour(SIX))), ['gust', 'pressure', 'probability', 'uv', 'visibility'])
    assert.deepEqual(lackingGroups('hourly', series(hour(SIX), hour(SEVEN, { windGust: 0, uvIndex: 0, precipitationProbability: 0 }))), [
      'pressure',
      'visibility',
    ])
    assert.deepEqual(lackingGroups('current', current(SIX, { pressure: 1_000, visibility: 10 })), ['gust', 'uv'])
    assert.deepEqual(lackingGroups('daily', { available: true, points: [day('2026-01-01', { windGust: 3, uvIndex: 1 })] }), [
      'pressure',
      'probability',
    ])
  })

  it('names nothing of a series without points: it is unavailable as a whole', () =>
    assert.deepEqual(lackingGroups('hourly', { available: false, points: [] }), []))
})

describe('supplemented', () => {
  it('takes the groups asked for, and no other field', () => {
    const own = series(hour(SIX, { windSpeed: 5 }), hour(SEVEN))
    const other = series(
      hour(SIX, { temperature: 9, windSpeed: 1, windGust: 8, uvIndex: 2, pressure: 1_010 }),
      hour(SEVEN, { windGust: 9 }),
    )
    const { points } = supplemented(own, ['gust', 'uv'], other)
    assert.deepEqual(points, [hour(SIX, { windSpeed: 5, windGust: 8, uvIndex: 2 }), hour(SEVEN, { windGust: 9 })])
  })

  it('leaves hours that the other source does not have as they are', () => {
    const own = series(hour(SIX), hour(SEVEN))
    assert.deepEqual(supplemented(own, ['uv'], series(hour(SEVEN, { uvIndex: 1 }))).points, [hour(SIX), hour(SEVEN, { uvIndex: 1 })])
  })

  it('leaves out a gust far below the wind, and keeps the wind', () => {
    const { points } = supplemented(series(hour(SIX, { windSpeed: 20 })), ['gust'], series(hour(SIX, { windGust: 3 })))
    assert.deepEqual(points, [hour(SIX, { windSpeed: 20 })])
  })

  it('takes current values of within an hour only', () => {
    const other = (time: string) => current(time, { visibility: 4_000 })
    const visibilityWith = (time: string) => supplemented(current(SIX), ['visibility'], other(time)).visibility
    assert.equal(visibilityWith(SEVEN), 4_000)
    assert.equal(visibilityWith('2026-01-01T05:00:00Z'), 4_000)
    assert.equal(visibilityWith('2026-01-01T07:00:01Z'), null)
    assert.equal(visibilityWith('2026-01-01T04:59:59Z'), null)
  })

  it('matches days by their date', () => {
    const own = { available: true, points: [day('2026-03-29', { windGust: null }), day('2026-03-30', { windGust: null })] }
    const other = { available: true, points: [{ ...day('2026-03-30', { windGust: 7 }), time: '2026-03-29T22:00:00Z' }] }
    assert.deepEqual(
      supplemented(own, ['gust'], other).points.map(({ windGust }) => windGust),
      [null, 7],
    )
  })

  it('never changes a field outside the groups, whatever the values', () => {
    const value = fc.option(fc.integer({ min: 0, max: 60 }), { nil: null })
    const point = fc.record({ temperature: value, windSpeed: value, windGust: value, uvIndex: value, visibility: value, dewPoint: value })
    const groups = fc.subarray(Object.keys(FIELD_GROUPS) as FieldGroup[])
    fc.assert(
      fc.property(point, point, groups, (own, other, wanted) => {
        const [merged] = supplemented(series(hour(SIX, own)), wanted, series(hour(SIX, other))).points
        const before = hour(SIX, own)
        const changed = Object.keys(before).filter((field) => merged?.[field as keyof HourlyPoint] !== before[field as keyof HourlyPoint])
        const allowed = new Set<string>(wanted.flatMap((group) => FIELD_GROUPS[group]))
        assert.deepEqual(
          changed.filter((field) => !allowed.has(field)),
          [],
        )
      }),
    )
  })
})

it('minutes, air and sea are supplied as a whole or not at all', () => {
  assert.deepEqual(['current', 'hourly', 'daily', 'minutely', 'air', 'marine', 'alert'].filter(isSupplemented), [
    'current',
    'hourly',
    'daily',
  ])
})
