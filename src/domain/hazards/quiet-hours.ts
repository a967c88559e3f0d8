import { clockTime, zoneOffsetSeconds } from '../local-time.ts'
import type { QuietHours } from './preferences.ts'

/**
 * Whether the wall clock of `timezone` stands within quiet hours at `now`, epoch milliseconds: from `from` on, before `to`, over
 * midnight where `from` is the later. The clock decides, so an hour that it shows twice when summer time ends is quiet twice, and one
 * that it skips when summer time begins shortens the night. A zone that this runtime does not know counts as UTC.
 */
export function isQuiet({ quietHours }: { readonly quietHours: QuietHours | null }, now: number, timezone: string): boolean {
  if (quietHours === null) return false
  const { from, to } = quietHours
  const clock = clockTime(now, zoneOffsetSeconds(timezone, now) === null ? 'UTC' : timezone)
  return from < to ? from <= clock && clock < to : from <= clock || clock < to
}
