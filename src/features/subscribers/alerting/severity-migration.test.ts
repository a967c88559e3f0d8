import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, PRODUCT_MIGRATIONS, type TestDatabase } from '../../../../test/helpers/database.ts'
import { buildTestWarning } from './testing/events.ts'

describe('severities stored by the previous release', () => {
  let database: TestDatabase<unknown>
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  it('become null if none was stated, and the stated one otherwise; texts stay unchanged', async () => {
    const { severitySource: _, ...alert } = buildTestWarning()
    const text = 'It said "severity": "unknown" and "severity": "severe".'
    const alerts = ['unknown', 'severe'].map((severity) => ({ stands: true, alert: { ...alert, severity, description: text } }))
    const id = randomUUID()
    const { pool } = database
    await pool.query(`insert into alert_event (id, cell, kind, state, data, seen_at) values ($1, 1, 'official', 'open', $2, now())`, [
      id,
      JSON.stringify({ kind: 'official', alerts, firstSeverity: 'unknown' }),
    ])
    await pool.query(
      `insert into alert_notice (event_id, address_hash, times, told_at, told_state, told_severity) values ($1, 'a', 1, now(), 'open', 'unknown')`,
      [id],
    )
    await pool.query(`insert into mail_part (id, data, used_at) values ('p', '{"alerts": [{"severity": "unknown"}]}', now())`)
    await pool.query(await readFile(new URL('0022-alert-severity.sql', PRODUCT_MIGRATIONS), 'utf8'))
    const { rows } = await pool.query(
      `select e.data, n.told_severity, p.data as part from alert_event e join alert_notice n on n.event_id = e.id, mail_part p`,
    )
    const [{ data, told_severity, part }] = rows
    assert.deepEqual(
      data.alerts.map(({ alert }: { alert: ReturnType<typeof buildTestWarning> }) => [
        alert.severity,
        alert.severitySource,
        alert.description,
      ]),
      [
        [null, null, text],
        ['severe', 'stated', text],
      ],
    )
    assert.deepEqual(
      { firstSeverity: data.firstSeverity, told_severity, part },
      { firstSeverity: null, told_severity: null, part: { alerts: [{ severity: null }] } },
    )
  })
})
