/**
 * The money rules: how much a product may use in a window, and how far each kind of caller may go. Pure; the atomic
 * reservation is in `store.ts`.
 */
export const MINUTE_SECONDS = 60
export const DAY_SECONDS = 86_400

export type BudgetStatus = 'ok' | 'warning' | 'soft_block' | 'hard_block'

export interface Allowance {
  readonly windowSeconds: number
  readonly limit: number
}

/** Shares of a limit, 0–1. */
export interface BudgetShares {
  readonly warning: number
  /** Beyond it only people waiting for an answer may spend. */
  readonly softBlock: number
}

const JOB_SLICE_MS = 15 * 60_000

export function budgetStatus(used: number, limit: number, { warning, softBlock }: BudgetShares): BudgetStatus {
  if (used >= limit) return 'hard_block'
  if (used >= limit * softBlock) return 'soft_block'
  return used >= limit * warning ? 'warning' : 'ok'
}

/** How far a caller may fill a window: background work and prefetch stop at the soft block, people's misses go on to the limit. */
export function ceilingOf(limit: number, background: boolean, { softBlock }: BudgetShares): number {
  return background ? limit * softBlock : limit
}

export interface JobBudget {
  /** Of the day, in weighted calls, like what has been used of it by all and by jobs. */
  readonly limit: number
  /** How far background work may fill it. */
  readonly backgroundLimit: number
  readonly used: number
  readonly usedByJobs: number
  /** What jobs may use of the day's limit, 0–1. */
  readonly share: number
  /** Of one call. */
  readonly weight: number
}

/**
 * Whole calls that jobs may make now. Their share of the day comes to them evenly, a slice every quarter of an hour from 00:00 UTC on,
 * as often as they run; what they leave stays theirs for the day. Like all background work they stop at the soft block.
 */
export function jobCallsLeft({ limit, backgroundLimit, used, usedByJobs, share, weight }: JobBudget, nowMs: number): number {
  const slices = Math.floor((nowMs - windowStart(nowMs, DAY_SECONDS)) / JOB_SLICE_MS) + 1
  const due = (limit * share * slices * JOB_SLICE_MS) / (DAY_SECONDS * 1_000)
  return Math.max(0, Math.floor(Math.min(due - usedByJobs, backgroundLimit - used) / weight))
}

/** Start of the window that an instant falls in, epoch milliseconds; windows are aligned to UTC. */
export function windowStart(nowMs: number, windowSeconds: number): number {
  return Math.floor(nowMs / (windowSeconds * 1000)) * windowSeconds * 1000
}

/** Whole seconds until the window that an instant falls in ends, at least 1. */
export function secondsUntilReset(nowMs: number, windowSeconds: number): number {
  return Math.max(1, Math.ceil((windowStart(nowMs, windowSeconds) + windowSeconds * 1000 - nowMs) / 1000))
}
