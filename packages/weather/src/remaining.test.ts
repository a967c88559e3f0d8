import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatInstant, parseInstant } from './instant.ts'
import { toCalendarDay, findStartOfDay } from './local-time.ts'
import type { DailyPoint, HourlyPoint, MinutelyPoint } from './model.ts'
import { dropEndedPoints } from './remaining.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

/** Half-hour and quarter-hour zones, both sides of the date line, and clock changes at midnight and of half an hour, on every continent. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  '+05:45',
]

const zone = fc.constantFrom(...ZONES)
/** Any second of two years, which include every kind of clock change. */
const moment = fc
  .integer({ min: Date.parse('2025-01-01T00:00:00Z') / 1_000, max: Date.parse('2027-01-01T00:00:00Z') / 1_000 })
  .map((s) => s * 1_000)
const ageMinutes = fc.integer({ min: -5, max: 72 * 60 })

const hoursFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ time: formatInstant(start + i * HOUR_MS) }) as HourlyPoint)
const minutesFrom = (start: number, count: number): MinutelyPoint[] =>
  Array.from({ length: count }, (_, i) => ({ time: formatInstant(start + i * MINUTE_MS), precipitation: i }))
const daysFrom = (fetchedAt: number, timezone: string, count: number) => {
  const first = Temporal.PlainDate.from(toCalendarDay(fetchedAt, timezone))
  return Array.from({ length: count }, (_, i) => {
    const date = first.add({ days: i }).toString()
    return { date, time: findStartOfDay(date, timezone) } as DailyPoint
  })
}
/** The start of the current local hour: in half-hour zones providers send hours that start at half past. */
const hourOf = (at: number, timezone: string) => {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
  return at - (local.minute * MINUTE_MS + local.second * 1_000)
}

describe('remainingAt', () => {
  it('says of a series that its source does not have the same, whatever is left of it', () => {
    const points = hoursFrom(Date.parse('2026-07-01T12:00:00Z'), 3)
    const at = (instant: string, available: boolean) =>
      dropEndedPoints('hourly', { available, points }, 'UTC', Date.parse(instant)).data.available
    assert.deepEqual(
      [at('2026-07-01T13:30:00Z', true), at('2026-07-01T13:30:00Z', false), at('2026-07-01T15:00:00Z', true)],
      [true, false, false],
    )
  })

  it('starts with the current hour, day and minute, whatever the zone, the clock and the age', () => {
    fc.assert(
      fc.property(zone, moment, ageMinutes, (timezone, now, age) => {
        const fetchedAt = now - age * MINUTE_MS
        const hourly = dropEndedPoints('hourly', { available: true, points: hoursFrom(hourOf(fetchedAt, timezone), 96) }, timezone, now)
        const [hour] = hourly.data.points
        const start = parseInstant(hour?.time ?? '')
        assert.ok(start + HOUR_MS > now && (age < 0 || start <= now))
        const daily = dropEndedPoints('daily', { available: true, points: daysFrom(fetchedAt, timezone, 8) }, timezone, now)
        const today = toCalendarDay(now, timezone)
        assert.ok(age < 0 ? (daily.data.points[0]?.date ?? '') >= today : daily.data.points[0]?.date === today)
        const minutely = dropEndedPoints(
          'minutely',
          { available: true, points: minutesFrom(fetchedAt - (fetchedAt % MINUTE_MS), 60) },
          timezone,
          now,
        )
        const minute = minutely.data.points[0]
        assert.equal(minute === undefined, age > 60 || (age === 60 && minutely.data.points.length === 0))
        if (minute !== undefined) assert.ok(parseInstant(minute.time) + MINUTE_MS > now && (age < 0 || parseInstant(minute.time) <= now))
      }),
    )
  })

  it('is the same from `from` to `until`, and differs just outside', () => {
    fc.assert(
      fc.property(zone, moment, fc.integer({ min: 0, max: 59 }), fc.double({ min: 0, max: 1, noNaN: true }), (timezone, now, age, part) => {
        const fetchedAt = now - age * MINUTE_MS
        const series = {
          hourly: { available: true, points: hoursFrom(hourOf(fetchedAt, timezone) - 2 * HOUR_MS, 96) },
          daily: { available: true, points: daysFrom(fetchedAt - 48 * HOUR_MS, timezone, 8) },
          minutely: { available: true, points: minutesFrom(fetchedAt - (fetchedAt % MINUTE_MS) - MINUTE_MS, 62) },
        }
        for (const scope of ['hourly', 'daily', 'minutely'] as const) {
          const at = (moment: number) => dropEndedPoints(scope, series[scope], timezone, moment)
          const { data, from, until } = at(now)
          assert.ok(from <= now && now < until && until - from <= 26 * HOUR_MS, scope)
          for (const moment of [from, until - 1, Math.floor(from + (until - 1 - from) * part)])
            assert.deepEqual(at(moment).data, data, scope)
          for (const moment of [from - 1, until]) assert.notDeepEqual(at(moment).data, data, scope)
        }
      }),
    )
  })

  it('never changes or adds a point, nor omits a future one', () => {
    fc.assert(
      fc.property(zone, moment, ageMinutes, (timezone, now, age) => {
        const points = hoursFrom(hourOf(now - age * MINUTE_MS, timezone), 48)
        const { data } = dropEndedPoints('hourly', { available: true, points }, timezone, now)
        assert.deepEqual(data.points, points.slice(points.length - data.points.length))
        assert.equal(data.points.length, points.filter(({ time }) => parseInstant(time) + HOUR_MS > now).length)
      }),
    )
  })

  it('keeps the 23 or 25 hours of days with a clock change together', () => {
    const days = daysFrom(Date.parse('2026-10-24T22:00:00Z'), 'Europe/Berlin', 3)
    const at = (instant: string) => dropEndedPoints('daily', { available: true, points: days }, 'Europe/Berlin', Date.parse(instant))
    assert.equal(at('2026-10-25T22:59:59Z').data.points[0]?.date, '2026-10-25')
    assert.equal(at('2026-10-25T23:00:00Z').data.points[0]?.date, '2026-10-26')
    assert.equal(at('2026-10-25T12:00:00Z').until, Date.parse('2026-10-25T23:00:00Z'))
  })

  it('marks a series with nothing left as unavailable, and leaves an empty one as it is', () => {
    const now = Date.parse('2026-07-01T12:00:00Z')
    const over = dropEndedPoints('minutely', { available: true, points: minutesFrom(now - HOUR_MS, 60) }, 'UTC', now)
    assert.deepEqual({ data: over.data, until: over.until }, { data: { available: false, points: [] }, until: Infinity })
    for (const scope of ['hourly', 'daily', 'minutely'] as const)
      for (const available of [true, false])
        assert.deepEqual(dropEndedPoints(scope, { available, points: [] }, 'UTC', now), {
          data: { available, points: [] },
          from: -Infinity,
          until: Infinity,
        })
  })
})
