import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Alert, formatInstant } from '@isobar/weather'
import { type AlertRecord, buildAlertRecord, buildRecords } from '../../../gateway/record.ts'
import { MINUTE_MS } from '../../../time.ts'
import { readActiveAlertIds } from './active-alerts.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const STALE_SECONDS = 3_600

const alert = (id: string, endsInMinutes: number, change = {}) => ({
  id,
  source: 'openweather',
  senderName: null as string | null,
  event: 'Wind',
  start: formatInstant(NOW - 60 * MINUTE_MS),
  end: formatInstant(NOW + endsInMinutes * MINUTE_MS),
  description: '',
  instruction: null,
  severity: null as Alert['severity'],
  severitySource: null as Alert['severitySource'],
  urgency: 'unknown' as const,
  certainty: 'unknown' as const,
  tags: [],
  areas: [],
  cancelled: false,
  ...change,
})
type TestAlert = ReturnType<typeof alert>

const primary = (ageMinutes: number, ...alerts: TestAlert[]) =>
  buildRecords(
    { timezone: 'UTC', utcOffsetSeconds: 0, simulated: false, scopes: { alert: { alerts } } },
    'openweather',
    NOW - ageMinutes * MINUTE_MS,
  )[0] as AlertRecord
const national = (ageMinutes: number, ...alerts: TestAlert[]) =>
  buildAlertRecord({ alerts, simulated: false }, 'nws', NOW - ageMinutes * MINUTE_MS)
const unfinished = (ageMinutes: number, ...alerts: TestAlert[]) =>
  buildRecords(
    { timezone: 'UTC', utcOffsetSeconds: 0, simulated: false, scopes: { alert: { alerts, incomplete: true } } },
    'openweather',
    NOW - ageMinutes * MINUTE_MS,
  )[0] as AlertRecord
const outOfExtent = { ...buildAlertRecord({ alerts: [], simulated: false }, 'nws', NOW), available: false }
const idsOf = (...records: AlertRecord[]) => readActiveAlertIds(records, STALE_SECONDS, NOW)

describe('alertIdsOf', () => {
  it('is null if nothing is known', () => assert.deepEqual(idsOf(), { ids: null, until: Infinity }))

  it('is empty if a source lists none, until its reading is too old', () => {
    assert.deepEqual(idsOf(primary(10)), { ids: [], until: NOW + 50 * MINUTE_MS })
    assert.deepEqual(idsOf(primary(60)), { ids: null, until: Infinity })
    assert.deepEqual(idsOf(primary(600), national(5)).ids, [])
  })

  it('lists the alerts of all sources, until the first of them ends', () => {
    assert.deepEqual(idsOf(primary(1, alert('a', 20)), national(1, alert('b', 90))), { ids: ['a', 'b'], until: NOW + 20 * MINUTE_MS })
  })

  it('lists alerts in force however long ago they were fetched', () => {
    assert.deepEqual(idsOf(primary(300, alert('a', 20), alert('b', -1))), { ids: ['a'], until: NOW + 20 * MINUTE_MS })
  })

  it('omits alerts that are over or called off', () => {
    assert.deepEqual(idsOf(primary(1, alert('a', 0), alert('b', 30, { cancelled: true }))).ids, [])
    assert.deepEqual(idsOf(national(1, alert('a', 0, { end: null, expires: formatInstant(NOW) }))).ids, [])
  })

  it('never claims "no warnings" if a source named one without details, but lists the others', () => {
    assert.deepEqual(idsOf(unfinished(1)), { ids: null, until: Infinity })
    assert.deepEqual(idsOf(unfinished(1), national(1)).ids, null)
    assert.deepEqual(idsOf(unfinished(1, alert('a', 20)), national(1, alert('b', 30))).ids, ['a', 'b'])
  })

  it('lists one event once, in the requested language', () => {
    const [de, en] = [alert('a', 20, { event: 'Windböen', senderName: 'DWD' }), alert('b', 20, { event: 'wind gusts', senderName: 'DWD' })]
    const listed = (lang?: string) => readActiveAlertIds([primary(1, de, en)], STALE_SECONDS, NOW, lang).ids
    assert.deepEqual(
      { listed: listed(), listedDe: listed('de'), listedFr: listed('fr') },
      { listed: ['b'], listedDe: ['a'], listedFr: ['b'] },
    )
    const own = alert('c', 20, { source: 'nws', severity: 'minor', severitySource: 'stated' })
    assert.deepEqual(idsOf(primary(1, alert('a', 20)), national(1, own)).ids, ['c'])
    // The issuer has ended its own, so the relay that still lists it speaks for itself.
    assert.deepEqual(idsOf(primary(1, alert('a', 20)), national(1, { ...own, cancelled: true })).ids, ['a'])
  })

  it('draws nothing from a source that does not cover the place', () => {
    assert.equal(idsOf(outOfExtent).ids, null)
    assert.deepEqual(idsOf(outOfExtent, primary(1, alert('a', 20))).ids, ['a'])
  })
})
