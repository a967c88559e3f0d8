import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildTestAlert } from '../../packages/weather/src/hazards/testing/alert.ts'
import { DAY_MS } from '../time.ts'
import { buildAlertEntries, toAlertKey, computeLastAlertEnd, parseAlertEntry } from './alert-entries.ts'
import { buildAlertRecord } from './record.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const ENDS = Date.parse('2026-07-03T00:00:00Z')
const recordOf = (...alerts: Parameters<typeof buildTestAlert>[0][]) =>
  buildAlertRecord({ alerts: alerts.map(buildTestAlert), simulated: true }, 'nws', NOW)

describe('the entries of a cell’s alerts', () => {
  it('hold each alert under its id until a week after its end', () => {
    const [entry] = buildAlertEntries(7, recordOf({ id: 'nws-1', end: '2026-07-03T00:00:00Z' }))
    assert.ok(entry)
    assert.deepEqual({ key: entry.key, expiresAt: entry.expiresAt }, { key: 'alert:nws-1', expiresAt: ENDS + 7 * DAY_MS })
    const { alert, ...known } = parseAlertEntry(entry.value) ?? assert.fail()
    assert.deepEqual({ id: alert.id, known }, { id: 'nws-1', known: { cellId: 7, simulated: true, fetchedAt: NOW } })
  })

  it('assume ten days for an alert without an end, and the present for one that is over', () => {
    const expiries = (...alerts: Parameters<typeof buildTestAlert>[0][]) =>
      buildAlertEntries(7, recordOf(...alerts)).map(({ expiresAt }) => expiresAt)
    assert.deepEqual(
      expiries({ id: 'a', end: null }, { id: 'b', end: '2026-06-30T00:00:00Z' }, { id: 'c', end: null, expires: '2026-07-03T00:00:00Z' }),
      [NOW + 17 * DAY_MS, NOW + 7 * DAY_MS, ENDS + 7 * DAY_MS],
    )
  })

  it('last as long as the one that ends last', () => {
    assert.equal(computeLastAlertEnd(recordOf({ id: 'a', end: '2026-07-03T00:00:00Z' }, { id: 'b', end: '2026-07-02T00:00:00Z' })), ENDS)
    assert.equal(computeLastAlertEnd(recordOf()), 0)
  })

  it('have a key only for what may be an id', () => {
    assert.deepEqual(
      {
        alertKeyNws1X: toAlertKey('nws-1.x'),
        alertKey: toAlertKey(''),
        alertKeyAB: toAlertKey('a/b'),
        alertKeyRepeat: toAlertKey('a'.repeat(129)),
      },
      { alertKeyNws1X: 'alert:nws-1.x', alertKey: null, alertKeyAB: null, alertKeyRepeat: null },
    )
  })
})
