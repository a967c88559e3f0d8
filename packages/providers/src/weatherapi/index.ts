import { toFailureKind, requireKey, buildUrlBelow } from '../fetch-json.ts'
import { fetchWeather } from '../fetch-weather.ts'
import { readFields } from '../json.ts'
import type { KeyedOptions, Product, Provider, ProviderDefinition, ProviderFailureKind } from '../provider.ts'
import { readWeatherApiForecast } from './forecast.ts'

const SERVICE = { name: 'WeatherAPI.com', kindOf: failureKind }
const FORECAST: Product = { id: 'weatherapi/forecast', weight: 1, budget: 'weather' }
/** The answer is for the nearest named place (recorded: two decimals of the town). */
const NAMED_PLACE_KM = 50
/** As recorded; plans may give fewer. */
const DAYS = 7

/** WeatherAPI.com: one call fills current weather, hours and days, of the world. Needs a key. */
export function createWeatherApi({ baseUrl, key }: KeyedOptions) {
  return {
    id: weatherApi.id,
    attribution: {
      name: 'WeatherAPI.com',
      text: 'Powered by WeatherAPI.com',
      url: 'https://www.weatherapi.com/',
      license: 'Terms of WeatherAPI.com',
    },
    coverage: 'global',
    weather: {
      product: FORECAST,
      groups: [['current', 'hourly', 'daily', 'minutely']],
      forecastDays: 14,
      lacks: ['minutely'],
      configured: () => key() !== null,
      async fetch(cell, _wanted, calls, now) {
        const query = { q: `${cell.lat},${cell.lon}`, days: String(DAYS), aqi: 'no', alerts: 'no', key: requireKey(key, SERVICE) }
        const url = buildUrlBelow(baseUrl, '/v1/forecast.json', query)
        const read = (body: unknown) => readWeatherApiForecast(body, now)
        return fetchWeather(calls, { product: FORECAST, url, service: SERVICE, withinKm: NAMED_PLACE_KM, read }, now)
      },
    },
  } satisfies Provider
}

/** The documented codes, which say more than the status: 1006 no such place, 2007 the month's quota, 2009 not in the plan. */
const BY_CODE: Readonly<Record<number, ProviderFailureKind>> = { 1006: 'not_found', 2007: 'quota', 2009: 'no_subscription' }

function failureKind(status: number, body: unknown): ProviderFailureKind {
  const error = readFields(readFields(body)['error'])
  return BY_CODE[Number(error['code'])] ?? toFailureKind(status)
}

const SETTINGS = {
  apiKey: { kind: 'secret', meaning: 'Key of WeatherAPI.com' },
  baseUrl: { kind: 'url', default: 'https://api.weatherapi.com', meaning: 'WeatherAPI.com' },
  minuteLimit: { kind: 'limit', default: 60, meaning: 'Calls per minute' },
  dailyLimit: { kind: 'limit', default: 3_000, meaning: 'Calls per day (UTC)' },
  monthlyLimit: { kind: 'limit', default: 100_000, meaning: 'Calls per month (UTC); the default is its free plan' },
} as const

export const weatherApi: ProviderDefinition<typeof SETTINGS> = {
  id: 'weatherapi',
  settings: SETTINGS,
  needs: ['apiKey'],
  open: ({ settings, key }) => createWeatherApi({ ...settings, key }),
}
