import { WEATHER_SCOPES } from '@isobar/weather'
import { requireKey, buildUrlBelow } from '../fetch-json.ts'
import { fetchWeather, type SentWeather } from '../fetch-weather.ts'
import type { KeyedOptions, WeatherCapability } from '../provider.ts'
import { GRID_KM, ONE_CALL, SERVICE, buildOpenWeatherQuery } from './fetch.ts'
import { decodeOneCall } from './schema.ts'
import { transformOneCall } from './transform.ts'

/** One Call 3.0: without `exclude`, one call brings everything. */
export function createOneCall3({ baseUrl, key }: KeyedOptions): WeatherCapability {
  return {
    product: ONE_CALL,
    groups: [[...WEATHER_SCOPES, 'alert']],
    forecastDays: 2,
    configured: () => key() !== null,
    async fetch(cell, _wanted, calls, now) {
      const url = buildUrlBelow(baseUrl, '/data/3.0/onecall', buildOpenWeatherQuery(cell, requireKey(key, SERVICE)))
      const read = (body: unknown): SentWeather | null => {
        const answer = decodeOneCall(body, now)
        return answer && { ...answer, scopes: transformOneCall(answer, cell).scopes }
      }
      return fetchWeather(calls, { product: ONE_CALL, url, service: SERVICE, withinKm: GRID_KM, read }, now)
    },
  }
}
