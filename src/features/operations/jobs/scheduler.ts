import { Cron } from 'croner'
import type { ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { ScheduledJobName } from './job.ts'
import { isDue, lastTick, type Schedule, UTC } from './schedule.ts'
import type { Jobs } from './service.ts'

/** When each job runs; null: not by schedule. */
export type Schedules = Readonly<Record<ScheduledJobName, Schedule | null>>

export interface SchedulerOptions {
  readonly jobs: Pick<Jobs, 'start' | 'listSince'>
  readonly schedules: Schedules
  readonly clock: Clock
  readonly onError: ReportError
}

/** Lets the process start up before it takes over work that another process left. */
const FIRST_CHECK_MS = 10_000

/**
 * Checks every minute whether a job is due, instead of setting a timer for the tick: a tick that was missed, or whose run was cut off, is
 * made up for by the first node that checks, and no node repeats what another has done.
 */
export function startScheduler({ jobs, schedules, clock, onError }: SchedulerOptions) {
  async function check(): Promise<void> {
    for (const [name, schedule] of Object.entries(schedules) as [ScheduledJobName, Schedule | null][]) {
      if (schedule === null) continue
      const now = clock.now()
      const since = lastTick(schedule, now)
      await startIfDue(name, since, now).catch((error: unknown) => onError(error, `starting the job ${name}`))
    }
  }

  /** Checks without the lock first, which is nearly always enough, and again under the lock, since another node may have been faster. */
  async function startIfDue(name: ScheduledJobName, since: number, now: number): Promise<void> {
    if (!isDue(await jobs.listSince(name, since), now)) return
    await jobs.start(name, { trigger: 'scheduler', wanted: { since, isWanted: (runs) => isDue(runs, now) } })
  }

  const first = setTimeout(() => void check(), FIRST_CHECK_MS).unref()
  const everyMinute = new Cron('* * * * *', { ...UTC, protect: true, unref: true }, check)
  return {
    /** Starts jobs that are due and not running; resolves when they have begun. Never throws. */
    check,
    stop(): void {
      clearTimeout(first)
      everyMinute.stop()
    },
  }
}
