import {
  type AirPoint,
  type Condition,
  type CurrentWeather,
  type DailyPoint,
  EMPTY_DAY,
  type HourlyPoint,
  type Measurements,
  NOTHING_MEASURED,
  formatInstant,
  mapPollutants,
} from '@isobar/weather'
import type { Fetched } from '../../../../gateway/sources.ts'
import { HOUR_MS } from '../../../../time.ts'

/** All measurements unknown; tests set the fields that they need. */
const NOTHING: Measurements = { ...NOTHING_MEASURED, condition: null, providerCode: null }

/** An observation at a moment. */
export function buildTestObservation(observedAt: string, known: Partial<CurrentWeather> = {}): CurrentWeather {
  return {
    ...NOTHING,
    kind: 'analysis',
    observedAt,
    temperature: null,
    feelsLike: null,
    isDay: null,
    sunrise: null,
    sunset: null,
    ...known,
  }
}

/** One hour of a forecast. */
export function buildTestForecastHour(time: string, known: Partial<HourlyPoint> = {}): HourlyPoint {
  return { ...NOTHING, time, temperature: null, feelsLike: null, precipitationProbability: null, isDay: null, ...known }
}

/** One UTC day of a forecast. */
export function buildTestForecastDay(date: string, known: Partial<DailyPoint> = {}): DailyPoint {
  return { ...EMPTY_DAY, date, time: `${date}T00:00:00Z`, ...known }
}

/** One hour of air. */
export function buildTestAirHour(time: string, known: Partial<AirPoint> = {}): AirPoint {
  return { ...mapPollutants(() => null), time, pollen: null, europeanIndex: null, usIndex: null, ...known }
}

export interface FetchedParts {
  readonly cell?: number
  readonly source?: string
  readonly timezone?: string
  readonly simulated?: boolean
  readonly current?: CurrentWeather | null
  readonly hourly?: readonly HourlyPoint[]
  readonly daily?: readonly DailyPoint[]
  /** Omitted: the fetch is not of the air. */
  readonly air?: readonly AirPoint[]
}

/** A fetch as the gateway reports it: by default an observation of that moment, and a forecast of three hours and a day. */
export function buildTestFetch(nowMs: number, parts: FetchedParts = {}): Fetched {
  const { cell = 1, source = 'openweather', timezone = 'UTC', simulated = false } = parts
  const now = formatInstant(nowMs)
  const hourStart = nowMs - (nowMs % HOUR_MS)
  const condition: Condition = 'overcast'
  const observed = parts.current === undefined ? buildTestObservation(now, { temperature: 20, condition }) : parts.current
  const hours =
    parts.hourly ?? [0, 1, 2].map((i) => buildTestForecastHour(formatInstant(hourStart + i * HOUR_MS), { temperature: 20 + i, condition }))
  const days = parts.daily ?? [buildTestForecastDay(now.slice(0, 10), { temperatureMin: 10, temperatureMax: 25, condition })]
  return {
    cell: { id: cell, lat: 0, lon: 0 },
    source,
    fetchedAt: nowMs,
    terrainHeight: null,
    bundle: {
      timezone,
      utcOffsetSeconds: 0,
      simulated,
      scopes: {
        ...(observed === null ? {} : { current: observed }),
        hourly: { available: hours.length > 0, points: hours },
        daily: { available: days.length > 0, points: days },
        minutely: { available: false, points: [] },
        alert: { alerts: [] },
        ...(parts.air === undefined ? {} : { air: { available: parts.air.length > 0, points: parts.air } }),
      },
    },
  }
}
