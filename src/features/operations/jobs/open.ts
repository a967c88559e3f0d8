import { Gauge, Histogram } from 'prom-client'
import type { AuditTables } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { HOLD_REASON } from '../../../platform/db/hold.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import type { Settings } from '../settings/index.ts'
import { registerJobAdmin, type JobAdminRoutes } from './admin.ts'
import { isMailJob, type Job, type JobName } from './job.ts'
import { takeJobLock } from './lock-store.ts'
import { type CronRoutes, registerCron } from './routes.ts'
import { buildDailySchedule, buildIntervalSchedule, isCutOff, computeLastTick, type Schedules, startDue } from './schedule.ts'
import { createJobs, type Jobs } from './service.ts'
import { createRunStore, listLastRuns, listLastSuccesses } from './store.ts'
import type { JobTables } from './tables.ts'

export interface JobNeeds extends Pick<CronRoutes, 'onRefused'> {
  /** Waits for the outcome of a run's mails. */
  readonly mailsSettled: (runId: string, withinMs: number) => ReturnType<JobAdminRoutes['mailsOf']>
}

/** Part of the time between the publication of a warning and its mail. */
const URGENT_EVERY_MS = 15_000
/** How long a run whose process was killed is shown as running, and how late a job may start. */
const LOOK_EVERY_MS = 10_000
/** A run that was cut off longer ago is not started again. */
const RESUMED_WITHIN_MS = 7 * DAY_MS

/** The jobs, run by schedule, by hand or by an external cron; this process schedules them unless SCHEDULER is off. */
export function openJobs(foundation: Foundation<JobTables & AuditTables>, needs: JobNeeds) {
  const { config, db, settings, clock, hold, keyring, onError } = foundation
  const jobs: Job[] = []
  const running = createRunningJobs(foundation, jobs)
  const schedules = buildJobSchedules(settings)
  const mayStart = (): boolean => keyring.fault === null && !hold.isOnHold()
  /** Marks cut-off runs as interrupted, and starts what is due: also what they left, at once unless they had just begun. */
  const look = async (): Promise<void> => {
    try {
      await running.endAbandoned()
    } finally {
      if (config.SCHEDULER && mayStart()) await startDue({ jobs: running, schedules, clock, onError })
    }
  }
  /** Starts the jobs whose last run was cut off; the scheduler does the same for those that write mails. */
  const resume = async (): Promise<void> => {
    if (!mayStart()) return
    for (const { name } of jobs.filter((job) => !isMailJob(job.name))) {
      const now = clock.now()
      const since = now - RESUMED_WITHIN_MS
      if (!isCutOff(await running.listSince(name, since), now)) continue
      await running.start(name, { trigger: 'scheduler', wanted: { since, isWanted: (runs) => isCutOff(runs, now) } })
    }
  }
  /** Starts the jobs that have urgent work, unless they are running: a running job gets to it anyway. */
  const startUrgent = async (): Promise<void> => {
    if (!mayStart()) return
    for (const { name, hasUrgentWork } of jobs) {
      if ((await hasUrgentWork?.()) !== true) continue
      const started = await running.start(name, { trigger: 'warnings' })
      if (started.kind === 'started') await started.finished
    }
  }
  return {
    ...running,
    /** Adds jobs; they can be started from then on. */
    add: (...more: readonly Job[]): void => void jobs.push(...more),
    startUrgent,
    resume,
    /** The last run of each job. */
    lastRuns: () => listLastRuns(db, clock.now()),
    /** When the scheduled jobs were to run last (epoch milliseconds); none without a scheduler. */
    ticks: (now: number) =>
      Object.entries(config.SCHEDULER ? schedules : {}).flatMap(([job, schedule]) =>
        schedule === null ? [] : [{ job: job as JobName, at: computeLastTick(schedule, now) }],
      ),
    tasks: [
      { name: 'looking for cut-off runs and due jobs', everyMs: LOOK_EVERY_MS, run: look },
      { name: 'resuming runs that were cut off', everyMs: MINUTE_MS, run: resume },
      ...(config.SCHEDULER ? [{ name: 'starting jobs with urgent work', everyMs: URGENT_EVERY_MS, run: startUrgent }] : []),
    ],
    routes: (app) => registerCron(app, { jobs: running, cronSecret: config.CRON_SECRET, ...needs }),
    adminRoutes: (app) => registerJobAdmin(app, { jobs: running, db, mailsOf: (runId) => needs.mailsSettled(runId, 0), clock }),
  } satisfies Feature & Jobs & Record<string, unknown>
}

/** The jobs with their metrics; under a wrong ADMIN_SECRET and in a restored copy none can be started. */
function createRunningJobs({ db, pool, hold, keyring, clock, onError, metrics }: Foundation<JobTables>, jobs: readonly Job[]): Jobs {
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
      for (const { job, at } of await listLastSuccesses(db, clock.now()).catch(() => [])) lastSuccess.set({ job }, at / 1_000)
    },
  })
  metrics.registry.registerMetric(lastSuccess)
  const all = createJobs({
    jobs,
    store: createRunStore(db, clock),
    takeLock: (name) => takeJobLock(pool, name),
    clock,
    onError,
    onFinished: (job, status, durationMs) => runs.observe({ job, status }, durationMs / 1_000),
  })
  return {
    ...all,
    async start(name, options) {
      // The stored hashes match nobody: neither earlier mails nor suppressions would be recognised.
      const reason = keyring.fault ?? (hold.isOnHold() ? HOLD_REASON : null)
      if (reason !== null) throw new AppError('service_unavailable', reason, { retryAfterSeconds: 60 })
      return all.start(name, options)
    },
  }
}

/** The jobs' schedules, read at every check: a changed setting takes effect at the next one. */
export function buildJobSchedules(settings: Settings): Schedules {
  return {
    get 'weekly-digests'() {
      return buildDailySchedule(settings.current().digestHourUtc)
    },
    get 'weather-alerts'() {
      return buildIntervalSchedule(settings.current().alertEveryMinutes)
    },
    get backup() {
      const { backupsKept, backupHourUtc } = settings.current()
      return backupsKept === 0 ? null : buildDailySchedule(backupHourUtc)
    },
  }
}
