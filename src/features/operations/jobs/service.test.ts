import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestClock, type TestClock } from '../../../../test/helpers/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { until } from '../../../../test/helpers/until.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Job } from './job.ts'
import { takeJobLock } from './lock-store.ts'
import { createJobs, type Jobs, type Started } from './service.ts'
import { createRunStore, type RunStore } from './store.ts'
import type { JobTables } from './tables.ts'
import { DONE, createControlledJob } from './testing/held-job.ts'

describe('jobs', () => {
  let database: TestDatabase<JobTables>
  let store: RunStore
  let clock: TestClock
  before(async () => {
    database = await createTestDatabase<JobTables>({ maxConnections: 8 })
    store = createRunStore(database.kysely, { now: () => clock.now() })
  })
  const opened: { close(): Promise<void> }[] = []
  after(async () => {
    for (const each of opened) await each.close()
    await database.drop()
  })
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
  async function started(jobs: Jobs, name: Job['name'] = 'weekly-digests') {
    const start = await jobs.start(name, { trigger: 'cron' })
    assert.equal(start.kind, 'started')
    return start as Extract<Started, { kind: 'started' }>
  }

  /** Retries, because the server needs a moment to notice a lost connection. */
  async function startedSoon(jobs: Jobs) {
    for (;;) {
      const start = await jobs.start('weekly-digests', { trigger: 'cron' })
      if (start.kind === 'started') return start
      await sleep(20)
    }
  }

  it('run one at a time over two nodes, and the second caller learns the id of the run', async () => {
    const [one, other] = [createControlledJob(), createControlledJob()]
    const [first, second] = [node(one.job), node(other.job)]
    const { runId, finished } = await started(first)
    for (const jobs of [first, second]) {
      const start = await jobs.start('weekly-digests', { trigger: 'cron' })
      assert.ok(start.kind === 'already_running')
      assert.deepEqual({ id: start.run.id, status: start.run.status }, { id: runId, status: 'running' })
    }
    one.end()
    assert.equal((await finished).status, 'completed')
    const { finished: after } = await started(second)
    other.end()
    await after
    assert.deepEqual({ oneContexts: one.contexts.length, otherContexts: other.contexts.length }, { oneContexts: 1, otherContexts: 1 })
  })

  it('start once, however many nodes start them at the same moment', async () => {
    const held = createControlledJob()
    const nodes = Array.from({ length: 6 }, () => node(held.job))
    const starts = await Promise.all(nodes.map((jobs) => jobs.start('weekly-digests', { trigger: 'scheduler' })))
    assert.deepEqual(starts.map(({ kind }) => kind).toSorted(), [...Array.from({ length: 5 }, () => 'already_running'), 'started'])
    held.end()
    await Promise.all(starts.map((start) => start.kind === 'started' && start.finished))
  })

  it('run in parallel if they are different', async () => {
    const [digests, alerts] = [createControlledJob(), createControlledJob('weather-alerts')]
    const jobs = node(digests.job, alerts.job)
    const runs = [await started(jobs), await started(jobs, 'weather-alerts')]
    digests.end()
    alerts.end()
    assert.deepEqual(await Promise.all(runs.map(async ({ finished }) => (await finished).status)), ['completed', 'completed'])
  })

  it('record their result, without the preview', async () => {
    const held = createControlledJob()
    const { runId, finished } = await started(node(held.job))
    held.contexts[0]?.progress({ enqueued: 7 })
    clock.advance({ seconds: 90 })
    held.end({ ...DONE, preview: [{ summary: 'a•••@example.com is told' }] })
    assert.deepEqual((await finished).result?.preview, [{ summary: 'a•••@example.com is told' }])
    assert.deepEqual(await store.findRun(runId), {
      id: runId,
      job: 'weekly-digests',
      trigger: 'cron',
      dryRun: false,
      status: 'completed',
      startedAt: Date.parse('2026-07-01T06:00:00Z'),
      finishedAt: Date.parse('2026-07-01T06:01:30Z'),
      progress: { enqueued: 7 },
      result: { status: 'completed', enqueued: 1 },
      error: null,
    })
  })

  it('report progress while they run', async () => {
    const held = createControlledJob()
    const jobs = node(held.job)
    const { runId, finished } = await started(jobs)
    for (let enqueued = 1; (await jobs.find(runId))?.progress['enqueued'] === undefined; enqueued++) {
      held.contexts[0]?.progress({ enqueued })
      await sleep(100)
    }
    assert.equal((await jobs.find(runId))?.status, 'running')
    held.end()
    await finished
  })

  it('can fail without affecting the next run', async () => {
    const held = createControlledJob()
    const jobs = node(held.job)
    const { runId, finished } = await started(jobs)
    held.fail(new Error('the sky fell'))
    const { status, error } = await finished
    assert.deepEqual({ status, message: (error as Error).message }, { status: 'failed', message: 'the sky fell' })
    assert.equal((await jobs.find(runId))?.error, 'the sky fell')
    assert.equal((problems.pop() as Error).message, 'the sky fell')
    await started(jobs)
    held.end()
    await jobs.close()
  })

  it('are told to stop on close, after which none starts', async () => {
    const held = createControlledJob()
    const jobs = node(held.job)
    const { runId, finished } = await started(jobs)
    await jobs.close()
    assert.equal((await finished).status, 'interrupted')
    assert.equal((await jobs.find(runId))?.status, 'interrupted')
    await assert.rejects(jobs.start('weekly-digests', { trigger: 'cron' }), { code: 'service_unavailable' })
  })

  it('count as completed if they finish after being told to stop', async () => {
    const jobs = node({
      name: 'weekly-digests',
      run: ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(DONE))),
    })
    const { finished } = await started(jobs)
    await jobs.close()
    assert.equal((await finished).status, 'completed')
  })

  it('are taken over at once from a dead process, whose run becomes interrupted', async () => {
    const dead = await createTestDatabaseConnection()
    const lock = await takeJobLock(dead.pool, 'weekly-digests')
    assert.ok(lock)
    await store.insertRun({ id: DEAD_RUN, job: 'weekly-digests', trigger: 'scheduler', dryRun: false, startedAt: clock.now() })
    const held = createControlledJob()
    const jobs = node(held.job)
    assert.equal((await jobs.start('weekly-digests', { trigger: 'cron' })).kind, 'already_running')
    await Promise.all([once(lock.lost, 'abort'), dead.kill()])
    await lock.release()
    const { finished } = await startedSoon(jobs)
    assert.equal((await store.findRun(DEAD_RUN))?.status, 'interrupted')
    held.end()
    await finished
  })

  it('of a dead process are marked as interrupted by any node, while runs under way are left alone', async () => {
    const dead = await createTestDatabaseConnection()
    const lock = await takeJobLock(dead.pool, 'weekly-digests')
    assert.ok(lock)
    await store.insertRun({ id: DEAD_RUN, job: 'weekly-digests', trigger: 'cron', dryRun: false, startedAt: clock.now() })
    const held = createControlledJob('weather-alerts')
    const jobs = node(createControlledJob().job, held.job)
    const { runId, finished } = await started(jobs, 'weather-alerts')
    const other = node(createControlledJob().job, createControlledJob('weather-alerts').job)
    assert.deepEqual(
      { jobsEndAbandoned: await jobs.endAbandoned(), otherEndAbandoned: await other.endAbandoned() },
      { jobsEndAbandoned: false, otherEndAbandoned: false },
    )
    await Promise.all([once(lock.lost, 'abort'), dead.kill()])
    await lock.release()
    clock.advance({ minutes: 3 })
    await until('the abandoned run was noticed', () => other.endAbandoned())
    const { status, finishedAt } = (await store.findRun(DEAD_RUN)) ?? {}
    assert.deepEqual({ status, finishedAt }, { status: 'interrupted', finishedAt: clock.now() })
    assert.equal((await store.findRun(runId))?.status, 'running')
    assert.equal(await jobs.endAbandoned(), false)
    held.end()
    await finished
    const next = await startedSoon(other)
    await other.close()
    await next.finished
  })

  it('stop if their lock is lost, and do not overwrite what another node wrote about them', async () => {
    const dying = await createTestDatabaseConnection()
    const held = createControlledJob()
    const jobs = createJobs({
      jobs: [held.job],
      store,
      takeLock: (name) => takeJobLock(dying.pool, name),
      clock,
      onError: () => undefined,
      onFinished: () => undefined,
    })
    const { runId, finished } = await started(jobs)
    const other = createControlledJob()
    await dying.kill()
    assert.equal((await finished).status, 'interrupted')
    const { runId: next, finished: done } = await startedSoon(node(other.job))
    other.end()
    await done
    assert.deepEqual([(await store.findRun(runId))?.status, (await store.findRun(next))?.status], ['interrupted', 'completed'])
  })

  it('delete runs after 90 days', async () => {
    const held = createControlledJob()
    const jobs = node(held.job)
    const first = await started(jobs)
    held.end()
    await first.finished
    clock.advance({ hours: 24 * 90, seconds: 1 })
    const second = await started(jobs)
    held.end()
    await second.finished
    assert.equal(await store.findRun(first.runId), undefined)
    assert.equal((await store.findRun(second.runId))?.status, 'completed')
  })

  const DEAD_RUN = '11111111-1111-4111-8111-111111111111'

  /** A separate pool on the same database, whose connections can be killed as if its process had died. */
  async function createTestDatabaseConnection() {
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const own = await openDatabase<JobTables>({
      connection: database.connectionString,
      maxConnections: 2,
      log: silent,
      applicationName: 'doomed',
    })
    opened.push(own)
    return {
      pool: own.pool,
      async kill() {
        await database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed' and datname = current_database()`,
        )
      },
    }
  }
})
