import { formatInstant, parseInstant } from '../../domain/instant.ts'
import { startOfDay } from '../../domain/local-time.ts'
import type { Row } from './schema.ts'
import { HOUR_MS } from '../../time.ts'

/** Maximum distance of a sunrise or sunset from its day: near midnight sun the sun sets after midnight, and clocks may change. */
const SLACK_MS = 4 * HOUR_MS

/**
 * Sunrise and sunset of a daily row. Polar day is sent as 00:00 and the next day's 00:00, polar night as two equal times, and older
 * servers sent 1970 for both: all of these are null.
 */
export function sunOf(row: Row, timezone: string): { readonly sunrise: string | null; readonly sunset: string | null } {
  const dayMs = parseInstant(startOfDay(row.date, timezone))
  const riseMs = row.instantMs('sunrise')
  const setMs = row.instantMs('sunset')
  const polar = riseMs !== null && setMs !== null && (setMs <= riseMs || setMs - riseMs >= 24 * HOUR_MS)
  const write = (ms: number | null) =>
    ms === null || polar || ms < dayMs - SLACK_MS || ms > dayMs + 24 * HOUR_MS + SLACK_MS ? null : formatInstant(ms)
  return { sunrise: write(riseMs), sunset: write(setMs) }
}
