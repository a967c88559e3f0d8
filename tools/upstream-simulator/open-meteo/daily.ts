import { mean, sum } from '../arithmetic.ts'
import type { Interval } from '../climate/series.ts'
import { apparentTemperature } from '../climate/weather.ts'
import { moonDay, moonPhase } from '../sky/moon.ts'
import { type SunDay, sunDay } from '../sky/sun.ts'
import { round } from '../wire.ts'
import { amountIn, type OmFormat, snowfallIn, temperatureIn, timeIn, timeUnit, windIn } from './units.ts'
import { type OmRow, precedingOf, variable } from './variables.ts'
import { worstCode } from './weather-code.ts'

const HOUR = 3_600_000
const DAY = 86_400_000

/** A day as the answer cuts it: 24 rows at one offset, or a few that stand for all. */
export interface OmDay {
  readonly startMs: number
  readonly rows: readonly OmRow[]
  /** What the sums of the rows are multiplied by. */
  readonly weight: number
  readonly format: OmFormat
}

export interface DailyVariable {
  readonly unit: (format: OmFormat) => string
  readonly value: (day: OmDay) => number | string | null
  /** Sun and moon are also known for days beyond the models. */
  readonly astronomical?: boolean
}

const max = (values: readonly number[]): number => Math.max(...values)
const min = (values: readonly number[]): number => Math.min(...values)
const place = (day: OmDay): { lat: number; lon: number } => day.rows[0]?.series.site ?? { lat: 0, lon: 0 }

function temperature(pick: (row: OmRow) => number, fold: typeof max): DailyVariable {
  return { unit: () => '°C', value: (day) => temperatureIn(fold(day.rows.map(pick))) }
}

function wind(pick: (row: OmRow) => number, fold: typeof max): DailyVariable {
  return { unit: ({ wind: unit }) => unit, value: (day) => windIn(fold(day.rows.map(pick)), day.format) }
}

function sums(pick: (preceding: Interval) => number): DailyVariable {
  return {
    unit: () => 'mm',
    value: (day) => amountIn(day.weight * sum(day.rows.map((row) => amountIn(pick(precedingOf(row)))))),
  }
}

/** Of the rows, of a variable that has one everywhere. */
const valuesOf = ({ rows, format }: OmDay, name: string): number[] => rows.map((row) => variable(name)?.value(row, format) ?? 0)

function hourly(name: string, unit: string, fold: typeof max, digits = 0): DailyVariable {
  return { unit: () => unit, value: (day) => round(fold(valuesOf(day, name)), digits) }
}

const sun = (day: OmDay): SunDay => sunDay(place(day).lat, place(day).lon, day.startMs + 12 * HOUR)

/** Polar day is written from midnight to midnight, polar night as two equal midnights. */
function sunTime(which: 'rise' | 'set'): DailyVariable {
  return {
    unit: timeUnit,
    astronomical: true,
    value: (day) => {
      const times = sun(day)
      if (times.kind === 'normal') return timeIn(times[which], day.format)
      return timeIn(day.startMs + (times.kind === 'polar day' && which === 'set' ? DAY : 0), day.format)
    },
  }
}

function moonTime(which: 'rise' | 'set'): DailyVariable {
  return {
    unit: timeUnit,
    astronomical: true,
    value: (day) => {
      const at = moonDay(place(day).lat, place(day).lon, day.startMs)[which]
      return at === null ? null : timeIn(at, day.format)
    },
  }
}

function daylight(day: OmDay): number {
  const times = sun(day)
  return times.kind === 'normal' ? (times.set - times.rise) / 1000 : times.kind === 'polar day' ? 86_400 : 0
}

const VARIABLES: Readonly<Record<string, DailyVariable>> = {
  temperature_2m_max: temperature((row) => row.state.temperature, max),
  temperature_2m_min: temperature((row) => row.state.temperature, min),
  temperature_2m_mean: temperature((row) => row.state.temperature, mean),
  apparent_temperature_max: temperature((row) => apparentTemperature(row.state), max),
  apparent_temperature_min: temperature((row) => apparentTemperature(row.state), min),
  apparent_temperature_mean: temperature((row) => apparentTemperature(row.state), mean),
  dew_point_2m_mean: temperature((row) => row.state.dewPoint, mean),
  precipitation_sum: sums((p) => p.rain + p.snow),
  rain_sum: sums((p) => p.rain - p.rainShowers),
  showers_sum: sums((p) => p.rainShowers),
  snowfall_sum: {
    unit: () => 'cm',
    value: (day) => snowfallIn(sum(day.rows.map((row) => precedingOf(row).snow))),
  },
  precipitation_hours: {
    unit: () => 'h',
    value: (day) => valuesOf(day, 'precipitation').filter((amount) => amount !== 0).length,
  },
  precipitation_probability_max: hourly('precipitation_probability', '%', max),
  precipitation_probability_min: hourly('precipitation_probability', '%', min),
  precipitation_probability_mean: hourly('precipitation_probability', '%', mean),
  weather_code: {
    unit: () => 'wmo code',
    value: (day) => worstCode(valuesOf(day, 'weather_code')),
  },
  sunrise: sunTime('rise'),
  sunset: sunTime('set'),
  daylight_duration: { unit: () => 's', astronomical: true, value: (day) => round(daylight(day), 2) },
  sunshine_duration: {
    unit: () => 's',
    value: (day) => round(daylight(day) * (1 - mean(day.rows.map((row) => row.state.cloud)) / 110), 2),
  },
  uv_index_max: hourly('uv_index', '', max, 2),
  wind_speed_10m_max: wind((row) => row.state.windSpeed, max),
  wind_speed_10m_mean: wind((row) => row.state.windSpeed, mean),
  wind_gusts_10m_max: wind((row) => precedingOf(row).gust, max),
  wind_direction_10m_dominant: { unit: () => '°', value: dominantDirection },
  relative_humidity_2m_mean: hourly('relative_humidity_2m', '%', mean),
  cloud_cover_mean: hourly('cloud_cover', '%', mean),
  pressure_msl_mean: hourly('pressure_msl', 'hPa', mean, 1),
  visibility_mean: hourly('visibility', 'm', mean),
  visibility_min: hourly('visibility', 'm', min),
  moon_phase: { unit: () => 'fraction', astronomical: true, value: (day) => round(moonPhase(day.startMs + 12 * HOUR), 3) % 1 },
  moonrise: moonTime('rise'),
  moonset: moonTime('set'),
}

const radians = (row: OmRow): number => (row.state.windDirection * Math.PI) / 180

function dominantDirection(day: OmDay): number {
  const east = sum(day.rows.map((row) => row.state.windSpeed * Math.sin(radians(row))))
  const north = sum(day.rows.map((row) => row.state.windSpeed * Math.cos(radians(row))))
  return Math.round((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** The daily variable of this name. */
export function dailyVariable(name: string): DailyVariable | undefined {
  return Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined
}
