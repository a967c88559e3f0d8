import { Cron } from 'croner'
import type { Clock } from '../../../platform/clock.ts'
import type { JobName } from './job.ts'
import { isDue, lastTick, type Schedule } from './schedule.ts'
import type { Jobs } from './service.ts'
import type { ReportError } from '../../../errors.ts'

export interface Scheduler {
  /** Starts what is due and runs nowhere; resolves when it has begun. Never throws. */
  check(): Promise<void>
  stop(): void
}

export interface SchedulerOptions {
  readonly jobs: Pick<Jobs, 'start' | 'listSince'>
  readonly schedules: Readonly<Record<JobName, Schedule>>
  readonly clock: Clock
  readonly onError: ReportError
}

/** The process has come up before it takes work over that another left. */
const FIRST_CHECK_MS = 10_000

/**
 * Looks every minute whether a job is due, instead of waiting for the moment itself: so a tick that nobody was there for, or whose
 * run was cut off, is made up for by whichever node looks first, and no node runs what another has done.
 */
export function startScheduler({ jobs, schedules, clock, onError }: SchedulerOptions): Scheduler {
  async function check(): Promise<void> {
    for (const [name, schedule] of Object.entries(schedules) as [JobName, Schedule][]) {
      const now = clock.now()
      const since = lastTick(schedule, now)
      await startIfDue(name, since, now).catch((error: unknown) => onError(error, `starting the job ${name}`))
    }
  }

  /** Asked without the lock first, which nearly always settles it; and again under the lock, since another node may have been faster. */
  async function startIfDue(name: JobName, since: number, now: number): Promise<void> {
    if (!isDue(await jobs.listSince(name, since), now)) return
    await jobs.start(name, { trigger: 'scheduler', wanted: { since, isWanted: (runs) => isDue(runs, now) } })
  }

  const first = setTimeout(() => void check(), FIRST_CHECK_MS).unref()
  const everyMinute = new Cron('* * * * *', { timezone: 'UTC', protect: true, unref: true }, check)
  return {
    check,
    stop() {
      clearTimeout(first)
      everyMinute.stop()
    },
  }
}
