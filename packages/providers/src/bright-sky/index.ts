import { DAY_MS, HOUR_MS, toCell } from '@isobar/weather'
import { buildUrlBelow } from '../fetch-json.ts'
import { fetchWeather } from '../fetch-weather.ts'
import type { Product, Provider, ProviderDefinition } from '../provider.ts'
import { readBrightSkyForecast } from './forecast.ts'
import { createBrightSkyObservations } from './observations.ts'

const SERVICE = { name: 'Bright Sky' }
const FORECAST: Product = { id: 'bright-sky/weather', weight: 1, budget: 'weather' }
/** The forecast of a station farther away is not one for the place (the service's default). */
const MAX_KM = 50
const DAYS = 10
const BERLIN = toCell(52.52, 13.41)

export interface BrightSkyOptions {
  /** `https://api.brightsky.dev`, or a server of your own that runs it. */
  readonly baseUrl: URL
}

/**
 * Open data of the German weather service by Bright Sky: forecasts for its stations (MOSMIX), by the hour for ten days, and what they measure.
 * Needs no key.
 */
export function createBrightSky({ baseUrl }: BrightSkyOptions) {
  return {
    id: brightSky.id,
    attribution: {
      name: 'Bright Sky',
      text: 'Source: Deutscher Wetterdienst, by Bright Sky; units and hours adjusted',
      url: 'https://brightsky.dev/',
      license: 'DWD open data, CC BY 4.0',
    },
    coverage: 'europe',
    agencies: ['dwd'],
    weather: {
      product: FORECAST,
      groups: [['current', 'hourly', 'daily', 'minutely']],
      forecastDays: 10,
      lacks: ['minutely', 'uvIndex'],
      sample: BERLIN,
      configured: () => true,
      async fetch(cell, _wanted, calls, now) {
        const firstMs = Math.floor(now / HOUR_MS) * HOUR_MS
        const url = buildUrlBelow(baseUrl, '/weather', {
          lat: String(cell.lat),
          lon: String(cell.lon),
          date: isoOf(firstMs),
          last_date: isoOf(firstMs + DAYS * DAY_MS),
          max_dist: String(MAX_KM * 1_000),
          units: 'dwd',
        })
        const read = (body: unknown) => readBrightSkyForecast(body, cell, now)
        return fetchWeather(calls, { product: FORECAST, url, service: SERVICE, withinKm: MAX_KM, read }, now)
      },
    },
    observations: createBrightSkyObservations(baseUrl, brightSky.id),
  } satisfies Provider
}

const isoOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16)}Z`

const SETTINGS = {
  baseUrl: { kind: 'url', default: 'https://api.brightsky.dev', meaning: 'Bright Sky, or a server of yours' },
  minuteLimit: { kind: 'limit', default: 300, meaning: 'Calls per minute; it publishes no limit' },
  dailyLimit: { kind: 'limit', default: 50_000, meaning: 'Calls per day (UTC)' },
} as const

export const brightSky: ProviderDefinition<typeof SETTINGS> = {
  id: 'bright-sky',
  settings: SETTINGS,
  open: ({ settings }) => createBrightSky(settings),
}
