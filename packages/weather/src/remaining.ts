import { parseInstant } from './instant.ts'
import { getDayBounds, toCalendarDay } from './local-time.ts'
import type { DailyPoint, ScopeData, Series } from './model.ts'
import type { PublicScope } from './scope.ts'
import { findEndOfStep } from './series.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

/** The data of a scope without past points, and the period for which this holds: `from` ≤ now < `until`, epoch milliseconds. */
export interface Remaining<S extends PublicScope> {
  readonly data: ScopeData[S]
  readonly from: number
  readonly until: number
}

const CUTTERS: { readonly [S in PublicScope]: (data: ScopeData[S], timezone: string, now: number) => Remaining<S> } = {
  current: (data) => ({ data, from: -Infinity, until: Infinity }),
  hourly: (data, _timezone, now) => cutSeries(data, now, findEndOfStep),
  daily: cutDays,
  air: (data, _timezone, now) => cutSeries(data, now, ({ time }) => parseInstant(time) + HOUR_MS),
  marine: (data, _timezone, now) => cutSeries(data, now, ({ time }) => parseInstant(time) + HOUR_MS),
  minutely: (data, _timezone, now) => cutSeries(data, now, ({ time }) => parseInstant(time) + MINUTE_MS),
}

/**
 * Drops hours and minutes that have ended at `now` (epoch milliseconds) and days before the place's today. A series with nothing left says
 * nothing about the present, so it becomes unavailable, like one that its source does not have.
 */
export function dropEndedPoints<S extends PublicScope>(scope: S, data: ScopeData[S], timezone: string, now: number): Remaining<S> {
  return CUTTERS[scope](data, timezone, now)
}

/** A day ends where the place's next one starts, which is not always 24 hours later. */
function cutDays(data: Series<DailyPoint>, timezone: string, now: number): Remaining<'daily'> {
  const today = toCalendarDay(now, timezone)
  const points = data.points.filter(({ date }) => date >= today)
  if (data.points.length === 0) return { data, from: -Infinity, until: Infinity }
  const { startMs, endMs } = getDayBounds(today, timezone)
  return { data: seriesOf(data, points), from: startMs, until: endMs }
}

function cutSeries<Point>(
  data: Series<Point>,
  now: number,
  endOf: (point: Point) => number,
): { data: Series<Point>; from: number; until: number } {
  const ends = data.points.map(endOf)
  const points = data.points.filter((_, index) => (ends[index] as number) > now)
  return {
    data: seriesOf(data, points),
    from: Math.max(...ends.filter((end) => end <= now)),
    until: Math.min(...ends.filter((end) => end > now)),
  }
}

function seriesOf<Point>(data: Series<Point>, points: readonly Point[]): Series<Point> {
  if (points.length === data.points.length) return data
  return { ...data, available: data.available && points.length > 0, points }
}
