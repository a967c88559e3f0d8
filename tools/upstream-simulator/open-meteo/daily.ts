import { mean, sum } from '../arithmetic.ts'
import { apparentTemperature } from '../climate/weather.ts'
import { moonDay, moonPhase } from '../sky/moon.ts'
import { type SunDay, sunDay } from '../sky/sun.ts'
import { round } from '../wire.ts'
import { amountIn, type OmFormat, type OmUnits, snowfallIn, temperatureIn, timeIn, windIn } from './units.ts'
import { type OmRow, precedingOf, variable } from './variables.ts'
import { worstCode, type Preceding } from './weather-code.ts'

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
  return { unit: (format) => format.units.temperature, value: (day) => temperatureIn(fold(day.rows.map(pick)), day.format.units) }
}

function wind(pick: (row: OmRow) => number, fold: typeof max): DailyVariable {
  return { unit: (format) => format.units.wind, value: (day) => windIn(fold(day.rows.map(pick)), day.format.units) }
}

function sums(pick: (preceding: Preceding) => number): DailyVariable {
  return {
    unit: (format) => format.units.precipitation,
    value: (day) => amountIn(day.weight * sum(day.rows.map((row) => amountIn(pick(precedingOf(row)), METRIC))), day.format.units),
  }
}

const METRIC: OmUnits = { temperature: '°C', wind: 'm/s', precipitation: 'mm', snowfall: 'cm' }

function hourly(name: string, unit: string, fold: typeof max, digits = 0): DailyVariable {
  return { unit: () => unit, value: (day) => round(fold(day.rows.map((row) => variable(name)?.value(row, METRIC) ?? 0)), digits) }
}

const timeUnit = (format: OmFormat): string => (format.unixtime ? 'unixtime' : 'iso8601')
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
  precipitation_sum: sums((p) => p.rain + p.showers + p.snow),
  rain_sum: sums((p) => p.rain),
  showers_sum: sums((p) => p.showers),
  snowfall_sum: {
    unit: (format) => format.units.snowfall,
    value: (day) => snowfallIn(sum(day.rows.map((row) => precedingOf(row).snow)), day.format.units),
  },
  precipitation_hours: {
    unit: () => 'h',
    value: (day) => day.rows.filter((row) => variable('precipitation')?.value(row, METRIC) !== 0).length,
  },
  precipitation_probability_max: hourly('precipitation_probability', '%', max),
  precipitation_probability_min: hourly('precipitation_probability', '%', min),
  precipitation_probability_mean: hourly('precipitation_probability', '%', mean),
  weather_code: {
    unit: () => 'wmo code',
    value: (day) => worstCode(day.rows.map((row) => variable('weather_code')?.value(row, METRIC) ?? 0)),
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

const OLD_NAMES: Readonly<Record<string, string>> = {
  weathercode: 'weather_code',
  windspeed_10m_max: 'wind_speed_10m_max',
  windgusts_10m_max: 'wind_gusts_10m_max',
  winddirection_10m_dominant: 'wind_direction_10m_dominant',
}

/** The daily variable by its current or former name. */
export function dailyVariable(name: string): DailyVariable | undefined {
  const current = OLD_NAMES[name] ?? name
  return Object.hasOwn(VARIABLES, current) ? VARIABLES[current] : undefined
}
