import { Cron } from 'croner'
import { backoffMs } from '../../../platform/backoff.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { Run } from './store.ts'

/** When a job runs: a cron pattern of five fields, in UTC. */
export interface Schedule {
  readonly pattern: string
}

/** Every day at the hour (0–23, UTC). */
export function dailyAt(hour: number): Schedule {
  return { pattern: `0 ${hour} * * *` }
}

/** Every so many minutes, counted from the full hour. */
export function everyMinutes(minutes: number): Schedule {
  return { pattern: `*/${minutes} * * * *` }
}

/** With UTC as a time zone name, croner would load the time zone database, which takes tens of milliseconds at each start. */
export const UTC = { utcOffset: 0 } as const
/** A timer may fire slightly early, and nodes' clocks differ slightly. */
const TOLERANCE_MS = 1_000

/** The latest scheduled time that is not after `now`. Epoch milliseconds. */
export function lastTick({ pattern }: Schedule, now: number): number {
  const [tick] = new Cron(pattern, UTC).previousRuns(1, new Date(now + TOLERANCE_MS))
  if (tick === undefined) throw new Error(`the schedule ${pattern} never runs`)
  return tick.getTime()
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
  return cutOff.length > 0 && isDue(cutOff, now)
}

/**
 * Whether a run is due. `runs` are those since the last tick, without dry runs, newest first. A completed run settles the tick, whoever
 * started it on whichever node. An unsuccessful one is retried after a backoff, and so is one marked as running: only the lock knows
 * whether its process is still alive. The backoff of an interrupted run counts from its start, not its end: it only has to slow down jobs
 * that crash their own process.
 */
export function isDue(runs: readonly Pick<Run, 'status' | 'startedAt' | 'finishedAt'>[], now: number): boolean {
  const [last] = runs
  if (last === undefined) return true
  if (last.status === 'completed' || runs.some(({ status }) => status === 'completed')) return false
  const from = last.status === 'interrupted' ? last.startedAt : (last.finishedAt ?? last.startedAt)
  return now - from >= backoffMs(WAIT_MS[last.status], MAX_WAIT_MS, runs.length - 1)
}
