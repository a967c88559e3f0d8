import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { buildJobSchedules } from './open.ts'
import { startDue } from './schedule.ts'

describe('the schedule of the jobs', () => {
  let app: TestApp
  let other: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-07-01T05:50:00Z' })
    other = await createTestApp({ sharing: app })
  })
  after(async () => {
    await other.stop()
    await app.close()
  })

  it('follows the settings without a restart, even on another node', async () => {
    const owner = await signIn(app, 'owner')
    const errors: unknown[] = []
    const scheduled = {
      jobs: other.services.jobs,
      schedules: buildJobSchedules(other.services.settings),
      clock: app.clock,
      onError: (error: unknown) => errors.push(error),
    }
    const seen = new Set<string>()
    /** The jobs that a check at that time of day starts. */
    const startedAt = async (time: string): Promise<string[]> => {
      app.clock.set(`2026-07-01T${time}:00Z`)
      await startDue(scheduled)
      for (;;) {
        const { rows } = await app.database.pool.query('select id, job, status from job_run order by job')
        if (rows.some(({ status }) => status === 'running')) continue
        const fresh = rows.filter(({ id }) => !seen.has(id))
        for (const { id } of fresh) seen.add(id)
        return fresh.map(({ job }) => job)
      }
    }
    const set = async (body: object): Promise<void> => {
      assert.equal((await send(app, '/api/admin/config', { method: 'PATCH', body, headers: owner.headers })).status, 200)
      await other.services.changes.check()
    }
    const [digests, alerts] = ['weekly-digests', 'weather-alerts']

    // Yesterday’s missed runs are caught up on.
    assert.deepEqual(await startedAt('05:50'), [alerts, digests])
    assert.deepEqual([await startedAt('05:59'), await startedAt('06:00')], [[], [alerts, digests]])
    assert.deepEqual([await startedAt('06:14'), await startedAt('06:15')], [[], [alerts]])
    await set({ alertEveryMinutes: 30, digestHourUtc: 9 })
    // By the new schedule the last digest was due at nine yesterday, and one has run since.
    assert.deepEqual([await startedAt('06:16'), await startedAt('06:29'), await startedAt('06:30')], [[], [], [alerts]])
    assert.deepEqual([await startedAt('06:45'), await startedAt('07:00')], [[], [alerts]])
    assert.deepEqual([await startedAt('08:59'), await startedAt('09:00')], [[alerts], [alerts, digests]])
    await set({ alertEveryMinutes: 5, digestHourUtc: null })
    assert.deepEqual([await startedAt('09:04'), await startedAt('09:05')], [[], [alerts]])
    assert.deepEqual(errors, [])
  })

  it('starts what is due even if a cut-off run cannot be ended', async () => {
    const node = await createTestApp({ now: '2026-07-01T05:50:00Z', env: { SCHEDULER: 'on' } })
    try {
      const [look] = node.services.jobs.tasks
      const { pool } = node.database
      await pool.query(
        `insert into job_run (id, job, trigger, dry_run, status, started_at) values (gen_random_uuid(), 'backup', 'admin', false, 'running', $1)`,
        [new Date(node.clock.now())],
      )
      await pool.query(`alter table job_run add constraint never_interrupted check (status <> 'interrupted')`)
      await assert.rejects(async () => look?.run(), /never_interrupted/)
      const { rows } = await pool.query(`select job from job_run where trigger = 'scheduler' order by job`)
      assert.deepEqual(
        rows.map(({ job }) => job),
        ['weather-alerts', 'weekly-digests'],
      )
    } finally {
      await node.close()
    }
  })
})
