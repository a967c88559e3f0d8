import type { DayBounds } from '@isobar/weather'
import { HOUR_MS } from '../../../src/time.ts'
import type { Hourly, WeatherHistory } from '../city/weather.ts'

export type Hour = Hourly['points'][number]
type Observation = WeatherHistory['observations'][number]

/** What a value is: measured, computed for a time that has passed, or forecast. */
export type Basis = 'measured' | 'computed' | 'forecast'

/** An hour of the day, and what its values are; both null if nothing is known. */
export interface DayHour {
  readonly time: string
  readonly point: Hour | null
  readonly basis: Basis | null
}

interface HoursOf {
  readonly bounds: DayBounds
  readonly now: number
  /** The forecast of now. */
  readonly hourly: Hourly | null
  /** The archive of the day. */
  readonly archive: Pick<WeatherHistory, 'observations' | 'forecasts' | 'summary'>
}

/**
 * The hours of a day, one source of what came: an hour that has passed is as observed, else as it was last forecast; an hour to come is as
 * forecast now.
 */
export function listDayHours({ bounds: { startMs, endMs }, now, hourly, archive }: HoursOf): DayHour[] {
  const { observations, forecasts, summary } = archive
  const observed = observations
    .filter(({ source }) => source === summary.source)
    .map((observation) => ({ atMs: Date.parse(observation.observedAt), observation }))
  const forecast = new Map<number, Hour>([
    ...forecasts.hourly.map((hour) => [Date.parse(hour.validAt), { ...hour, time: hour.validAt }] as const),
    ...(hourly?.points ?? []).map((point) => [Date.parse(point.time), firstHourOf(point)] as const),
  ])
  const hours: DayHour[] = []
  // Hours begin on the full hour of UTC, also where clocks differ from it by half an hour.
  for (let at = Math.ceil(startMs / HOUR_MS) * HOUR_MS; at < endMs; at += HOUR_MS) {
    const time = new Date(at).toISOString()
    const state = at + HOUR_MS <= now ? nearest(observed, at) : undefined
    const point = state === undefined ? (forecast.get(at) ?? null) : observedHour(time, state, nearest(observed, at + HOUR_MS))
    const basis = point === null ? null : state === undefined ? 'forecast' : state.kind === 'observation' ? 'measured' : 'computed'
    hours.push({ time, point, basis })
  }
  return hours
}

/** The hour at the start of a longer step, of whose amounts nothing is known by the hour. */
function firstHourOf({ stepHours, ...point }: Hour): Hour {
  if (stepHours === undefined) return point
  return { ...point, precipitation: null, rain: null, snow: null, precipitationProbability: null }
}

interface Observed {
  readonly atMs: number
  readonly observation: Observation
}

/** The observation next to an instant, at most half an hour away. */
function nearest(observed: readonly Observed[], atMs: number): Observation | undefined {
  let best: Observation | undefined
  let least = HOUR_MS / 2
  for (const each of observed) {
    const away = Math.abs(each.atMs - atMs)
    if (away <= least) [best, least] = [each.observation, away]
  }
  return best
}

/** An hour as observed at its start. What fell in it is known at its end: amounts are those of the 60 minutes before. */
function observedHour(time: string, state: Observation, end: Observation | undefined): Hour {
  const { precipitation = null, rain = null, snow = null } = end ?? {}
  return { ...state, time, precipitation, rain, snow, freshSnow: null, precipitationProbability: null }
}
