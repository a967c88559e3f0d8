import { requireKey, buildUrlBelow } from '../fetch-json.ts'
import { fetchWeather, SAME_PLACE_KM } from '../fetch-weather.ts'
import type { KeyedOptions, Product, Provider, ProviderDefinition } from '../provider.ts'
import { readPirateForecast } from './forecast.ts'

const SERVICE = { name: 'Pirate Weather' }
const FORECAST: Product = { id: 'pirate-weather/forecast', weight: 1, budget: 'weather' }

export interface PirateWeatherOptions extends KeyedOptions {
  /** The header is documented as an alternative; the path is the original place, and may be in the logs of whatever is in between. */
  readonly keyPlacement: 'header' | 'path'
}

/** Pirate Weather: one call fills current weather, minutes, hours and days, of the world, in the format of Dark Sky. Needs a key. */
export function createPirateWeather({ baseUrl, key, keyPlacement }: PirateWeatherOptions) {
  return {
    id: pirateWeather.id,
    attribution: {
      name: 'Pirate Weather',
      text: 'Powered by Pirate Weather',
      url: 'https://pirateweather.net/',
      license: 'Terms of Pirate Weather',
    },
    coverage: 'global',
    agencies: ['noaa', 'dwd'],
    weather: {
      product: FORECAST,
      groups: [['current', 'hourly', 'daily', 'minutely']],
      forecastDays: 7,
      archivedHours: 48,
      configured: () => key() !== null,
      async fetch(cell, _wanted, calls, now) {
        const currentKey = requireKey(key, SERVICE)
        const inPath = keyPlacement === 'path' ? encodeURIComponent(currentKey) : 'key'
        const url = buildUrlBelow(baseUrl, `/forecast/${inPath}/${cell.lat},${cell.lon}`, {
          units: 'si',
          exclude: 'alerts',
          extend: 'hourly',
          lang: 'en',
        })
        const headers = keyPlacement === 'header' ? { apikey: currentKey } : {}
        const read = (body: unknown) => readPirateForecast(body, cell, now)
        return fetchWeather(calls, { product: FORECAST, url, headers, service: SERVICE, withinKm: SAME_PLACE_KM, read }, now)
      },
    },
  } satisfies Provider
}

const SETTINGS = {
  apiKey: { kind: 'secret', meaning: 'Key of Pirate Weather' },
  baseUrl: { kind: 'url', default: 'https://api.pirateweather.net', meaning: 'Pirate Weather' },
  keyPlacement: {
    kind: 'choice',
    of: ['header', 'path'],
    default: 'header',
    meaning: 'Where calls have the key; path is for servers that read no header, and may be logged on the way',
  },
  minuteLimit: { kind: 'limit', default: 10, meaning: 'Calls per minute' },
  dailyLimit: { kind: 'limit', default: 300, meaning: 'Calls per day (UTC); plans differ, the default is cautious' },
  monthlyLimit: { kind: 'limit', default: 9_000, meaning: 'Calls per month (UTC), by which its plans count' },
} as const

export const pirateWeather: ProviderDefinition<typeof SETTINGS> = {
  id: 'pirate-weather',
  settings: SETTINGS,
  needs: ['apiKey'],
  open: ({ settings, key }) => createPirateWeather({ ...settings, key }),
}
