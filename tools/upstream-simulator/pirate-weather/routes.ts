import { mean, sum } from '../arithmetic.ts'
import { amountOf, hoursOfDay, wettestOf } from '../climate/hours.ts'
import type { HourRecord, Series } from '../climate/series.ts'
import { weatherOfHour } from '../climate/weather-of-hour.ts'
import { apparentTemperature } from '../climate/weather.ts'
import { areCoordinates } from '../places/coordinates.ts'
import { type LocalDay, localDays, zoneAt } from '../places/zone.ts'
import type { Product } from '../products.ts'
import { moonPhase } from '../sky/moon.ts'
import { sunDay } from '../sky/sun.ts'
import { seconds } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const PATH = /^\/forecast\/([^/]+)\/(-?[\d.]+),(-?[\d.]+)$/

/** `GET /forecast/{key}/{lat},{lon}` of Pirate Weather, in SI units, with the key in the path or in the header `apikey`. */
export const pirateWeatherProducts: readonly Product[] = [
  { id: 'pirate-weather/forecast', template: '/forecast/{key}/{lat},{lon}', matches: (path) => PATH.test(path), answer: forecast },
]

const block = (data: object[]) => ({ summary: 'Made up for demonstration.', icon: 'cloudy', data })

function forecast(world: World, request: WireRequest): WireAnswer {
  const [, inPath = '', y, x] = PATH.exec(request.path) ?? []
  const [lat, lon] = [Number(y), Number(x)]
  const header = request.headers['apikey']
  const key = typeof header === 'string' ? header : inPath
  if (key.startsWith('invalid') || (typeof header !== 'string' && inPath === 'key')) return json(403, { message: 'Forbidden' })
  if (key.startsWith('blocked')) return json(429, { message: 'API rate limit exceeded' })
  if (!areCoordinates(lat, lon)) return json(400, { detail: 'Invalid Location Specification' })
  if (request.query.get('units') !== 'si') return json(400, { detail: 'The simulator answers in SI units only' })
  const excluded = new Set((request.query.get('exclude') ?? '').split(','))
  const { now } = request
  const series = seriesFor(world, lat, lon, now, 'pirate-weather')
  const zone = zoneAt(lat, lon)
  const minute = Math.floor(now / MINUTE) * MINUTE
  const hour = Math.floor(now / HOUR) * HOUR
  const blocks = {
    currently: currently(series, minute),
    minutely: block(Array.from({ length: 61 }, (_, index) => rates(series, minute + index * MINUTE))),
    hourly: block(Array.from({ length: 48 }, (_, index) => hourly(series.hour(hour + index * HOUR)))),
    daily: block(localDays(zone, now, 8).map((day) => daily(series, day))),
    alerts: [],
  }
  const body = {
    latitude: lat,
    longitude: lon,
    timezone: zone.id,
    offset: zone.offsetAt(now) / 3_600,
    elevation: Math.round(series.site.elevation),
    ...Object.fromEntries(Object.entries(blocks).filter(([name]) => !excluded.has(name))),
    flags: { sources: ['gfs'], sourceTimes: { gfs: '2026-02-06 12Z' }, 'nearest-station': 1.5, units: 'si', version: 'V2.9.1' },
  }
  return json(200, body)
}

/** Rates in mm/h of water. */
function rates(series: Series, at: number) {
  const { precipitation, snowShare } = series.at(at)
  const type = precipitation < 0.01 ? 'none' : snowShare > 0.5 ? 'snow' : 'rain'
  return {
    time: seconds(at),
    precipIntensity: round(precipitation, 4),
    precipProbability: precipitation < 0.01 ? 0 : 0.9,
    precipIntensityError: 0.1,
    precipType: type,
  }
}

function currently(series: Series, at: number) {
  const hour = series.hour(Math.floor(at / HOUR) * HOUR)
  const now = stateOf({ ...hour, state: series.at(at) })
  return {
    summary: 'Demo',
    icon: iconOf(hour),
    nearestStormDistance: 10,
    nearestStormBearing: 233,
    ...rates(series, at),
    ...now,
    ozone: 300,
  }
}

function stateOf({ state, gust, uvIndex }: HourRecord) {
  return {
    temperature: round(state.temperature, 2),
    apparentTemperature: round(apparentTemperature(state), 2),
    dewPoint: round(state.dewPoint, 2),
    humidity: round(state.humidity / 100, 2),
    pressure: round(state.pressure, 2),
    windSpeed: round(state.windSpeed, 2),
    windGust: round(gust, 2),
    windBearing: Math.round(state.windDirection) % 360,
    cloudCover: round(state.cloud / 100, 2),
    uvIndex: round(uvIndex, 2),
    visibility: Math.min(16.09, round(state.visibility / 1_000, 2)),
  }
}

/** Centimetres: of water, or of snow, ten times its water. */
const accumulation = ({ rain, snow }: HourRecord): number => (snow > rain ? snow + rain : (rain + snow) / 10)

function hourly(hour: HourRecord) {
  return {
    time: seconds(hour.startMs),
    summary: 'Demo',
    icon: iconOf(hour),
    precipIntensity: round(amountOf(hour), 4),
    precipProbability: round(hour.probability, 2),
    precipIntensityError: 0.1,
    precipAccumulation: round(accumulation(hour), 4),
    precipType: typeOf(hour),
    ...stateOf(hour),
    ozone: 300,
    nearestStormDistance: 10,
    nearestStormBearing: 233,
  }
}

function typeOf(hour: HourRecord): string {
  const { falls } = weatherOfHour(hour)
  return falls === null ? 'none' : falls === 'freezing rain' ? 'sleet' : falls
}

function daily(series: Series, day: LocalDay) {
  const { startMs } = day
  const hours = hoursOfDay(series, day)
  const of = (pick: (hour: HourRecord) => number) => hours.map(pick)
  const temperatures = of(({ state }) => round(state.temperature, 2))
  const apparent = of(({ state }) => round(apparentTemperature(state), 2))
  const wettest = wettestOf(hours)
  const sun = sunDay(series.site.lat, series.site.lon, startMs + 12 * HOUR)
  const times = sun.kind === 'normal' ? { sunriseTime: seconds(sun.rise), sunsetTime: seconds(sun.set) } : {}
  const time = seconds(startMs)
  const [low, high] = [Math.min(...temperatures), Math.max(...temperatures)]
  const [coldest, warmest] = [Math.min(...apparent), Math.max(...apparent)]
  return {
    time,
    summary: 'Demo.',
    icon: iconOf(wettest),
    ...times,
    moonPhase: round(moonPhase(startMs + 12 * HOUR), 2) % 1,
    precipIntensity: round(mean(of(amountOf)), 4),
    precipIntensityMax: round(amountOf(wettest), 4),
    precipIntensityMaxTime: seconds(wettest.startMs),
    precipProbability: round(Math.max(...of(({ probability }) => probability)), 2),
    precipAccumulation: round(sum(of(accumulation)), 4),
    precipType: typeOf(wettest),
    temperatureHigh: high,
    temperatureHighTime: time,
    temperatureLow: low,
    temperatureLowTime: time,
    apparentTemperatureHigh: warmest,
    apparentTemperatureHighTime: time,
    apparentTemperatureLow: coldest,
    apparentTemperatureLowTime: time,
    dewPoint: round(mean(of(({ state }) => state.dewPoint)), 2),
    humidity: round(mean(of(({ state }) => state.humidity)) / 100, 2),
    pressure: round(mean(of(({ state }) => state.pressure)), 2),
    windSpeed: round(mean(of(({ state }) => state.windSpeed)), 2),
    windGust: round(Math.max(...of(({ gust }) => gust)), 2),
    windGustTime: time,
    windBearing: Math.round(wettest.state.windDirection) % 360,
    cloudCover: round(mean(of(({ state }) => state.cloud)) / 100, 2),
    uvIndex: round(Math.max(...of(({ uvIndex }) => uvIndex)), 2),
    uvIndexTime: time,
    visibility: Math.min(16.09, round(mean(of(({ state }) => state.visibility)) / 1_000, 2)),
    temperatureMin: low,
    temperatureMinTime: time,
    temperatureMax: high,
    temperatureMaxTime: time,
    apparentTemperatureMin: coldest,
    apparentTemperatureMinTime: time,
    apparentTemperatureMax: warmest,
    apparentTemperatureMaxTime: time,
  }
}

function iconOf(hour: HourRecord): string {
  const { falls, thunder, fog, eighths } = weatherOfHour(hour)
  if (thunder) return 'thunderstorm'
  if (falls !== null) return falls === 'freezing rain' ? 'sleet' : falls
  if (fog) return 'fog'
  const half = hour.isDay ? 'day' : 'night'
  return eighths >= 7 ? 'cloudy' : `${eighths >= 3 ? 'partly-cloudy' : 'clear'}-${half}`
}
