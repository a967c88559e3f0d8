import {
  type CurrentWeather,
  DAY_MS,
  type DailyPoint,
  type HourlyPoint,
  type MinutelyPoint,
  type Series,
  findEndOfStep,
  formatInstant,
  toCalendarDay,
} from '@isobar/weather'
import type { DeliveredScopes } from './provider.ts'

/** The minutes of a source that has none. */
export const NO_MINUTES: Series<MinutelyPoint> = { available: false, points: [] }

/** A series; unavailable and empty unless one of its points has data. */
export function buildPointSeries<Point>(points: readonly Point[], hasData: (point: Point) => boolean): Series<Point> {
  const available = points.some(hasData)
  return { available, points: available ? points : [] }
}

/** The hours of an answer that have ended, as the scope that keeps them for today and for no more than that; nothing without any. */
export function buildPastHours(hours: readonly HourlyPoint[], nowMs: number): Pick<DeliveredScopes, 'extended'> {
  const past = hours.filter((hour) => findEndOfStep(hour) <= nowMs)
  return past.length === 0 ? {} : { extended: { available: true, hours: past, days: [] } }
}

/** The scopes of an answer; null if there is no weather in them. Current weather without a temperature is left out. */
export function buildDeliveredScopes(
  current: CurrentWeather | null,
  series: Required<Pick<DeliveredScopes, 'hourly' | 'daily' | 'minutely'>> & Pick<DeliveredScopes, 'extended'>,
): DeliveredScopes | null {
  const hasCurrent = current !== null && current.temperature !== null
  if (!hasCurrent && !series.hourly.available && !series.daily.available) return null
  return { ...(hasCurrent ? { current } : {}), ...series }
}

/** Current weather at `timeMs` that no single station has measured: no amounts of the last hour, and the sun of its day, one of `days`. */
export function buildAnalysis(
  timeMs: number,
  state: Omit<CurrentWeather, 'kind' | 'observedAt' | 'precipitation' | 'rain' | 'snow' | 'sunrise' | 'sunset'>,
  days: readonly DailyPoint[],
  timezone: string,
): CurrentWeather {
  const day = days.find(({ date }) => date === toCalendarDay(timeMs, timezone))
  return {
    kind: 'analysis',
    observedAt: formatInstant(timeMs),
    ...state,
    precipitation: null,
    rain: null,
    snow: null,
    sunrise: day?.sunrise ?? null,
    sunset: day?.sunset ?? null,
  }
}

/** A time of the sun or the moon on the day that starts at `startMs`; null without one, or if it is two days away (epoch milliseconds). */
export function toInstantOnDay(ms: number | null, startMs: number): string | null {
  return ms !== null && Math.abs(ms - startMs) < 2 * DAY_MS ? formatInstant(ms) : null
}
