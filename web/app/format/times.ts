import { DAY_MS } from '../../../src/time.ts'
import { createKeyedCache } from './cached.ts'
import { resolveTimeZone } from './time-zone.ts'

/** A reader's language and region, their clock, and the place's zone. */
export interface TimeReader {
  readonly locale: string
  readonly hour12: boolean
}

type Style = 'clock' | 'hour' | 'day' | 'shortDay' | 'weekday' | 'shortWeekday' | 'dateTime' | 'date'

const formatOf = createKeyedCache((key) => {
  const [locale, clock, style, zone] = key.split('|') as [string, string, Style, string]
  return new Intl.DateTimeFormat(locale, { ...optionsOf(style, clock === '12'), timeZone: resolveTimeZone(zone) })
})

function optionsOf(style: Style, isHour12: boolean): Intl.DateTimeFormatOptions {
  // Midnight is 0:00 and 12 AM, whatever the region's default.
  const clock = { hour: isHour12 ? 'numeric' : '2-digit', minute: '2-digit', hourCycle: isHour12 ? 'h12' : 'h23' } as const
  if (style === 'clock') return clock
  if (style === 'hour') return isHour12 ? { hour: 'numeric', hourCycle: 'h12' } : clock
  if (style === 'day') return { weekday: 'long', day: 'numeric', month: 'long' }
  if (style === 'shortDay') return { weekday: 'short', day: 'numeric', month: 'short' }
  if (style === 'weekday') return { weekday: 'long' }
  if (style === 'shortWeekday') return { weekday: 'short' }
  if (style === 'date') return { day: 'numeric', month: 'short' }
  return { weekday: 'short', day: 'numeric', month: 'short', ...clock }
}

function format(instant: string, style: Style, zone: string, { locale, hour12 }: TimeReader): string {
  return formatOf(`${locale}|${hour12 ? '12' : '24'}|${style}|${zone}`).format(Date.parse(instant))
}

/** `14:05`, `2:05 PM`. */
export function formatClock(instant: string, zone: string, reader: TimeReader): string {
  return format(instant, 'clock', zone, reader)
}

/** The start of an hour: `14:00`, `2 PM`; with minutes in a zone that is off by half an hour. */
export function formatHour(instant: string, zone: string, reader: TimeReader): string {
  return format(instant, reader.hour12 && minuteAt(instant, zone) !== 0 ? 'clock' : 'hour', zone, reader)
}

/** `Sat 21 Nov, 14:05`. */
export function formatDateTime(instant: string, zone: string, reader: TimeReader): string {
  return format(instant, 'dateTime', zone, reader)
}

/** A period; a common day is shown once. */
export function formatDateTimeRange(start: string, end: string, zone: string, { locale, hour12 }: TimeReader): string {
  return formatOf(`${locale}|${hour12 ? '12' : '24'}|dateTime|${zone}`).formatRange(Date.parse(start), Date.parse(end))
}

/** A calendar day, `2026-11-21`, as `Saturday`, `Sat`, `21 Nov`, `Saturday 21 November`. Independent of zones. */
export function formatCalendarDay(
  day: string,
  style: 'weekday' | 'shortWeekday' | 'date' | 'day' | 'shortDay',
  reader: TimeReader,
): string {
  return format(`${day}T12:00:00Z`, style, 'UTC', reader)
}

/** Swedish writes dates and times as ISO 8601 does: `2026-11-21 14:05`. In parts it would take three times as long. */
const ISO: Intl.DateTimeFormatOptions = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
}
const isoOf = createKeyedCache((zone) => new Intl.DateTimeFormat('sv-SE', { ...ISO, timeZone: resolveTimeZone(zone) }))

const isoAt = (instant: string, zone: string): string => isoOf(zone).format(Date.parse(instant))

/** The calendar day at the place: `2026-11-21`. */
export function toLocalDate(instant: string, zone: string): string {
  return isoAt(instant, zone).slice(0, 10)
}

/** The hour in the place's local time, 0…23. */
export function toLocalHour(instant: string, zone: string): number {
  return Number(isoAt(instant, zone).slice(-5, -3))
}

function minuteAt(instant: string, zone: string): number {
  return Number(isoAt(instant, zone).slice(-2))
}

/** The number of calendar days from the first to the last. */
export function countDaysBetween(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)
}
