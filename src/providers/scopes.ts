import { formatInstant } from '../domain/instant.ts'
import { calendarDayAt } from '../domain/local-time.ts'
import type { CurrentWeather, DailyPoint, MinutelyPoint, Series } from '../domain/model.ts'
import { DAY_MS } from '../time.ts'
import type { DeliveredScopes } from './provider.ts'

/** The minutes of a source that has none. */
export const NO_MINUTES: Series<MinutelyPoint> = { available: false, points: [] }

/** A series; unavailable and empty unless one of its points has data. */
export function seriesWith<Point>(points: readonly Point[], hasData: (point: Point) => boolean): Series<Point> {
  const available = points.some(hasData)
  return { available, points: available ? points : [] }
}

/** The scopes of an answer; null if there is no weather in them. Current weather without a temperature is left out. */
export function scopesOf(
  current: CurrentWeather | null,
  series: Required<Pick<DeliveredScopes, 'hourly' | 'daily' | 'minutely'>>,
): DeliveredScopes | null {
  const hasCurrent = current !== null && current.temperature !== null
  if (!hasCurrent && !series.hourly.available && !series.daily.available) return null
  return { ...(hasCurrent ? { current } : {}), ...series }
}

/** Current weather at `timeMs` that no single station has measured: no amounts of the last hour, and the sun of its day, one of `days`. */
export function analysisAt(
  timeMs: number,
  state: Omit<CurrentWeather, 'kind' | 'observedAt' | 'precipitation' | 'rain' | 'snow' | 'sunrise' | 'sunset'>,
  days: readonly DailyPoint[],
  timezone: string,
): CurrentWeather {
  const day = days.find(({ date }) => date === calendarDayAt(timeMs, timezone))
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
export function instantOnDay(ms: number | null, startMs: number): string | null {
  return ms !== null && Math.abs(ms - startMs) < 2 * DAY_MS ? formatInstant(ms) : null
}
