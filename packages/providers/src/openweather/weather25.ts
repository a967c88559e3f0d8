import type { Cell, CurrentWeather, PlaceClock } from '@isobar/weather'
import { findAnswerClock } from '../clock.ts'
import { requireKey, buildUrlBelow } from '../fetch-json.ts'
import { fetchWeather, type SentWeather } from '../fetch-weather.ts'
import { readFields, isObject, type Json } from '../json.ts'
import type { KeyedOptions, Product, WeatherCapability } from '../provider.ts'
import { GRID_KM, SERVICE, buildOpenWeatherQuery } from './fetch.ts'
import { readTimedElement } from './schema.ts'
import { chooseDaylight, toCurrent } from './transform.ts'

/** Current weather 2.5, part of the free plan. */
const WEATHER_25: Product = { id: 'openweather/weather25', weight: 1, budget: 'weather', limits: { perMinute: 60 } }

/** Current weather 2.5: one call, no other scope. */
export function createWeather25({ baseUrl, key }: KeyedOptions): WeatherCapability {
  return {
    product: WEATHER_25,
    groups: [['current']],
    lacks: ['dewPoint', 'uvIndex'],
    configured: () => key() !== null,
    async fetch(cell, _wanted, calls, now) {
      const url = buildUrlBelow(baseUrl, '/data/2.5/weather', buildOpenWeatherQuery(cell, requireKey(key, SERVICE)))
      const read = (body: unknown): SentWeather | null => {
        const weather = transformWeather25(body, cell, now)
        const { lat, lon } = readFields(readFields(body)['coord'])
        return weather && { clock: weather.clock, lat, lon, scopes: { current: weather.current } }
      }
      return fetchWeather(calls, { product: WEATHER_25, url, service: SERVICE, withinKm: GRID_KM, read }, now)
    },
  }
}

/** The response in the canonical model; null if it is invalid. It has no dew point and no UV index. */
export function transformWeather25(
  body: unknown,
  cell: Cell,
  nowMs: number,
): { readonly clock: PlaceClock; readonly current: CurrentWeather } | null {
  if (!isObject(body)) return null
  const { main, wind, clouds, sys } = body
  const [now] = readTimedElement({
    ...pick(body, { dt: 'dt', visibility: 'visibility', weather: 'weather', rain: 'rain', snow: 'snow' }),
    ...pick(main, { temp: 'temp', feels_like: 'feels_like', humidity: 'humidity', pressure: 'pressure' }),
    // In older responses `pressure` is at ground level whenever `sea_level` is present.
    ...(isObject(main) && main['sea_level'] !== undefined ? { pressure: main['sea_level'] } : {}),
    ...pick(wind, { wind_speed: 'speed', wind_deg: 'deg', wind_gust: 'gust' }),
    ...pick(clouds, { clouds: 'all' }),
    // Both are 0 in polar day and night.
    ...pick(sys, { sunrise: 'sunrise', sunset: 'sunset' }),
  })
  const clock = findAnswerClock(cell, body['timezone'], nowMs)
  if (now === undefined || clock === null || !isObject(main)) return null
  return { clock, current: toCurrent(now, chooseDaylight(now, cell)) }
}

/** Fields of a part of the response under One Call's names. */
function pick(part: unknown, names: Readonly<Record<string, string>>): Json {
  const fields = readFields(part)
  return Object.fromEntries(Object.entries(names).map(([name, field]) => [name, fields[field]]))
}
