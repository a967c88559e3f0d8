import { type CurrentWeather, type HourlyPoint, type MinutelyPoint, parseInstant } from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import { type Definition, defineVariable } from './definition.ts'
import { findHourly, type HourRow } from './hourly-variables.ts'
import { QUARTER_MS, type TimeRange, listRowTimes } from './time-range.ts'
import type { Quantity } from './unit.ts'

/** A quarter of an hour: the hours around it, and what is forecast by the minute. */
export interface QuarterRow {
  /** The hour in which it is, as a row whose state is between that hour's and the next one's. */
  readonly row: HourRow
  /** The rates of the fifteen minutes before the row's time, in mm/h; fewer where some are unknown. */
  readonly rates: readonly number[]
}

const MINUTES = 15
const QUARTERS = 4
/** What falls in an hour is spread evenly over its quarters. */
const SPREAD: ReadonlySet<Quantity> = new Set<Quantity>(['amount', 'snowfall'])
/** What is between two hours lies between their values; other values, such as directions and codes, hold from one hour to the next. */
const BETWEEN = [
  'temperature',
  'feelsLike',
  'dewPoint',
  'humidity',
  'pressure',
  'cloudCover',
  'visibility',
  'uvIndex',
  'windSpeed',
] as const

/** The rows of a range; `rowOf`: the row of a full hour. */
export function listQuarterRows(
  range: TimeRange,
  minutes: readonly MinutelyPoint[],
  rowOf: (ms: number) => HourRow,
): readonly QuarterRow[] {
  const byQuarter = new Map<number, number[]>()
  for (const { time, precipitation } of minutes) {
    if (precipitation === null) continue
    const endMs = Math.floor(parseInstant(time) / QUARTER_MS) * QUARTER_MS + QUARTER_MS
    const rates = byQuarter.get(endMs)
    if (rates === undefined) byQuarter.set(endMs, [precipitation])
    else rates.push(precipitation)
  }
  return listRowTimes(range).map((ms) => ({ row: between(ms, rowOf), rates: byQuarter.get(ms) ?? [] }))
}

/** As theirs does in most of the world. */
function between(ms: number, rowOf: (ms: number) => HourRow): HourRow {
  const hourMs = Math.floor(ms / HOUR_MS) * HOUR_MS
  const [before, after] = [rowOf(hourMs), rowOf(hourMs + HOUR_MS)]
  // On the hour, sums are those of the hour that ends; after it, of the one that runs.
  if (ms === hourMs) return before
  return { ...after, ms, state: stateBetween(before.state, after.state, (ms - hourMs) / HOUR_MS) }
}

function stateBetween(before: HourRow['state'], after: HourRow['state'], part: number): HourRow['state'] {
  if (before === undefined || after === undefined) return undefined
  const values = BETWEEN.map((field) => {
    const [one, other] = [(before as HourlyPoint | CurrentWeather)[field], (after as HourlyPoint | CurrentWeather)[field]]
    return [field, one === null || other === null ? null : one + part * (other - one)]
  })
  return { ...before, ...Object.fromEntries(values) }
}

const sumOf = (rates: readonly number[]): number | null => (rates.length < MINUTES ? null : rates.reduce((sum, rate) => sum + rate, 0) / 60)

/** By today's name: precipitation as it is forecast by the minute where it is; the rest as hours have it. */
export function findMinutely(name: string): Definition<QuarterRow> | undefined {
  const hourly = findHourly(name)
  if (hourly === undefined) return undefined
  const { quantity, isFromSun } = hourly
  const spread = SPREAD.has(quantity) ? QUARTERS : 1
  return {
    ...defineVariable<QuarterRow>(quantity, ({ row, rates }) => {
      const exact = name === 'precipitation' ? sumOf(rates) : null
      const value = hourly.value(row)
      return exact ?? (value === null ? null : value / spread)
    }),
    ...(isFromSun && { isFromSun }),
  }
}
