import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertWith } from '../domain/hazards/testing/alert.ts'
import { DAY_MS } from '../time.ts'
import { alertEntriesOf, alertKey, lastRunning, readAlert } from './alert-entries.ts'
import { alertRecordOf } from './record.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const ENDS = Date.parse('2026-07-03T00:00:00Z')
const recordOf = (...alerts: Parameters<typeof alertWith>[0][]) =>
  alertRecordOf({ alerts: alerts.map(alertWith), simulated: true }, 'nws', NOW)

describe('the entries of a cell’s alerts', () => {
  it('hold each alert under its id until a week after its end', () => {
    const [entry] = alertEntriesOf(7, recordOf({ id: 'nws-1', end: '2026-07-03T00:00:00Z' }))
    assert.ok(entry)
    assert.deepEqual([entry.key, entry.expiresAt], ['alert:nws-1', ENDS + 7 * DAY_MS])
    const { alert, ...known } = readAlert(entry.value)
    assert.deepEqual([alert.id, known], ['nws-1', { cellId: 7, simulated: true, fetchedAt: NOW }])
  })

  it('assume ten days for an alert without an end, and the present for one that is over', () => {
    const expiries = (...alerts: Parameters<typeof alertWith>[0][]) =>
      alertEntriesOf(7, recordOf(...alerts)).map(({ expiresAt }) => expiresAt)
    assert.deepEqual(
      expiries({ id: 'a', end: null }, { id: 'b', end: '2026-06-30T00:00:00Z' }, { id: 'c', end: null, expires: '2026-07-03T00:00:00Z' }),
      [NOW + 17 * DAY_MS, NOW + 7 * DAY_MS, ENDS + 7 * DAY_MS],
    )
  })

  it('last as long as the one that ends last', () => {
    assert.equal(lastRunning(recordOf({ id: 'a', end: '2026-07-03T00:00:00Z' }, { id: 'b', end: '2026-07-02T00:00:00Z' })), ENDS)
    assert.equal(lastRunning(recordOf()), 0)
  })

  it('have a key only for what may be an id', () => {
    assert.deepEqual([alertKey('nws-1.x'), alertKey(''), alertKey('a/b'), alertKey('a'.repeat(129))], ['alert:nws-1.x', null, null, null])
  })
})
