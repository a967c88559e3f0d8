import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { buildUnsignedActor } from '../../../admin/access/index.ts'
import { BACKUP_WRITTEN, recordAudit } from '../../../admin/audit/index.ts'

describe('the metrics of the database, the jobs and the backup', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  async function value(series: string): Promise<number | undefined> {
    const line = (await app.get('/api/metrics')).text.split('\n').find((each) => each.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length))
  }

  it('state how many connections are in use, and how many queries wait', async () => {
    const { pool } = app.services.storage.database
    const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
    const waiting = [pool.query('select 1'), pool.query('select 1')]
    const { registry } = app.services.metrics
    const only = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values.map(({ value: each }) => each)
    assert.deepEqual(await only('isobar_database_connections'), [0, 10])
    assert.ok((await only('isobar_database_waiting'))?.every((each) => each >= 2))
    for (const client of clients) client.release()
    await Promise.all(waiting)
    await until('all are idle', async () => (await only('isobar_database_connections'))?.[1] === 0)
    assert.equal(await value('isobar_database_writable'), 1)
  })

  it('state when each job last did its work, and nothing for one that never did', async () => {
    const add = (status: string, dryRun: boolean, finishedAt: string) =>
      app.database.pool.query(
        `insert into job_run (id, job, trigger, dry_run, status, started_at, finished_at) values ($1, 'weather-alerts', 'scheduler', $2, $3, $4, $4)`,
        [randomUUID(), dryRun, status, finishedAt],
      )
    await add('completed', false, '2026-07-01T10:00:00Z')
    await add('failed', false, '2026-07-01T11:00:00Z')
    await add('completed', true, '2026-07-01T11:30:00Z')
    const series = 'isobar_job_last_success_timestamp_seconds'
    assert.equal(await value(`${series}{job="weather-alerts"}`), Date.parse('2026-07-01T10:00:00Z') / 1_000)
    assert.equal(await value(`${series}{job="weekly-digests"}`), undefined)
  })

  it('state when the last backup was complete', async () => {
    const series = 'isobar_backup_last_success_timestamp_seconds'
    assert.ok(Number.isNaN(await value(series)))
    const at = Date.parse('2026-07-01T03:00:00Z')
    await recordAudit(app.services.storage.database.kysely, {
      at,
      actor: buildUnsignedActor('command line'),
      action: BACKUP_WRITTEN,
      object: { type: 'backup', id: 'isobar.backup' },
      after: { tables: 1, rows: 1 },
    })
    assert.equal(await value(series), at / 1_000)
  })
})
