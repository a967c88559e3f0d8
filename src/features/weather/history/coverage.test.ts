import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCoveredTotal, computeSummedHours } from './coverage.ts'

describe('the hours of a sum', () => {
  const hoursOf = (from: string, to: string, now: string) => {
    const at = (time: string) => Date.parse(`2026-07-01T${time}Z`)
    const { afterMs, untilMs, hours } = computeSummedHours({ fromMs: at(from), toMs: at(to) }, at(now))
    return [afterMs, untilMs].map((ms) => new Date(ms).toISOString().slice(11, 19)).concat(String(hours))
  }

  it('are the full hours that end in the period, whose last second belongs to it', () => {
    assert.deepEqual(hoursOf('03:00:00', '05:59:59', '20:00:00'), ['03:00:00', '06:00:00', '3'])
    assert.deepEqual(hoursOf('03:30:00', '05:59:58', '20:00:00'), ['03:30:00', '05:59:59', '2'])
  })

  it('have ended by now', () => {
    assert.deepEqual(hoursOf('03:00:00', '23:59:59', '05:59:59'), ['03:00:00', '05:59:59', '2'])
    assert.deepEqual(hoursOf('03:00:00', '23:59:59', '06:00:00'), ['03:00:00', '06:00:00', '3'])
    assert.deepEqual(hoursOf('03:00:00', '23:59:59', '01:00:00'), ['03:00:00', '03:00:00', '0'])
  })
})

describe('a sum', () => {
  it('needs four fifths of the hours, and at least one', () => {
    assert.deepEqual([findCoveredTotal(5, 19, 24), findCoveredTotal(5, 20, 24), findCoveredTotal(null, 0, 0)], [null, 5, null])
    // Exactly four fifths.
    assert.deepEqual([findCoveredTotal(5, 3, 5), findCoveredTotal(5, 4, 5)], [null, 5])
  })
})
