import type { ReportError } from '../../../errors.ts'
import { computeBackoffMs } from '../../../platform/backoff.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, computeAgeMs } from '../../../time.ts'
import type { ScheduledJobName } from './job.ts'
import type { Jobs } from './service.ts'
import type { Run } from './store.ts'

/** When a job runs, counted from midnight (UTC). */
export interface Schedule {
  readonly everyMs: number
  readonly offsetMs: number
}

/** When each job runs; null: not by schedule. */
export type Schedules = Readonly<Record<ScheduledJobName, Schedule | null>>

/** Every day at the hour (0–23, UTC). */
export function buildDailySchedule(hour: number): Schedule {
  return { everyMs: DAY_MS, offsetMs: hour * HOUR_MS }
}

/** Every so many minutes, counted from the full hour. */
export function buildIntervalSchedule(minutes: number): Schedule {
  return { everyMs: minutes * MINUTE_MS, offsetMs: 0 }
}

/** A timer may fire slightly early, and nodes' clocks differ slightly. */
const TOLERANCE_MS = 1_000

/** The latest scheduled time that is not after `now`. Epoch milliseconds. */
export function computeLastTick({ everyMs, offsetMs }: Schedule, now: number): number {
  return Math.floor((now + TOLERANCE_MS - offsetMs) / everyMs) * everyMs + offsetMs
}

/** The backoff before a retry, by the status of the last run; doubled with each attempt at the same tick. */
const WAIT_MS: Readonly<Record<Exclude<Run['status'], 'completed'>, number>> = {
  running: MINUTE_MS,
  interrupted: MINUTE_MS,
  failed: 10 * MINUTE_MS,
  partial: HOUR_MS,
}
const MAX_WAIT_MS = 6 * HOUR_MS

/**
 * Whether the newest run was cut off and is due to be started again. `runs` are as for `isDue`.
 */
export function isCutOff(runs: readonly Pick<Run, 'status' | 'startedAt' | 'finishedAt'>[], now: number): boolean {
  const ended = runs.findIndex(({ status }) => status !== 'interrupted' && status !== 'running')
  const cutOff = ended < 0 ? runs : runs.slice(0, ended)
  return cutOff.length > 0 && isJobDue(cutOff, now)
}

/**
 * Whether a run is due. `runs` are those since the last tick, without dry runs, newest first. A completed run settles the tick, whoever
 * started it on whichever node. An unsuccessful one is retried after a backoff, and so is one marked as running: only the lock knows
 * whether its process is still alive. The backoff of an interrupted run counts from its start, not its end: it only has to slow down jobs
 * that crash their own process.
 */
export function isJobDue(runs: readonly Pick<Run, 'status' | 'startedAt' | 'finishedAt'>[], now: number): boolean {
  const [last] = runs
  if (last === undefined) return true
  if (last.status === 'completed' || runs.some(({ status }) => status === 'completed')) return false
  const from = last.status === 'interrupted' ? last.startedAt : (last.finishedAt ?? last.startedAt)
  return computeAgeMs(from, now) >= computeBackoffMs(WAIT_MS[last.status], MAX_WAIT_MS, runs.length - 1)
}

interface DueOptions {
  readonly jobs: Pick<Jobs, 'start' | 'listSince'>
  readonly schedules: Schedules
  readonly clock: Clock
  readonly onError: ReportError
}

/**
 * Starts the jobs that are due and not running; resolves when they have begun. Called often, instead of a timer for each tick: a tick that was missed,
 * or whose run was cut off, is made up for by the first node that looks, and no node repeats what another has done.
 */
export async function startDue({ jobs, schedules, clock, onError }: DueOptions): Promise<void> {
  for (const [name, schedule] of Object.entries(schedules) as [ScheduledJobName, Schedule | null][]) {
    if (schedule === null) continue
    const now = clock.now()
    const since = computeLastTick(schedule, now)
    const isWanted = (runs: readonly Run[]): boolean => isJobDue(runs, now)
    try {
      // Without the lock first, which is nearly always enough, and again under it, since another node may have been faster.
      if (isWanted(await jobs.listSince(name, since))) await jobs.start(name, { trigger: 'scheduler', wanted: { since, isWanted } })
    } catch (error) {
      onError(error, `starting the job ${name}`)
    }
  }
}
