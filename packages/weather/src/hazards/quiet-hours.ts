import { formatClockTime, findZoneOffsetSeconds } from '../local-time.ts'
import type { QuietHours } from './preferences.ts'

/**
 * Whether `now`, epoch milliseconds, is within quiet hours on the wall clock of `timezone`: `from` inclusive, `to` exclusive, across
 * midnight if `from` is later. The clock decides: an hour that repeats when summer time ends is quiet twice, and one that is skipped when
 * it begins shortens the night. A zone that this runtime does not know counts as UTC.
 */
export function isQuiet({ quietHours }: { readonly quietHours: QuietHours | null }, now: number, timezone: string): boolean {
  if (quietHours === null) return false
  const { from, to } = quietHours
  const clock = formatClockTime(now, findZoneOffsetSeconds(timezone, now) === null ? 'UTC' : timezone)
  return from < to ? from <= clock && clock < to : from <= clock || clock < to
}
