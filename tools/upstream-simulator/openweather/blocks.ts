import { chance } from '../climate/noise.ts'
import type { HourRecord, Series } from '../climate/series.ts'
import { apparentTemperature, type WeatherState } from '../climate/weather.ts'
import { type Zone, zoneAt } from '../places/zone.ts'
import { isDaylight, sunDay } from '../sky/sun.ts'
import { seconds } from '../times.ts'
import { round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'
import { type Sky, weatherList } from './condition.ts'
import { badRequest, coordinates, keyProblem } from './errors.ts'
import { type OwWriter, writerFor } from './units.ts'

const HOUR = 3_600_000

/** What is needed to write a block. */
export interface OwContext {
  readonly series: Series
  readonly lat: number
  readonly lon: number
  readonly zone: Zone
  readonly write: OwWriter
  readonly lang: string | null
}

/** What a request asks for, or its refusal; `refuse` writes what is wrong with a parameter. */
export function readContext(
  world: World,
  request: WireRequest,
  subscription: '3.0' | '4.0' | null,
  refuse: (problem: string, parameter: string) => WireAnswer = badRequest,
): OwContext | WireAnswer {
  const problem = keyProblem(request, subscription)
  if (problem !== null) return problem
  const place = coordinates(request.query)
  if ('problem' in place) return refuse(place.problem, place.parameter)
  const { lat, lon } = place
  return {
    series: seriesFor(world, lat, lon, request.now, 'openweather'),
    lat,
    lon,
    zone: zoneAt(lat, lon),
    write: writerFor(request.query.get('units')),
    lang: request.query.get('lang'),
  }
}

/** `dt` of the latest conditions: renewed every ten minutes at a phase that depends on the place, never before the running hour. */
export function observationTime(lat: number, lon: number, nowMs: number): number {
  const phase = Math.floor(chance(Math.round(lat * 100), Math.round(lon * 100), 7, 21) * 600) * 1000
  const dt = Math.floor((nowMs - phase) / 600_000) * 600_000 + phase
  return Math.max(dt, Math.floor(nowMs / HOUR) * HOUR)
}

/** Sunrise and sunset keys of the day around a local noon; none in polar day and night, as documented. */
export function sunKeys(lat: number, lon: number, noonMs: number): { sunrise?: number; sunset?: number } {
  const sun = sunDay(lat, lon, noonMs)
  return sun.kind === 'normal' ? { sunrise: seconds(sun.rise), sunset: seconds(sun.set) } : {}
}

export function skyOf(hour: HourRecord, rain = hour.rain, snow = hour.snow): Sky {
  const { state } = hour
  return { ...state, rain, snow, convective: hour.convective, thunder: hour.thunder, freezing: hour.freezing, isDay: hour.isDay }
}

/** The sky of an instant: amounts are its rate held for an hour. */
export function instantSky(state: WeatherState, isDay: boolean): Sky {
  return { ...state, rain: state.precipitation * (1 - state.snowShare), snow: state.precipitation * state.snowShare, isDay }
}

/** The measurements that current and hourly have in common, in the recorded order. */
export function measurements(context: OwContext, state: WeatherState, uvIndex: number): Record<string, number> {
  const { write } = context
  return {
    temp: write.temperature(state.temperature),
    feels_like: write.temperature(apparentTemperature(state)),
    pressure: Math.round(state.pressure),
    humidity: Math.round(state.humidity),
    dew_point: write.temperature(state.dewPoint),
    uvi: round(uvIndex, 2),
    clouds: Math.round(state.cloud),
    visibility: Math.min(10_000, Math.round(state.visibility)),
    wind_speed: write.wind(state.windSpeed),
    wind_deg: Math.round(state.windDirection) % 360,
  }
}

/** The `rain` and `snow` keys of an hour: absent below a tenth of a millimetre. */
export function amountKeys(rain: number, snow: number): { rain?: { '1h': number }; snow?: { '1h': number } } {
  return {
    ...(rain >= 0.1 ? { rain: { '1h': round(rain, 2) } } : {}),
    ...(snow >= 0.1 ? { snow: { '1h': round(snow, 2) } } : {}),
  }
}

/** An element of `hourly`. Visibility is not sent while it snows. */
export function hourBlock(context: OwContext, startMs: number): Record<string, unknown> {
  const hour = context.series.hour(startMs)
  const { visibility, ...rest } = measurements(context, hour.state, hour.uvIndex)
  const { wind_speed, wind_deg, ...first } = rest
  return {
    dt: seconds(startMs),
    ...first,
    ...(hour.snow >= 0.1 ? {} : { visibility }),
    wind_speed,
    wind_deg,
    wind_gust: context.write.wind(hour.gust),
    weather: weatherList(skyOf(hour), context.lang),
    pop: round(hour.probability, 2),
    ...amountKeys(hour.rain, hour.snow),
  }
}

/** The latest conditions. The amounts are those of the last sixty minutes; absent if it is dry now. */
export function currentBlock(context: OwContext, dtMs: number, noonMs: number): Record<string, unknown> {
  const { series, lat, lon } = context
  const state = series.at(dtMs)
  const sky = instantSky(state, isDaylight(lat, lon, dtMs))
  const wet = sky.rain + sky.snow >= 0.1
  const last = wet ? series.interval(dtMs - HOUR, 4) : { rain: 0, snow: 0 }
  const gusty = chance(Math.round(lat * 100), Math.round(lon * 100), Math.floor(dtMs / HOUR), 22) < 0.7
  return {
    dt: seconds(dtMs),
    ...sunKeys(lat, lon, noonMs),
    ...measurements(context, state, series.uvIndex(dtMs, state.cloud)),
    ...(gusty ? { wind_gust: context.write.wind(state.windGust) } : {}),
    weather: weatherList(sky, context.lang),
    ...amountKeys(last.rain, last.snow),
  }
}
