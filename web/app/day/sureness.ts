import type { Teller } from '../city/view/teller.ts'
import type { Hourly } from '../city/weather.ts'
import { formatDegrees } from '../format/numbers.ts'
import { toLocalDate } from '../format/times.ts'

/** How sure a day's high is, from the width of the range in which it lies in eight of ten such cases. */
export const SURENESS = ['sure', 'fairly', 'unsure'] as const
export type Sureness = (typeof SURENESS)[number]

/** The widest ranges, in K, that are called sure and fairly sure: what one would wear is then the same, or nearly. */
const [SURE_K, FAIRLY_K] = [3, 6]

/** The rule: a wider range is never surer. `width`: K, at least 0. */
export function gradeSureness(width: number): Sureness {
  return width <= SURE_K ? 'sure' : width <= FAIRLY_K ? 'fairly' : 'unsure'
}

type BandedPoint = Pick<Hourly['points'][number], 'time' | 'temperature' | 'temperatureLow' | 'temperatureHigh'>

/**
 * Between which the high of a day is likely to lie: the range of its warmest hour, whose error is nearly the high's. Null unless the warmest hour is still to come and has
 * one.
 */
export function findLikelyHigh(
  points: readonly BandedPoint[],
  date: string,
  zone: string,
): { readonly low: number; readonly high: number } | null {
  const ofDay = points.filter(({ time, temperature }) => temperature !== null && toLocalDate(time, zone) === date)
  const warmest = ofDay.reduce<BandedPoint | null>(
    (best, point) => (best === null || (point.temperature ?? 0) > (best.temperature ?? 0) ? point : best),
    null,
  )
  const { temperatureLow: low, temperatureHigh: high } = warmest ?? {}
  return low === undefined || high === undefined ? null : { low, high }
}

/** `high between 5° and 8°, fairly sure`; null where it is not known. `high`: the day's, as it is shown; `unit`: of temperatures. */
export function describeLikelyHigh(hourly: Hourly | null, date: string, high: number | null, { t, locale, zone }: Teller): string | null {
  const likely = hourly === null ? null : findLikelyHigh(hourly.points, date, zone)
  // A day whose high is none of its hours' is described by it alone.
  if (hourly === null || likely === null || high === null || high < likely.low || high > likely.high) return null
  const width = (likely.high - likely.low) / (hourly.units.temperature === '°F' ? 1.8 : 1)
  const [min, max] = [formatDegrees(likely.low, locale), formatDegrees(likely.high, locale)]
  return t(`day.likely.${gradeSureness(width)}`, { min, max })
}
