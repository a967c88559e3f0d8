import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestClock, type TestClock } from '../../../../test/helpers/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import type { Job, JobResult } from './job.ts'
import { takeJobLock } from './lock-store.ts'
import { buildDailySchedule, buildIntervalSchedule, startDue } from './schedule.ts'
import { createJobs, type Jobs } from './service.ts'
import { createRunStore, type RunStore } from './store.ts'
import type { JobTables } from './tables.ts'
import { DONE } from './testing/held-job.ts'

const DEAD_RUN = '11111111-1111-4111-8111-111111111111'

describe('scheduled jobs', () => {
  let database: TestDatabase<JobTables>
  let store: RunStore
  let clock: TestClock
  before(async () => {
    database = await createTestDatabase<JobTables>({ maxConnections: 8 })
    store = createRunStore(database.kysely, { now: () => clock.now() })
  })
  after(() => database.drop())
  beforeEach(async () => {
    clock = createTestClock('2026-07-01T06:00:00Z')
    await truncate(database.pool, 'job_run')
  })

  const problems: unknown[] = []
  function node(...jobs: Job[]): Jobs {
    return createJobs({
      jobs,
      store,
      takeLock: (name) => takeJobLock(database.pool, name),
      clock,
      onError: (error) => problems.push(error),
      onFinished: () => undefined,
    })
  }

  const schedules = { 'weekly-digests': buildDailySchedule(6), backup: null, 'weather-alerts': buildIntervalSchedule(15) }
  const statuses = async () =>
    (await database.pool.query(`select job, status, trigger from job_run order by started_at, job`)).rows.map(
      ({ job, status, trigger }) => `${job} ${status} ${trigger}`,
    )
  const quick = (name: Job['name'], outcome: () => Promise<JobResult> = async () => DONE): Job => ({ name, run: outcome })
  function scheduled(...own: Job[]) {
    const jobs = node(...own)
    return {
      /** Checks once, and waits for the runs that it started. */
      async check() {
        await startDue({ jobs, schedules, clock, onError: (error) => problems.push(error) })
        for (const { name } of own) for (;;) if ((await store.findRunning(name)) === undefined) break
      },
      stop: () => jobs.close(),
    }
  }

  it('run once per tick over all nodes, and catch up on a missed tick', async () => {
    const nodes = [1, 2].map(() => scheduled(quick('weekly-digests'), quick('weather-alerts')))
    const check = async () => {
      for (const { check: each } of nodes) await each()
    }
    await check()
    await check()
    assert.deepEqual(await statuses(), ['weather-alerts completed scheduler', 'weekly-digests completed scheduler'])
    clock.advance({ minutes: 14 })
    await check()
    assert.equal((await statuses()).length, 2)
    clock.advance({ minutes: 1 })
    await check()
    assert.equal((await statuses()).length, 3)
    clock.set('2026-07-04T05:00:00Z')
    await check()
    assert.deepEqual((await statuses()).slice(3), ['weather-alerts completed scheduler', 'weekly-digests completed scheduler'])
    for (const { stop } of nodes) await stop()
  })

  it('run once when several nodes check at the same tick', async () => {
    const nodes = [1, 2, 3].map(() => scheduled(quick('weekly-digests'), quick('weather-alerts')))
    await Promise.all(nodes.map(({ check }) => check()))
    assert.equal((await statuses()).length, 2)
    for (const { stop } of nodes) await stop()
  })

  it('retry soon after being cut off, and later after a failure', async () => {
    const outcomes: (() => Promise<JobResult>)[] = [() => Promise.reject(new Error('down')), async () => DONE]
    await store.insertRun({ id: DEAD_RUN, job: 'weekly-digests', trigger: 'scheduler', dryRun: false, startedAt: clock.now() })
    const { check, stop } = scheduled(quick('weekly-digests', () => (outcomes.shift() as () => Promise<JobResult>)()))
    clock.advance({ seconds: 70 })
    await check()
    assert.deepEqual(await statuses(), ['weekly-digests interrupted scheduler', 'weekly-digests failed scheduler'])
    clock.advance({ minutes: 9 })
    await check()
    assert.equal((await statuses()).length, 2)
    clock.advance({ minutes: 30 })
    await check()
    assert.equal((await statuses()).at(-1), 'weekly-digests completed scheduler')
    problems.length = 0
    await stop()
  })

  it('count a call of the cron route as the run of its tick, but not a dry run', async () => {
    const jobs = node(quick('weekly-digests'))
    const dry = await jobs.start('weekly-digests', { trigger: 'cron', dryRun: true })
    assert.ok(dry.kind === 'started')
    await dry.finished
    const { check, stop } = scheduled(quick('weekly-digests'))
    await check()
    assert.deepEqual(await statuses(), ['weekly-digests completed cron', 'weekly-digests completed scheduler'])
    clock.set('2026-07-02T06:00:00Z')
    const manual = await jobs.start('weekly-digests', { trigger: 'cron' })
    assert.ok(manual.kind === 'started')
    await manual.finished
    await check()
    assert.equal((await statuses()).at(-1), 'weekly-digests completed cron')
    await stop()
  })
})
