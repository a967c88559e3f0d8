import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getDayBounds } from '@isobar/weather'
import fc from 'fast-check'
import { HOUR_MS } from '../../../src/time.ts'
import { buildTestCurrent, buildTestHourly } from '../city/testing/weather.ts'
import { addCalendarDays } from './calendar.ts'
import { listDayHours } from './hours.ts'

type Archive = Parameters<typeof listDayHours>[0]['archive']
const { observedAt: _, kind: __, ...values } = buildTestCurrent()
const seen = (observedAt: string, known: object) => ({
  ...values,
  observedAt,
  recordedAt: observedAt,
  source: 'a',
  kind: 'analysis',
  ...known,
})
const archiveOf = (observations: object[], hours: object[] = []) =>
  ({ observations, forecasts: { hourly: hours, daily: [] }, summary: { source: 'a', kind: 'analysis' } }) as unknown as Archive

describe('the hours of a day', () => {
  const bounds = getDayBounds('2026-11-21', 'Europe/Berlin')

  it('are what came, else the last forecast, then the forecast of now', () => {
    const archive = archiveOf(
      [
        seen('2026-11-21T00:10:00Z', { temperature: 3, precipitation: 9 }),
        seen('2026-11-21T00:55:00Z', { temperature: 4, precipitation: 0.7, kind: 'observation' }),
        seen('2026-11-21T01:00:00Z', { temperature: 40, source: 'b' }),
      ],
      [{ validAt: '2026-11-21T04:00:00Z', temperature: 6, precipitation: 0 }],
    )
    const hours = listDayHours({
      bounds,
      now: Date.parse('2026-11-21T09:47:00Z'),
      hourly: buildTestHourly('2026-11-21T09:00:00Z', [{ temperature: 9 }]),
      archive,
    })
    assert.equal(hours.length, 24)
    assert.deepEqual(
      hours.flatMap(({ time, point, basis }) =>
        point === null ? [] : [[time.slice(11, 16), point.temperature, point.precipitation, basis]],
      ),
      [
        // What falls in an hour is known at its end.
        ['00:00', 3, 0.7, 'computed'],
        ['01:00', 4, null, 'measured'],
        ['04:00', 6, 0, 'forecast'],
        ['09:00', 9, null, 'forecast'],
      ],
    )
  })

  it('are 23 or 25 when clocks change, full hours of UTC in zones of half hours, and the place’s own beyond the date line', () => {
    const timesOf = (date: string, zone: string) =>
      listDayHours({ bounds: getDayBounds(date, zone), now: 0, hourly: null, archive: archiveOf([]) }).map(({ time }) => time)
    assert.equal(timesOf('2026-03-29', 'Europe/Berlin').length, 23)
    assert.equal(timesOf('2026-10-25', 'Europe/Berlin').length, 25)
    assert.equal(timesOf('2026-11-21', 'Asia/Kolkata')[0], '2026-11-20T19:00:00.000Z')
    assert.equal(timesOf('2026-11-21', 'Pacific/Kiritimati')[0], '2026-11-20T10:00:00.000Z')
    assert.equal(timesOf('2026-11-21', 'Pacific/Pago_Pago')[0], '2026-11-21T11:00:00.000Z')
  })

  it('of any day and zone follow each other and lie within the day', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), zone, (days, where) => {
        const bounds = getDayBounds(addCalendarDays('2026-01-01', days), where)
        const { startMs: start, endMs: end } = bounds
        const times = listDayHours({ bounds, now: 0, hourly: null, archive: archiveOf([]) }).map(({ time }) => Date.parse(time))
        assert.ok(times.every((time, index) => time >= start && time < end && (index === 0 || time - (times[index - 1] ?? 0) === HOUR_MS)))
        assert.ok(times.length >= 22 && times.length <= 25)
      }),
    )
  })
})
