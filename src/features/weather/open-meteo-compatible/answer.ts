import { findZoneOffsetSeconds, roundHalfAway } from '@isobar/weather'
import type { Column } from './definition.ts'

export const BLOCKS = ['current_weather', 'current', 'minutely_15', 'hourly', 'daily'] as const

/** A block of an answer: columns over times. `current` and `current_weather` have one row. */
export interface Block {
  readonly name: (typeof BLOCKS)[number]
  /** Of the rows, in seconds since 1970. */
  readonly times: readonly number[]
  readonly intervalSeconds: number
  readonly columns: readonly Column[]
}

/** Whether a block has one row, written without lists. */
export const isCurrent = ({ name }: Block): boolean => name === 'current' || name === 'current_weather'

/** The answer for one place, before it is written in a format. */
export interface PlaceAnswer {
  /** Degrees, of the grid cell. */
  readonly latitude: number
  readonly longitude: number
  /** Metres, of the source or the terrain. */
  readonly elevation: number
  /** 0 for the first place, unless ids were given. */
  readonly locationId: number
  readonly timezone: string
  readonly timezoneAbbreviation: string
  /** At the time of the answer; holds for all times in it. */
  readonly utcOffsetSeconds: number
  readonly isUnixTime: boolean
  /** In the order of `BLOCKS`; without those that were not asked for. */
  readonly blocks: readonly Block[]
}

/** The fields of an answer that name its clock at `now` (epoch milliseconds). */
export function buildClockFields(
  timezone: string,
  now: number,
): Pick<PlaceAnswer, 'timezone' | 'timezoneAbbreviation' | 'utcOffsetSeconds'> {
  const utcOffsetSeconds = findZoneOffsetSeconds(timezone, now) ?? 0
  return { timezone, utcOffsetSeconds, timezoneAbbreviation: abbreviation(utcOffsetSeconds) }
}

/** `GMT`, `GMT-4`, `GMT+9:30`. */
function abbreviation(offsetSeconds: number): string {
  if (offsetSeconds === 0) return 'GMT'
  const minutes = Math.round(Math.abs(offsetSeconds) / 60)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `GMT${offsetSeconds < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`
}

/** A number in text with so many decimals: `17.0`. */
export function writeDecimal(value: number, decimals: number): string {
  return roundHalfAway(value, decimals).toFixed(decimals)
}

/** A time as an answer writes it. */
export function writeAnswerTime(seconds: number, { isUnixTime, utcOffsetSeconds }: PlaceAnswer, isDate: boolean): string {
  return isUnixTime ? String(seconds) : writeClockTime(seconds, utcOffsetSeconds, isDate)
}

/** A time as local clocks show it, without an offset: `2026-11-21T05:00`, of a whole day its date. */
export function writeClockTime(seconds: number, utcOffsetSeconds: number, isDate: boolean): string {
  return new Date((seconds + utcOffsetSeconds) * 1_000).toISOString().slice(0, isDate ? 10 : 16)
}
