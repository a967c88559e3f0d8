import type { Product } from '@isobar/providers/port'
import { DAY_SECONDS } from '../time.ts'
import { MINUTE_SECONDS } from './budget.ts'

/** The budgets that an operator can limit: weather, place names and tiles, each for each provider. */
export type Budget = NonNullable<Product['budget']>

/** In calls, or in weighted calls if the provider weighs them. */
export interface BudgetLimits {
  readonly perMinute?: number
  readonly perHour?: number
  readonly perDay?: number
  readonly perMonth?: number
}

/** One client's share of a budget in one window. */
export interface ClientShare {
  /** The name used in RATE_LIMITS and in the RateLimit headers. */
  readonly name: string
  readonly windowSeconds: number
  /** Calls. */
  readonly limit: number
}

/** Place names and tiles are limited per minute only. */
const NAMES: Readonly<Record<Budget, { readonly minute: string; readonly day?: string }>> = {
  weather: { minute: 'upstream', day: 'upstream-day' },
  geocode: { minute: 'upstream-geocode' },
  tiles: { minute: 'upstream-tiles' },
}

/** One client may use at most a third of the budget per minute, and a tenth per day. */
const MINUTE_PARTS = 3
const DAY_PARTS = 10

/** One client's share of a limit per minute, at least one call. */
export const computeMinuteShare = (limit: number): number => Math.max(1, Math.floor(limit / MINUTE_PARTS))
/** One client's share of a limit per day, at least one call. */
export const computeDayShare = (limit: number): number => Math.max(1, Math.floor(limit / DAY_PARTS))

/**
 * The shares of one client, in calls of the given weight. `stated` returns the operator's override for a share's name; 0 removes the limit.
 */
export function listClientShares(
  budget: Budget,
  { perMinute, perDay }: BudgetLimits,
  weight: number,
  stated: (name: string) => number | undefined,
): readonly ClientShare[] {
  const { minute, day } = NAMES[budget]
  const ofMinute = stated(minute) ?? (perMinute ? computeMinuteShare(perMinute / weight) : 0)
  const ofDay = day === undefined ? 0 : (stated(day) ?? (perDay ? computeDayShare(perDay / weight) : 0))
  return [
    ...(ofMinute > 0 ? [{ name: minute, windowSeconds: MINUTE_SECONDS, limit: ofMinute }] : []),
    ...(day !== undefined && ofDay > 0 ? [{ name: day, windowSeconds: DAY_SECONDS, limit: ofDay }] : []),
  ]
}
