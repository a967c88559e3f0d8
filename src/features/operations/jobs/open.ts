import { Gauge, Histogram } from 'prom-client'
import { AppError } from '../../../errors.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Settings } from '../settings/index.ts'
import { registerJobAdmin, type JobAdminRoutes } from './admin.ts'
import { createRunAdminStore } from './admin-store.ts'
import type { Job, JobName } from './job.ts'
import { takeJobLock } from './lock-store.ts'
import { registerCron } from './routes.ts'
import { dailyAt, everyMinutes, type Schedule } from './schedule.ts'
import { startScheduler } from './scheduler.ts'
import { createJobs, type Jobs } from './service.ts'
import { createRunStore, lastSuccesses } from './store.ts'
import type { JobTables } from './tables.ts'

export interface JobNeeds {
  readonly jobs: readonly Job[]
  /** Waits for the outcome of a run's mails. */
  readonly mailsSettled: (runId: string, withinMs: number) => ReturnType<JobAdminRoutes['mailsOf']>
}

/** How long an answer waits for its run's mails to be sent. */
const MAIL_WAIT_MS = 10_000
/** Part of the time between the publication of a warning and its mail. */
const PRESSED_EVERY_MS = 15_000
/** How long a run whose process was killed is shown as running. */
const ABANDONED_EVERY_MS = 10_000

/** The jobs, run by schedule, by hand or by an external cron; this process schedules them unless SCHEDULER is off. */
export function openJobs(foundation: Foundation<JobTables & AuditTables>, needs: JobNeeds) {
  const { config, db, clock } = foundation
  const { jobs: running, check } = startJobs(foundation, needs.jobs)
  /** Marks cut-off runs as interrupted. The next scheduler check makes up for them, immediately unless the run had just begun. */
  const endAbandoned = async (): Promise<void> => {
    if (await running.endAbandoned()) await check()
  }
  /** Starts the jobs that have pressing work, unless they are running: a running job gets to it anyway. */
  const startPressed = async (): Promise<void> => {
    for (const { name, isPressed } of needs.jobs) {
      if ((await isPressed?.()) !== true) continue
      const started = await running.start(name, { trigger: 'warnings' })
      if (started.kind === 'started') await started.finished
    }
  }
  return {
    ...running,
    startPressed,
    tasks: [
      { name: 'ending runs of killed processes', everyMs: ABANDONED_EVERY_MS, run: endAbandoned },
      ...(config.SCHEDULER ? [{ name: 'starting what is pressing', everyMs: PRESSED_EVERY_MS, run: startPressed }] : []),
    ],
    routes: (app) =>
      registerCron(app, { jobs: running, cronSecret: config.CRON_SECRET, mailsSettled: needs.mailsSettled, mailWaitMs: MAIL_WAIT_MS }),
    adminRoutes: (app) =>
      registerJobAdmin(app, { jobs: running, runs: createRunAdminStore(db), mailsOf: (runId) => needs.mailsSettled(runId, 0), clock }),
  } satisfies Feature & Jobs & { startPressed(): Promise<void> }
}

/** The jobs, and the scheduler's check for those that are due; without a scheduler it finds none. */
function startJobs(
  foundation: Foundation<JobTables & AuditTables>,
  jobs: readonly Job[],
): { readonly jobs: Jobs; readonly check: () => Promise<void> } {
  const { config, db, pool, settings, keyring, clock, onError, metrics } = foundation
  const runs = new Histogram({
    name: 'isobar_job_run_duration_seconds',
    help: 'Job runs by final status (completed, partial, failed, interrupted)',
    labelNames: ['job', 'status'],
    buckets: [1, 5, 15, 60, 300, 1_800],
    registers: [metrics.registry],
  })
  const lastSuccess = new Gauge({
    name: 'isobar_job_last_success_timestamp_seconds',
    help: 'When each job last ended with its work done (completed, partial), on any node',
    labelNames: ['job'],
    registers: [],
    // Every process reads the same values.
    aggregator: 'max',
    async collect() {
      for (const { job, at } of await lastSuccesses(db).catch(() => [])) lastSuccess.set({ job }, at / 1_000)
    },
  })
  metrics.registry.registerMetric(lastSuccess)
  const all = createJobs({
    jobs,
    store: createRunStore(db),
    takeLock: (name) => takeJobLock(pool, name),
    clock,
    onError,
    onFinished: (job, status, durationMs) => runs.observe({ job, status }, durationMs / 1_000),
  })
  const { fault } = keyring
  // Under a wrong ADMIN_SECRET the stored hashes match nobody: neither earlier mails nor suppressions would be recognised.
  if (fault !== null) {
    const start = () => Promise.reject(new AppError('service_unavailable', fault, { retryAfterSeconds: 60 }))
    return { jobs: { ...all, start }, check: async () => undefined }
  }
  if (!config.SCHEDULER) return { jobs: all, check: async () => undefined }
  const scheduler = startScheduler({ jobs: all, schedules: schedulesIn(settings), clock, onError })
  const close = (): Promise<void> => {
    scheduler.stop()
    return all.close()
  }
  return { jobs: { ...all, close }, check: scheduler.check }
}

/** The jobs' schedules, read at every check: a changed setting takes effect at the next one. */
export function schedulesIn(settings: Settings): Readonly<Record<JobName, Schedule>> {
  return {
    get 'weekly-digests'() {
      return dailyAt(settings.current().digestHourUtc)
    },
    get 'weather-alerts'() {
      return everyMinutes(settings.current().alertEveryMinutes)
    },
  }
}
