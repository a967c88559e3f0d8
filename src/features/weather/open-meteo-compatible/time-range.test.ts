import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTimeRanges, type TimeRange, type TimeRanges } from './time-range.ts'

const NOW = Date.parse('2026-07-01T22:40:00Z')
const HORIZON = { forecastDays: 7, maxForecastDays: 16, maxPastDays: 92 }
const HOUR_MS = 3_600_000

function ranges(query: string, offsetHours = 0): TimeRanges {
  const [first] = readTimeRanges(new URLSearchParams(query), HORIZON, NOW)
  assert.ok(first)
  return first(offsetHours * HOUR_MS, NOW)
}
const iso = ({ fromMs, toMs }: TimeRange) => [fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(0, 16))

describe('the rows of a request', () => {
  it('are those of today and six days more, by the clock of the place', () => {
    assert.deepEqual(iso(ranges('').daily), ['2026-07-01T00:00', '2026-07-08T00:00'])
    assert.deepEqual(iso(ranges('', 2).daily), ['2026-07-01T22:00', '2026-07-08T22:00'])
    assert.deepEqual(iso(ranges('', -7).hourly), ['2026-07-01T07:00', '2026-07-08T07:00'])
    assert.deepEqual(iso(ranges('', 5.5).hourly), ['2026-07-01T18:30', '2026-07-08T18:30'])
  })

  it('are counted in days from midnight, and in hours and quarters from the running one', () => {
    assert.deepEqual(iso(ranges('past_days=2&forecast_days=1').hourly), ['2026-06-29T00:00', '2026-07-02T00:00'])
    assert.deepEqual(iso(ranges('past_days=1&forecast_days=0').daily), ['2026-06-30T00:00', '2026-07-01T00:00'])
    assert.deepEqual(iso(ranges('forecast_hours=6').hourly), ['2026-07-01T22:00', '2026-07-02T04:00'])
    assert.deepEqual(iso(ranges('past_hours=6&forecast_hours=1').hourly), ['2026-07-01T16:00', '2026-07-01T23:00'])
    assert.deepEqual(iso(ranges('forecast_hours=6').daily), ['2026-07-01T00:00', '2026-07-08T00:00'])
    assert.deepEqual(iso(ranges('past_minutely_15=4&forecast_minutely_15=24').minutely15), ['2026-07-01T21:30', '2026-07-02T04:30'])
  })

  it('of quarters end after three days, unless days are asked for', () => {
    assert.deepEqual(iso(ranges('').minutely15), ['2026-07-01T00:00', '2026-07-04T00:00'])
    assert.deepEqual(iso(ranges('forecast_days=5').minutely15), ['2026-07-01T00:00', '2026-07-06T00:00'])
  })

  it('are those of the days or hours named, the last included', () => {
    const days = ranges('start_date=2026-07-02&end_date=2026-07-03', 2)
    assert.deepEqual(
      { isoDaily: iso(days.daily), isoHourly: iso(days.hourly) },
      { isoDaily: ['2026-07-01T22:00', '2026-07-03T22:00'], isoHourly: ['2026-07-01T22:00', '2026-07-03T22:00'] },
    )
    const hours = ranges('start_hour=2026-07-02T05:30&end_hour=2026-07-02T07:00')
    assert.deepEqual(iso(hours.hourly), ['2026-07-02T05:00', '2026-07-02T08:00'])
    assert.equal(hours.daily.fromMs, hours.daily.toMs)
  })

  it('are refused outside of what theirs allows, a day of slack for zones ahead', () => {
    assert.doesNotThrow(() => ranges('start_date=2026-07-17&end_date=2026-07-17'))
    assert.throws(
      () => ranges('start_date=2026-07-18&end_date=2026-07-18'),
      /'start_date' is out of allowed range from 2026-03-31 to 2026-07-16$/,
    )
    assert.throws(() => ranges('start_hour=2026-01-01T00:00&end_hour=2026-01-01T00:00'), /'start_hourly' is out of allowed range/)
    assert.throws(() => ranges('start_date=2026-07-01&end_date=2026-07-01&forecast_hours=3'), /'forecast_hours' is mutually exclusive/)
    assert.throws(() => ranges('past_hours=2209'), /Allowed range 0 to 2208\. Given 2209\./)
    assert.throws(() => ranges('start_date=2026-07-01,2026-07-02&end_date=2026-07-01'), /same number of elements/)
  })
})
