import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '../domain/alert.ts'
import { type AlertDraft, identifyAlerts } from '../domain/alert-identity.ts'
import { formatInstant } from '../domain/instant.ts'
import type { AlertList } from '../domain/model.ts'
import { succeed } from './alert-succession.ts'
import { type AlertRecord, alertsIn, nationalRecordOf, recordsOf } from './record.ts'
import { HOUR_MS } from '../time.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')

const named = (event: string, change: Partial<AlertDraft> = {}): AlertDraft => ({
  source: 'openweather',
  senderName: 'DWD',
  event,
  start: formatInstant(NOW - 2 * HOUR_MS),
  end: formatInstant(NOW + HOUR_MS),
  description: '',
  instruction: null,
  severity: null,
  severitySource: null,
  urgency: 'unknown',
  certainty: 'unknown',
  tags: [],
  areas: [],
  cancelled: false,
  ...change,
})
const recordOf = (list: AlertList, at: number, source = 'openweather') =>
  recordsOf({ timezone: 'UTC', utcOffsetSeconds: 0, simulated: false, scopes: { alert: list } }, source, at)[0] as AlertRecord
const before = (...drafts: AlertDraft[]) => recordOf({ alerts: identifyAlerts(drafts, 1) }, NOW - HOUR_MS)
const now = (...drafts: AlertDraft[]) => recordOf({ alerts: identifyAlerts(drafts, 1) }, NOW)
const events = (alerts: readonly Alert[]) => alerts.map(({ event }) => event)

describe('succeed', () => {
  it('withdraws what is listed no more before its time', () => {
    const { record, withdrawn } = succeed(before(named('Wind'), named('Frost')), now(named('Frost')))
    assert.deepEqual(events(alertsIn(record)), ['Frost'])
    assert.deepEqual(withdrawn, [{ ...identifyAlerts([named('Wind')], 1)[0], cancelled: true }])
  })

  it('does not withdraw what is over or called off already', () => {
    const over = named('Wind', { end: formatInstant(NOW) })
    assert.deepEqual(succeed(before(over, named('Frost', { cancelled: true })), now()).withdrawn, [])
  })

  it('withdraws nothing by a first record, by another source’s, or by one that does not reach the place', () => {
    const wind = before(named('Wind'))
    const nowhere = nationalRecordOf(null, 'openweather', NOW)
    for (const [previous, next] of [
      [undefined, now()],
      [wind, recordOf({ alerts: [] }, NOW, 'open-meteo')],
      [wind, nowhere],
      [nowhere, now()],
    ] as const)
      assert.deepEqual(succeed(previous, next), { record: next, withdrawn: [] })
  })

  it('ends nothing by a list that is not whole', () => {
    const unfinished = recordOf({ alerts: identifyAlerts([named('Frost')], 1), incomplete: true }, NOW)
    const over = named('Flood', { end: formatInstant(NOW) })
    const { record, withdrawn } = succeed(before(named('Wind'), named('Frost'), over), unfinished)
    assert.deepEqual([events(alertsIn(record)), withdrawn], [['Frost', 'Wind'], []])
    assert.deepEqual(events(succeed(record, now(named('Frost'))).withdrawn), ['Wind'])
  })

  it('goes on with the ids', () => {
    const first = before(named('Wind', { description: 'b' }))
    const { record, withdrawn } = succeed(first, now(named('Wind', { description: 'a' }), named('Wind', { description: 'b' })))
    assert.equal(alertsIn(record).find(({ description }) => description === 'b')?.id, alertsIn(first)[0]?.id)
    assert.deepEqual(withdrawn, [])
  })
})
