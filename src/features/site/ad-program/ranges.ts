import { DAY_MS, toUtcDay } from '../../../time.ts'

/** `YYYY-MM-DD`, inclusive at both ends. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export const RANGES = ['7d', '30d', 'mtd'] as const
export type RangeName = (typeof RANGES)[number]

/** The last 7 or 30 days, including today, or the month so far. Days are UTC days; the ad program's are in the account's time zone. */
export function computeDayRange(name: RangeName, now: number): DayRange {
  const to = toUtcDay(now)
  if (name === 'mtd') return { from: `${to.slice(0, 8)}01`, to }
  return { from: subtractUtcDays(to, name === '7d' ? 6 : 29), to }
}

/** The UTC day so many days earlier. */
export function subtractUtcDays(day: string, days: number): string {
  return toUtcDay(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS)
}
