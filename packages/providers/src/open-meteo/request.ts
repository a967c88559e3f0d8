import type { Cell } from '@isobar/weather'
import { buildUrlBelow } from '../fetch-json.ts'
import type { Product } from '../provider.ts'

const STATE_VARIABLES = [
  'temperature_2m',
  'apparent_temperature',
  'dew_point_2m',
  'relative_humidity_2m',
  'pressure_msl',
  'cloud_cover',
  'visibility',
  'uv_index',
  'wind_speed_10m',
  'wind_gusts_10m',
  'wind_direction_10m',
  'weather_code',
  'is_day',
] as const

/** `current` is requested without amounts: its sums cover 15 minutes, ours 60. */
const CURRENT_VARIABLES = STATE_VARIABLES

const HOURLY_VARIABLES = [...STATE_VARIABLES, 'precipitation_probability', 'precipitation', 'rain', 'showers', 'snowfall'] as const

const DAILY_VARIABLES = [
  'temperature_2m_min',
  'temperature_2m_max',
  'apparent_temperature_min',
  'apparent_temperature_max',
  'dew_point_2m_mean',
  'relative_humidity_2m_mean',
  'pressure_msl_mean',
  'cloud_cover_mean',
  'uv_index_max',
  'wind_speed_10m_max',
  'wind_gusts_10m_max',
  'wind_direction_10m_dominant',
  'precipitation_sum',
  'rain_sum',
  'showers_sum',
  'snowfall_sum',
  'precipitation_probability_max',
  'weather_code',
  'sunrise',
  'sunset',
  'moonrise',
  'moonset',
  'moon_phase',
] as const

/** All that it has ahead, and yesterday, so that today is whole in any zone. */
const [FORECAST_DAYS, PAST_DAYS] = [16, 1]

/**
 * The weight of a call for one place: v = variables × models ÷ 10, weight = max(1, v, v × days ÷ 14). Source: Open-Meteo's pricing page and
 * server source.
 */
export function computeCallWeight(variables: number, days: number, models = 1): number {
  const weight = (variables * models) / 10
  return Math.max(1, weight, (weight * days) / 14)
}

/** The forecast API. */
export const FORECAST: Product = {
  id: 'open-meteo/forecast',
  weight: computeCallWeight(CURRENT_VARIABLES.length + HOURLY_VARIABLES.length + DAILY_VARIABLES.length, FORECAST_DAYS + PAST_DAYS),
  budget: 'weather',
}

/** What the forecast scopes ask for. */
export const FORECAST_QUERY = {
  current: CURRENT_VARIABLES.join(','),
  hourly: HOURLY_VARIABLES.join(','),
  daily: DAILY_VARIABLES.join(','),
  wind_speed_unit: 'ms',
  forecast_days: String(FORECAST_DAYS),
  past_days: String(PAST_DAYS),
}

/** The service itself has a host for each API; a self-hosted one answers all of them. */
const OWN_HOST = /^(customer-)?api\.open-meteo\.com$/

/**
 * The URL of an API at a cell; a secret if it contains a key. Requests Unix times, because local ones are ambiguous across a clock change.
 */
export function buildRequestUrl(
  baseUrl: URL,
  api: 'forecast' | 'air-quality' | 'marine' | 'archive',
  query: Readonly<Record<string, string>>,
  cell: Cell,
  key: string | null,
): URL {
  const url = new URL(baseUrl)
  if (api !== 'forecast') url.hostname = url.hostname.replace(OWN_HOST, `$1${api}-api.open-meteo.com`)
  return buildUrlBelow(url, `/v1/${api}`, {
    latitude: String(cell.lat),
    longitude: String(cell.lon),
    ...query,
    timezone: 'auto',
    timeformat: 'unixtime',
    ...(key === null ? {} : { apikey: key }),
  })
}
