import { cellOf } from '../../domain/cell.ts'
import { DAY_MS, HOUR_MS } from '../../time.ts'
import { clockOnMap } from '../clock.ts'
import { answerFailure, fetchJson, isSimulated, urlBelow } from '../fetch-json.ts'
import { answeredFor, type Product, type WeatherCapability } from '../provider.ts'
import { decodeForecast, transformForecast } from './forecast.ts'

const SERVICE = { name: 'Bright Sky' }
const FORECAST: Product = { id: 'bright-sky/weather', weight: 1, budget: 'weather' }
/** The forecast of a station farther away is not one for the place (the service's default). */
const MAX_KM = 50
const DAYS = 10
const BERLIN = cellOf(52.52, 13.41)

/** Forecasts of the German weather service for its stations (MOSMIX), by the hour for ten days. No key. */
export function createWeather({ baseUrl }: { readonly baseUrl: URL }): WeatherCapability {
  return {
    product: FORECAST,
    groups: [['current', 'hourly', 'daily', 'minutely']],
    lacks: ['minutely', 'uvIndex'],
    sample: BERLIN,
    configured: () => true,
    async fetch(cell, _wanted, calls, now) {
      const firstMs = Math.floor(now / HOUR_MS) * HOUR_MS
      const url = urlBelow(baseUrl, '/weather', {
        lat: String(cell.lat),
        lon: String(cell.lon),
        date: isoOf(firstMs),
        last_date: isoOf(firstMs + DAYS * DAY_MS),
        max_dist: String(MAX_KM * 1_000),
        units: 'dwd',
      })
      const { body, headers } = await fetchJson(calls, { product: FORECAST, url }, SERVICE, now)
      const forecast = decodeForecast(body, now)
      const clock = clockOnMap(cell, now)
      const scopes = forecast === null ? null : transformForecast(forecast, cell, clock.timezone, now)
      if (scopes === null) throw answerFailure(SERVICE.name, 'invalid_body')
      return { ...clock, ...answeredFor(forecast?.lat, forecast?.lon, MAX_KM), simulated: isSimulated(headers), scopes }
    },
  }
}

const isoOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16)}Z`
