import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isQuiet } from './quiet-hours.ts'

const quiet = (from: string, to: string, instant: string, timezone: string) =>
  isQuiet({ quietHours: { from, to, exceptExtreme: true } }, Date.parse(instant), timezone)

describe('isQuiet', () => {
  const cases: readonly (readonly [string, Parameters<typeof quiet>, boolean])[] = [
    ['from its first minute', ['13:00', '15:00', '2026-07-01T13:00:00Z', 'UTC'], true],
    ['not the minute before', ['13:00', '15:00', '2026-07-01T12:59:59Z', 'UTC'], false],
    ['until its last second', ['13:00', '15:00', '2026-07-01T14:59:59Z', 'UTC'], true],
    ['not at its end', ['13:00', '15:00', '2026-07-01T15:00:00Z', 'UTC'], false],
    ['over midnight, before the start', ['22:00', '07:00', '2026-07-01T22:00:00Z', 'UTC'], true],
    ['over midnight, after the end', ['22:00', '07:00', '2026-07-01T06:59:59Z', 'UTC'], true],
    ['over midnight, in the morning', ['22:00', '07:00', '2026-07-01T07:00:00Z', 'UTC'], false],
    ['over midnight, in the evening', ['22:00', '07:00', '2026-07-01T21:59:59Z', 'UTC'], false],
    ['to midnight', ['22:00', '00:00', '2026-07-01T23:59:59Z', 'UTC'], true],
    ['at midnight', ['22:00', '00:00', '2026-07-01T00:00:00Z', 'UTC'], false],
    ['by the clock of the zone', ['22:00', '07:00', '2026-07-01T20:30:00Z', 'Europe/Berlin'], true],
    ['by a clock with a half-hour offset', ['22:00', '07:00', '2026-07-01T16:30:00Z', 'Asia/Kolkata'], true],
    ['by a clock behind UTC', ['22:00', '07:00', '2026-07-01T03:30:00Z', 'America/New_York'], true],
    // 2026-10-25 in Berlin: 02:00–03:00 occurs twice, at 00:00Z and 01:00Z.
    ['in the hour that occurs twice, first time', ['02:00', '03:00', '2026-10-25T00:30:00Z', 'Europe/Berlin'], true],
    ['in the hour that occurs twice, second time', ['02:00', '03:00', '2026-10-25T01:30:00Z', 'Europe/Berlin'], true],
    ['after both occurrences', ['02:00', '03:00', '2026-10-25T02:00:00Z', 'Europe/Berlin'], false],
    ['a night of 25 hours, until the local end', ['22:00', '07:00', '2026-10-25T05:59:00Z', 'Europe/Berlin'], true],
    ['and from the local end', ['22:00', '07:00', '2026-10-25T06:00:00Z', 'Europe/Berlin'], false],
    // 2026-03-29 in Berlin: 02:00–03:00 is skipped at 01:00Z.
    ['before the skipped hour', ['02:15', '02:45', '2026-03-29T00:59:59Z', 'Europe/Berlin'], false],
    ['after the skipped hour', ['02:15', '02:45', '2026-03-29T01:00:00Z', 'Europe/Berlin'], false],
    ['started in the skipped hour', ['02:30', '06:00', '2026-03-29T01:00:00Z', 'Europe/Berlin'], true],
    ['in an unknown zone, by UTC', ['13:00', '15:00', '2026-07-01T14:00:00Z', 'Mars/Olympus'], true],
  ]
  for (const [what, args, expected] of cases) it(`${what}: ${expected}`, () => assert.equal(quiet(...args), expected))

  it('is never true without quiet hours', () => {
    assert.equal(isQuiet({ quietHours: null }, Date.parse('2026-07-01T03:00:00Z'), 'UTC'), false)
  })
})
