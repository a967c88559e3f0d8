import { Cron } from 'croner'
import type { Run } from './store.ts'
import { MINUTE_MS } from '../../../time.ts'

/** When a job runs: a cron pattern of five fields, in UTC. */
export interface Schedule {
  readonly pattern: string
}

/** Every day at the hour (0–23, UTC). */
export function dailyAt(hour: number): Schedule {
  return { pattern: `0 ${hour} * * *` }
}

export function everyMinutes(minutes: number): Schedule {
  return { pattern: `*/${minutes} * * * *` }
}

/** A timer may fire a moment before its time, and nodes' clocks are not quite the same. */
const TOLERANCE_MS = 1_000

/** The newest moment, not after `now`, at which the schedule wanted a run. Epoch milliseconds. */
export function lastTick({ pattern }: Schedule, now: number): number {
  const [tick] = new Cron(pattern, { timezone: 'UTC' }).previousRuns(1, new Date(now + TOLERANCE_MS))
  if (tick === undefined) throw new Error(`the schedule ${pattern} never runs`)
  return tick.getTime()
}

/** Until a job is tried again, by how its last run ended; doubled with every try that its tick has had. */
const WAIT_MINUTES: Readonly<Record<Exclude<Run['status'], 'completed'>, number>> = { running: 1, interrupted: 1, failed: 10, partial: 60 }
const MAX_WAIT_MINUTES = 6 * 60

/**
 * Is a run wanted now? `runs` are the real ones since the last tick, newest first. One that was done settles the tick, whoever
 * started it on whichever node. One that did not get through is tried again after a while, and so is one that calls itself running:
 * only the lock knows whether its process is still alive.
 */
export function isDue(runs: readonly Pick<Run, 'status' | 'startedAt' | 'finishedAt'>[], now: number): boolean {
  const [last] = runs
  if (last === undefined) return true
  if (last.status === 'completed' || runs.some(({ status }) => status === 'completed')) return false
  const waitMinutes = Math.min(MAX_WAIT_MINUTES, WAIT_MINUTES[last.status] * 2 ** (runs.length - 1))
  return now - (last.finishedAt ?? last.startedAt) >= waitMinutes * MINUTE_MS
}
