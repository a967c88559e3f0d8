import { answerFailure, fetchJson, isSimulated, kindOfStatus, urlBelow } from '../fetch-json.ts'
import { fieldsOf } from '../json.ts'
import { answeredFor, type Product, type Provider, type ProviderDefinition, type ProviderFailureKind } from '../provider.ts'
import { decodeForecast, transformForecast } from './forecast.ts'

const SERVICE = { name: 'WeatherAPI.com', kindOf: failureKind }
const FORECAST: Product = { id: 'weatherapi/forecast', weight: 1, budget: 'weather' }
/** The answer is for the nearest named place (recorded: two decimals of the town). */
const NAMED_PLACE_KM = 50
/** As recorded; plans may give fewer. */
const DAYS = 7

export interface WeatherApiOptions {
  /** `https://api.weatherapi.com`, or a substitute. */
  readonly baseUrl: URL
  /** Read at every call; null if there is none. */
  readonly key: () => string | null
}

/** WeatherAPI.com: one call fills current weather, hours and days, of the world. Needs a key. */
export function createWeatherApi({ baseUrl, key }: WeatherApiOptions) {
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
      lacks: ['minutely'],
      configured: () => key() !== null,
      async fetch(cell, _wanted, calls, now) {
        const currentKey = key()
        if (currentKey === null) throw answerFailure(SERVICE.name, 'not_configured')
        const query = { q: `${cell.lat},${cell.lon}`, days: String(DAYS), aqi: 'no', alerts: 'no', key: currentKey }
        const url = urlBelow(baseUrl, '/v1/forecast.json', query)
        const { body, headers } = await fetchJson(calls, { product: FORECAST, url }, SERVICE, now)
        const forecast = decodeForecast(body, now)
        const scopes = forecast === null ? null : transformForecast(forecast, now)
        if (forecast === null || scopes === null) throw answerFailure(SERVICE.name, 'invalid_body')
        const { clock, lat, lon } = forecast
        return { ...clock, ...answeredFor(lat, lon, NAMED_PLACE_KM), simulated: isSimulated(headers), scopes }
      },
    },
  } satisfies Provider
}

/** The documented codes, which say more than the status: 1006 no such place, 2007 the month's quota, 2009 not in the plan. */
const BY_CODE: Readonly<Record<number, ProviderFailureKind>> = { 1006: 'not_found', 2007: 'quota', 2009: 'no_subscription' }

function failureKind(status: number, body: unknown): ProviderFailureKind {
  const error = fieldsOf(fieldsOf(body)['error'])
  return BY_CODE[Number(error['code'])] ?? kindOfStatus(status)
}

const SETTINGS = {
  apiKey: { kind: 'secret', meaning: 'Key of WeatherAPI.com' },
  baseUrl: { kind: 'url', default: 'https://api.weatherapi.com', meaning: 'WeatherAPI.com' },
  minuteLimit: { kind: 'limit', default: 60, meaning: 'Calls to WeatherAPI.com per minute' },
  dailyLimit: { kind: 'limit', default: 3_000, meaning: 'Calls to WeatherAPI.com per day (UTC)' },
  monthlyLimit: { kind: 'limit', default: 100_000, meaning: 'Calls to WeatherAPI.com per month (UTC); the default is its free plan' },
} as const

export const weatherApi: ProviderDefinition<typeof SETTINGS> = {
  id: 'weatherapi',
  settings: SETTINGS,
  needs: ['apiKey'],
  open: ({ settings, key }) => createWeatherApi({ ...settings, key }),
}
