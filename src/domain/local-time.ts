import { type CalendarDay, formatInstant, type Instant } from './instant.ts'
import type { PlaceClock } from './model.ts'

function zoned(epochMs: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timezone)
}

/** The calendar day at the place. */
export function calendarDayAt(epochMs: number, timezone: string): CalendarDay {
  return zoned(epochMs, timezone).toPlainDate().toString()
}

/** Where that day starts at the place: midnight, or the first moment after a clock change that skips midnight. */
export function startOfDay(day: CalendarDay, timezone: string): Instant {
  return formatInstant(Temporal.PlainDate.from(day).toZonedDateTime(timezone).epochMilliseconds)
}

/** The wall clock at the place on 24 hours: `14:05`. */
export function clockTime(epochMs: number, timezone: string): string {
  return zoned(epochMs, timezone).toPlainTime().toString({ smallestUnit: 'minute' })
}

/**
 * The clock of a place from what an upstream says. The offset is the upstream's where it sends one, else the zone's at `epochMs`.
 * A zone that this runtime does not know (upstreams may have newer zone data) becomes the fixed zone of its offset. Null when
 * neither makes a clock.
 */
export function placeClock(timezone: unknown, utcOffsetSeconds: unknown, epochMs: number): PlaceClock | null {
  const offset =
    Number.isInteger(utcOffsetSeconds) && Math.abs(utcOffsetSeconds as number) <= 18 * 3_600 ? (utcOffsetSeconds as number) : null
  const known = typeof timezone === 'string' ? zoneOffsetSeconds(timezone, epochMs) : null
  if (known !== null) return { timezone: timezone as string, utcOffsetSeconds: offset ?? known }
  return offset === null ? null : { timezone: fixedZone(offset), utcOffsetSeconds: offset }
}

/** The zone's offset from UTC at that moment, or null where the runtime does not know the zone. */
export function zoneOffsetSeconds(timezone: string, epochMs: number): number | null {
  try {
    return zoned(epochMs, timezone).offsetNanoseconds / 1e9
  } catch {
    return null
  }
}

/** IANA has fixed zones for whole hours only (with the sign the other way round); other offsets are written `+05:45`. */
function fixedZone(offsetSeconds: number): string {
  if (offsetSeconds === 0) return 'UTC'
  const west = offsetSeconds < 0
  const minutes = Math.round(Math.abs(offsetSeconds) / 60)
  const hours = Math.floor(minutes / 60)
  if (minutes % 60 === 0 && hours <= (west ? 12 : 14)) return `Etc/GMT${west ? '+' : '-'}${hours}`
  return `${west ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
