import { type CalendarDay, formatInstant, type Instant, parseInstant } from './instant.ts'
import type { PlaceClock } from './model.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

function zoned(epochMs: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timezone)
}

/** The calendar day at the place. */
export function toCalendarDay(epochMs: number, timezone: string): CalendarDay {
  return zoned(epochMs, timezone).toPlainDate().toString()
}

/** The start of that day at the place: midnight, or the first moment after a clock change that skips midnight. */
export function findStartOfDay(day: CalendarDay, timezone: string): Instant {
  return formatInstant(Temporal.PlainDate.from(day).toZonedDateTime(timezone).epochMilliseconds)
}

/** The start and the end of a calendar day of a place, epoch milliseconds, the end excluded. */
export interface DayBounds {
  readonly startMs: number
  readonly endMs: number
}

/** The bounds of a day: 23 or 25 hours apart where clocks change. */
export function getDayBounds(day: CalendarDay, timezone: string): DayBounds {
  return { startMs: parseInstant(findStartOfDay(day, timezone)), endMs: parseInstant(findStartOfDay(getNextDay(day), timezone)) }
}

/** The calendar day after this one. */
export function getNextDay(day: CalendarDay): CalendarDay {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}

/** The 24-hour wall clock time at the place: `14:05`. */
export function formatClockTime(epochMs: number, timezone: string): string {
  return zoned(epochMs, timezone).toPlainTime().toString({ smallestUnit: 'minute' })
}

/**
 * The clock of a place from an upstream's fields. The offset is the upstream's if it sends one, otherwise the zone's at `epochMs`. A zone
 * that this runtime does not know, or that has another offset here (upstreams may have newer zone data), becomes the fixed zone of the
 * upstream's offset. An offset of up to a day before or after is that of a clock change. Null when neither field is usable.
 */
export function toPlaceClock(timezone: unknown, utcOffsetSeconds: unknown, epochMs: number): PlaceClock | null {
  const offset =
    Number.isInteger(utcOffsetSeconds) && Math.abs(utcOffsetSeconds as number) <= 18 * 3_600 ? (utcOffsetSeconds as number) : null
  const known = typeof timezone === 'string' ? findZoneOffsetSeconds(timezone, epochMs) : null
  if (known !== null) {
    const zone = timezone as string
    const isOutdated = offset !== null && ![-DAY_MS, 0, DAY_MS].some((apart) => findZoneOffsetSeconds(zone, epochMs + apart) === offset)
    if (!isOutdated) return { timezone: zone, utcOffsetSeconds: offset ?? known }
    return { timezone: fixedZone(offset), utcOffsetSeconds: offset, outdatedZone: zone }
  }
  return offset === null ? null : { timezone: fixedZone(offset), utcOffsetSeconds: offset }
}

/** The hour of the day at the place, 0 to 23, that the moment is in; by UTC if the runtime does not know the zone. */
export function computeLocalHour(epochMs: number, timezone: string): number {
  return Math.floor((epochMs + (findZoneOffsetSeconds(timezone, epochMs) ?? 0) * 1_000) / HOUR_MS) % 24
}

/** The zone's offset from UTC at that moment; null if the runtime does not know the zone. */
export function findZoneOffsetSeconds(timezone: string, epochMs: number): number | null {
  try {
    return zoned(epochMs, timezone).offsetNanoseconds / 1e9
  } catch {
    return null
  }
}

/** IANA has fixed zones for whole hours only (with the sign inverted); other offsets are written `+05:45`. */
function fixedZone(offsetSeconds: number): string {
  if (offsetSeconds === 0) return 'UTC'
  const west = offsetSeconds < 0
  const minutes = Math.round(Math.abs(offsetSeconds) / 60)
  const hours = Math.floor(minutes / 60)
  if (minutes % 60 === 0 && hours <= (west ? 12 : 14)) return `Etc/GMT${west ? '+' : '-'}${hours}`
  return `${west ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
