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

/** Share of the budget beyond which only people waiting for an answer may spend. */
const SOFT_BLOCK_SHARE = 0.95
const WARNING_SHARE = 0.8

export function budgetStatus(used: number, limit: number): BudgetStatus {
  if (used >= limit) return 'hard_block'
  if (used >= limit * SOFT_BLOCK_SHARE) return 'soft_block'
  return used >= limit * WARNING_SHARE ? 'warning' : 'ok'
}

/** How far a caller may fill a window: background work and prefetch stop at the soft block, people's misses go on to the limit. */
export function ceilingOf(limit: number, background: boolean): number {
  return background ? limit * SOFT_BLOCK_SHARE : limit
}

/** Start of the window that an instant falls in, epoch milliseconds; windows are aligned to UTC. */
export function windowStart(nowMs: number, windowSeconds: number): number {
  return Math.floor(nowMs / (windowSeconds * 1000)) * windowSeconds * 1000
}

/** Whole seconds until the window that an instant falls in ends, at least 1. */
export function secondsUntilReset(nowMs: number, windowSeconds: number): number {
  return Math.max(1, Math.ceil((windowStart(nowMs, windowSeconds) + windowSeconds * 1000 - nowMs) / 1000))
}
