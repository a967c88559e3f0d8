import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { getAlertState, type AlertTimes, isRunningOrComing, getNextAlertChange, getAlertEndMs } from './alert-state.ts'
import { formatInstant } from './instant.ts'

const at = (clock: string) => Date.parse(`2026-07-01T${clock}Z`)
const TIMES: AlertTimes = { start: '2026-07-01T12:00:00Z', end: '2026-07-01T18:00:00Z', cancelled: false }

describe('alertState', () => {
  const cases: readonly (readonly [string, AlertTimes, number, string])[] = [
    ['before its start', TIMES, at('11:59:59'), 'upcoming'],
    ['from its start on', TIMES, at('12:00:00'), 'active'],
    ['until its end', TIMES, at('17:59:59'), 'active'],
    ['from its end on', TIMES, at('18:00:00'), 'expired'],
    ['called off before it started', { ...TIMES, cancelled: true }, at('11:00:00'), 'cancelled'],
    ['called off, after its end', { ...TIMES, cancelled: true }, at('19:00:00'), 'cancelled'],
    ['without an end', { ...TIMES, end: null }, at('23:00:00'), 'active'],
    ['without an end, before its message expires', { ...TIMES, end: null, expires: '2026-07-01T20:00:00Z' }, at('19:00:00'), 'active'],
    ['without an end, after its message has expired', { ...TIMES, end: null, expires: '2026-07-01T20:00:00Z' }, at('20:00:00'), 'expired'],
    ['whose message expires before its end', { ...TIMES, expires: '2026-07-01T13:00:00Z' }, at('17:00:00'), 'active'],
    ['that ended before it started', { ...TIMES, end: '2026-07-01T11:00:00Z' }, at('11:30:00'), 'expired'],
  ]
  for (const [what, alert, now, state] of cases) it(`${what}: ${state}`, () => assert.equal(getAlertState(alert, now), state))
})

describe('nextStateChange', () => {
  const instant = fc.integer({ min: 0, max: 4_000_000 }).map((minutes) => minutes * 60_000)
  const alert = fc.record({
    start: instant.map(formatInstant),
    end: fc.option(instant.map(formatInstant)),
    cancelled: fc.boolean(),
  })

  it('is the first moment at which the state differs', () => {
    fc.assert(
      fc.property(alert, instant, (times, now) => {
        const change = getNextAlertChange(times, now)
        const state = getAlertState(times, now)
        assert.ok(change > now)
        if (change === Infinity) {
          assert.equal(getAlertState(times, now + 1e13), state)
          return
        }
        assert.equal(getAlertState(times, change - 1), state)
        assert.notEqual(getAlertState(times, change), state)
      }),
    )
  })

  it('is never for what is over', () => {
    assert.equal(getNextAlertChange(TIMES, at('19:00:00')), Infinity)
    assert.equal(getAlertEndMs({ ...TIMES, end: null }), Infinity)
  })
})

describe('isRunningOrComing', () => {
  it('is true only of upcoming and active alerts', () => {
    assert.deepEqual(
      [at('11:00:00'), at('13:00:00'), at('18:00:00')].map((now) => isRunningOrComing(TIMES, now)),
      [true, true, false],
    )
    assert.equal(isRunningOrComing({ ...TIMES, cancelled: true }, at('13:00:00')), false)
  })
})
