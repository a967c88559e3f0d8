import { HOUR_SECONDS, MINUTE_SECONDS, MONTH_SECONDS, computeWindowEnd } from '../../../gateway/index.ts'
import { DAY_SECONDS } from '../../../time.ts'

const PACE_SECONDS: Readonly<Record<number, number>> = {
  [MINUTE_SECONDS]: MINUTE_SECONDS,
  [HOUR_SECONDS]: 10 * MINUTE_SECONDS,
  [DAY_SECONDS]: HOUR_SECONDS,
  [MONTH_SECONDS]: DAY_SECONDS,
}
export const PACE_SPANS: readonly number[] = Object.values(PACE_SECONDS)

/** Over how many seconds the pace of a window is measured: long enough that it does not jump, short enough that a change shows. */
export const getPaceSeconds = (windowSeconds: number): number => PACE_SECONDS[windowSeconds] ?? windowSeconds

export interface WindowUse {
  readonly windowSeconds: number
  /** In weighted calls, as is `used`. */
  readonly limit: number
  readonly used: number
}

/**
 * When a window's limit is spent if calls go on at the pace of `spent` weighted calls in the last `getPaceSeconds`: epoch milliseconds, `now` if it is
 * spent already; null: not before the window ends, when all of it is there again.
 */
export function estimateExhaustion({ windowSeconds, limit, used }: WindowUse, spent: number, now: number): number | null {
  if (used >= limit) return now
  const perMs = spent / (getPaceSeconds(windowSeconds) * 1_000)
  if (perMs <= 0) return null
  const until = Math.round(now + (limit - used) / perMs)
  return until < computeWindowEnd(now, windowSeconds) ? until : null
}

const utc = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** `21 Nov, 21:40 UTC`, from epoch milliseconds. Titles are stored and mailed: “an hour ago” would be said for ever. */
export const formatTroubleTime = (at: number): string => `${utc.format(at)} UTC`
