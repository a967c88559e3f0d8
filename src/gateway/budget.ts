import { DAY_SECONDS, MINUTE_MS } from '../time.ts'
import { type Caller, isBackground } from './policy.ts'

/**
 * The money rules: how much a product may use in a window, and how much of that each kind of caller. Pure; the atomic reservation is in
 * `store.ts`.
 */
export const MINUTE_SECONDS = 60
export const HOUR_SECONDS = 60 * MINUTE_SECONDS
/** Stands for the calendar month (UTC), whatever its length; no month is longer. */
export const MONTH_SECONDS = 31 * DAY_SECONDS

/** The state of a budget window, mildest first. */
export const BUDGET_STATUSES = ['ok', 'warning', 'soft_block', 'hard_block'] as const
export type BudgetStatus = (typeof BUDGET_STATUSES)[number]

/** A limit in calls or weighted calls per window. */
export interface Allowance {
  readonly windowSeconds: number
  readonly limit: number
}

/** Shares of a limit, 0–1. */
export interface BudgetShares {
  readonly warning: number
  /** Above it, only people waiting for an answer may spend. */
  readonly softBlock: number
}

const JOB_SLICE_MS = 15 * MINUTE_MS

/** `used` and `limit` are in the same unit; `hard_block` from the limit on. */
export function computeBudgetStatus(used: number, limit: number, { warning, softBlock }: BudgetShares): BudgetStatus {
  if (used >= limit) return 'hard_block'
  if (used >= limit * softBlock) return 'soft_block'
  return used >= limit * warning ? 'warning' : 'ok'
}

/** The usage at which a caller is refused: background work and prefetching stop at the soft block, people's cache misses at the limit. */
export function computeBudgetCeiling(limit: number, caller: Caller, { softBlock }: BudgetShares): number {
  return isBackground(caller) ? limit * softBlock : limit
}

/** What `jobCallsLeft` depends on. */
export interface JobBudget {
  /** Per day, in weighted calls, as are `used` (by all) and `usedByJobs`. */
  readonly limit: number
  /** The part of `limit` that background work may use. */
  readonly backgroundLimit: number
  readonly used: number
  readonly usedByJobs: number
  /** The fraction of the daily limit that jobs may use, 0–1. */
  readonly share: number
  /** Weight of one call. */
  readonly weight: number
}

/**
 * Whole calls that jobs may make now. Their daily share accrues evenly in slices of a quarter of an hour from 00:00 UTC; unused slices
 * carry over within the day. Like all background work they stop at the soft block.
 */
export function computeJobCallsLeft({ limit, backgroundLimit, used, usedByJobs, share, weight }: JobBudget, nowMs: number): number {
  const slices = Math.floor((nowMs - computeWindowStart(nowMs, DAY_SECONDS)) / JOB_SLICE_MS) + 1
  const due = (limit * share * slices * JOB_SLICE_MS) / (DAY_SECONDS * 1_000)
  return Math.max(0, Math.floor(Math.min(due - usedByJobs, backgroundLimit - used) / weight))
}

/** Start of the window that an instant falls in, epoch milliseconds; windows are aligned to UTC. */
export function computeWindowStart(nowMs: number, windowSeconds: number): number {
  if (windowSeconds === MONTH_SECONDS) return startOfMonth(nowMs, 0)
  return Math.floor(nowMs / (windowSeconds * 1000)) * windowSeconds * 1000
}

/** End of the window that an instant falls in, epoch milliseconds. */
export function computeWindowEnd(nowMs: number, windowSeconds: number): number {
  if (windowSeconds === MONTH_SECONDS) return startOfMonth(nowMs, 1)
  return computeWindowStart(nowMs, windowSeconds) + windowSeconds * 1_000
}

/** Whole seconds until the window that an instant falls in ends, at least 1. */
export function computeSecondsUntilReset(nowMs: number, windowSeconds: number): number {
  return Math.max(1, Math.ceil((computeWindowEnd(nowMs, windowSeconds) - nowMs) / 1_000))
}

function startOfMonth(nowMs: number, monthsLater: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsLater)
}
