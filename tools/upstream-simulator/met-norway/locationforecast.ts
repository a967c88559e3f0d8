import { sum } from '../arithmetic.ts'
import { amountOf, wettestOf } from '../climate/hours.ts'
import type { HourRecord, Series } from '../climate/series.ts'
import { weatherOfHour } from '../climate/weather-of-hour.ts'
import { conditional } from '../conditional.ts'
import { html } from '../faults/error-bodies.ts'
import { areCoordinates } from '../places/coordinates.ts'
import { localTime } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'

const HOUR = 3_600_000
/** How long an answer is valid (recorded: 30 to 32 minutes), and how often there is a new one. */
const [VALID_MS, ISSUED_MS] = [1_800_000, HOUR]
/** Hourly steps up to then, then steps of six hours to the end. */
const [HOURLY, ALL] = [56 * HOUR, 222 * HOUR]

/** Denmark, Finland, Norway and Sweden, where radar and gusts are. */
export function isNordic(lat: number, lon: number): boolean {
  return lat >= 54 && lat <= 72 && lon >= 3 && lon <= 32
}

/** `GET /weatherapi/locationforecast/2.0/complete` */
export function locationforecast(world: World, request: WireRequest): WireAnswer {
  const asked = readPlace(request)
  if ('status' in asked) return asked
  const { lat, lon, altitude } = asked
  const issuedMs = Math.floor(request.now / ISSUED_MS) * ISSUED_MS
  const expiresMs = (Math.floor(request.now / VALID_MS) + 1) * VALID_MS
  const series = seriesFor(world, lat, lon, issuedMs, 'met-norway')
  const body = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat, altitude ?? Math.round(series.site.elevation)] },
    properties: { meta: { updated_at: utc(issuedMs), units: UNITS }, timeseries: steps(series, issuedMs, isNordic(lat, lon)) },
  }
  return dated(request, conditional(request, json(200, body, 'application/json'), issuedMs), expiresMs)
}

/** The answer with the times that the service's terms are about. */
export function dated(request: WireRequest, answer: WireAnswer, expiresMs: number): WireAnswer {
  const expires = new Date(Math.max(expiresMs, request.now + 1_000)).toUTCString()
  return { ...answer, headers: { ...answer.headers, date: new Date(request.now).toUTCString(), expires } }
}

/** The place of a request, or the refusal: without an identification, or with more decimals than allowed, 403. */
export function readPlace(request: WireRequest): { lat: number; lon: number; altitude: number | null } | WireAnswer {
  const agent = request.headers['user-agent']
  const [lat, lon] = [request.query.get('lat') ?? '', request.query.get('lon') ?? '']
  if (typeof agent !== 'string' || agent.trim() === '' || [lat, lon].some((text) => /\.\d{5}/.test(text))) return html(403, 'nginx')
  const [y, x] = [Number(lat), Number(lon)]
  if (lat === '' || lon === '' || !areCoordinates(y, x)) return html(400, 'nginx')
  const altitude = request.query.get('altitude')
  return { lat: y, lon: x, altitude: altitude === null ? null : Number(altitude) }
}

export const utc = (ms: number): string => `${localTime(ms, 0)}Z`

const UNITS = {
  air_pressure_at_sea_level: 'hPa',
  air_temperature: 'celsius',
  air_temperature_max: 'celsius',
  air_temperature_min: 'celsius',
  cloud_area_fraction: '%',
  cloud_area_fraction_high: '%',
  cloud_area_fraction_low: '%',
  cloud_area_fraction_medium: '%',
  dew_point_temperature: 'celsius',
  fog_area_fraction: '%',
  precipitation_amount: 'mm',
  relative_humidity: '%',
  ultraviolet_index_clear_sky: '1',
  wind_from_direction: 'degrees',
  wind_speed: 'm/s',
}

function steps(series: Series, fromMs: number, withGusts: boolean): object[] {
  const first = Math.floor(fromMs / HOUR) * HOUR
  const lastHourly = Math.ceil((first + HOURLY) / (6 * HOUR)) * 6 * HOUR - HOUR
  const end = Math.floor((first + ALL) / (6 * HOUR)) * 6 * HOUR
  const found: object[] = []
  for (let at = first; at <= end; at += at <= lastHourly ? HOUR : 6 * HOUR) {
    const isHourly = at <= lastHourly
    // The last hourly steps are too near to the steps of six hours.
    const hasLongWindows = !isHourly || at + 5 * HOUR <= lastHourly
    const windows =
      at === end
        ? {}
        : {
            ...(hasLongWindows ? { next_12_hours: { summary: { symbol_code: symbol(series.hour(at)) } } } : {}),
            ...(isHourly ? { next_1_hours: window(series, at, 1) } : {}),
            ...(hasLongWindows ? { next_6_hours: window(series, at, 6) } : {}),
          }
    found.push({ time: utc(at), data: { instant: { details: instant(series, at, withGusts, isHourly) }, ...windows } })
  }
  return found
}

function instant(series: Series, at: number, withGusts: boolean, isHourly: boolean): Record<string, number> {
  const state = series.at(at)
  return {
    air_pressure_at_sea_level: round(state.pressure, 1),
    air_temperature: round(state.temperature, 1),
    cloud_area_fraction: round(state.cloud, 1),
    cloud_area_fraction_high: round(state.cloud * 0.9, 1),
    cloud_area_fraction_low: round(state.cloud * 0.5, 1),
    cloud_area_fraction_medium: round(state.cloud * 0.7, 1),
    dew_point_temperature: round(state.dewPoint, 1),
    ...(isHourly ? { fog_area_fraction: state.fog ? 100 : 0, ultraviolet_index_clear_sky: round(series.uvIndex(at, 0), 1) } : {}),
    relative_humidity: round(state.humidity, 1),
    wind_from_direction: round(state.windDirection, 1) % 360,
    wind_speed: round(state.windSpeed, 1),
    ...(withGusts ? { wind_speed_of_gust: round(series.hour(Math.floor(at / HOUR) * HOUR).gust, 1) } : {}),
  }
}

function window(series: Series, at: number, count: 1 | 6): object {
  const hours = Array.from({ length: count }, (_, index) => series.hour(at + index * HOUR))
  const temperatures = hours.map(({ state }) => round(state.temperature, 1))
  return {
    summary: { symbol_code: symbol(wettestOf(hours)) },
    details: {
      ...(count === 6 ? { air_temperature_max: Math.max(...temperatures), air_temperature_min: Math.min(...temperatures) } : {}),
      precipitation_amount: round(sum(hours.map(amountOf)), 1),
    },
  }
}

/** The symbol of an hour, with the service's two misspelt codes. */
export function symbol(hour: HourRecord): string {
  const { falls, strength, isShower, thunder, fog, eighths } = weatherOfHour(hour)
  const suffix = hour.isDay ? '_day' : '_night'
  if (falls === null) {
    if (fog) return 'fog'
    return eighths >= 7 ? 'cloudy' : `${eighths >= 4 ? 'partlycloudy' : eighths >= 1 ? 'fair' : 'clearsky'}${suffix}`
  }
  const what = falls === 'freezing rain' ? 'sleet' : falls
  const isMisspelt = strength === 'light' && what !== 'rain' && isShower && thunder
  const prefix = strength === 'moderate' ? '' : isMisspelt ? 'lights' : strength
  return `${prefix}${what}${isShower ? 'showers' : ''}${thunder ? 'andthunder' : ''}${isShower ? suffix : ''}`
}
