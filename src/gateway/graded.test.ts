import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildTestAlert } from '../../packages/weather/src/hazards/testing/alert.ts'
import { parseAlertEntry } from './alert-entries.ts'
import { listRecordAlerts, decodeRecord, type AlertRecord } from './record.ts'

/** Records of the previous release stay readable, so that an upgrade forgets no warning. */
describe('alerts of the previous release', () => {
  const { severitySource: _, ...alert } = buildTestAlert({ source: 'openweather', event: 'Red wind warning' })
  const old = { ...alert, severity: 'unknown' }

  it('are graded when their record is read', () => {
    const head = { scope: 'alert', source: 'openweather', simulated: false, fetchedAt: 1, timezone: 'UTC', utcOffsetSeconds: 0 }
    const json = JSON.stringify({ alerts: [old, { ...old, severity: 'severe' }, { ...old, event: 'Wind' }] })
    const record = decodeRecord(Buffer.from(`${JSON.stringify({ ...head, available: true, shape: 1 })}\n${json}`), 'alert')
    assert.deepEqual(
      listRecordAlerts(record as AlertRecord).map(({ severity, severitySource }) => [severity, severitySource]),
      [
        ['extreme', 'derived'],
        ['severe', 'stated'],
        [null, null],
      ],
    )
  })

  it('are graded when they are read by id', () => {
    const { alert } = parseAlertEntry(Buffer.from(JSON.stringify({ alert: old, simulated: false, fetchedAt: 1 }))) ?? assert.fail()
    assert.deepEqual({ severity: alert.severity, severitySource: alert.severitySource }, { severity: 'extreme', severitySource: 'derived' })
  })
})
