import { isCovered } from './coverage.ts'
import type { CalendarDay } from './instant.ts'
import { roundHalfAway } from './round.ts'
import { DAY_MS } from './time.ts'

/** One day of a climate record, in canonical units; null: unknown. */
export interface ClimateDay {
  readonly date: CalendarDay
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly precipitation: number | null
}

/** What is usual at a place: 366 values of each quantity, by the day of a leap year from 1 January, in canonical units. */
export interface Normals {
  /** Means of the daily lowest and highest temperatures. */
  readonly temperatureMin: readonly number[]
  readonly temperatureMax: readonly number[]
  /** The lowest temperature of one day in ten is below, the highest temperature of one day in ten is above. */
  readonly temperatureMinTenth: readonly number[]
  readonly temperatureMaxTenth: readonly number[]
  /** Mean amounts of a day. */
  readonly precipitation: readonly number[]
}

export const DAYS_OF_YEAR = 366
/** Each normal is that of the days around it, so that it does not depend on the accidents of one date. */
const WINDOW_DAYS = 7
const A_LEAP_YEAR = 2024

/** The index of a date among the days of a leap year: 0 is 1 January, 59 is 29 February, 365 is 31 December. */
export function getDayOfYear(date: CalendarDay): number {
  return Math.round((Date.UTC(A_LEAP_YEAR, Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) - Date.UTC(A_LEAP_YEAR, 0, 1)) / DAY_MS)
}

/** The month and day of an index: `02-29`. */
export function toMonthDay(index: number): string {
  return new Date(Date.UTC(A_LEAP_YEAR, 0, 1 + index)).toISOString().slice(5, 10)
}

/**
 * The normals of a record: means, and limits of the tenths, of all days within a week of each day of the year. Null if too little of the record is
 * known around any day.
 */
export function computeNormals(days: readonly ClimateDay[]): Normals | null {
  const lows = windows(days, ({ temperatureMin }) => temperatureMin)
  const highs = windows(days, ({ temperatureMax }) => temperatureMax)
  const amounts = windows(days, ({ precipitation }) => precipitation)
  if (lows === null || highs === null || amounts === null) return null
  return {
    temperatureMin: lows.map(mean),
    temperatureMax: highs.map(mean),
    temperatureMinTenth: lows.map((values) => quantile(values, 0.1)),
    temperatureMaxTenth: highs.map((values) => quantile(values, 0.9)),
    precipitation: amounts.map(mean),
  }
}

/** The known values around each day of the year, sorted; null if too few of any are. Typed arrays, which copy and sort without JavaScript. */
function windows(days: readonly ClimateDay[], valueOf: (day: ClimateDay) => number | null): Float64Array[] | null {
  const all = Array.from({ length: DAYS_OF_YEAR }, (): (number | null)[] => [])
  for (const day of days) all[getDayOfYear(day.date)]?.push(valueOf(day))
  const known = all.map((values) => Float64Array.from(values.filter((value) => value !== null)))
  const around = known.map((_, index) =>
    Array.from({ length: 2 * WINDOW_DAYS + 1 }, (__, step) => (index + step - WINDOW_DAYS + DAYS_OF_YEAR) % DAYS_OF_YEAR),
  )
  if (!around.every((indexes) => isCovered('extremes', sizeOf(indexes, known), sizeOf(indexes, all)))) return null
  return around.map((indexes) => {
    const values = new Float64Array(sizeOf(indexes, known))
    let filled = 0
    for (const at of indexes) {
      const part = known[at] as Float64Array
      values.set(part, filled)
      filled += part.length
    }
    return values.sort()
  })
}

/** How many values the days have in all. */
function sizeOf(indexes: readonly number[], of: readonly ArrayLike<unknown>[]): number {
  return indexes.reduce((sum, at) => sum + (of[at]?.length ?? 0), 0)
}

/** To a tenth of a degree or millimetre: a normal is not known better. */
function mean(values: Float64Array): number {
  return roundHalfAway(values.reduce((sum, value) => sum + value, 0) / values.length, 1)
}

/** Interpolated between the two nearest of the sorted values. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0]
  return roundHalfAway(below + (above - below) * (at - Math.floor(at)), 1)
}
