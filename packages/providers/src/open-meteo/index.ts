import { type CellScope, WEATHER_SCOPES } from '@isobar/weather'
import { fetchWeather, type SentWeather } from '../fetch-weather.ts'
import type { Provider, ProviderDefinition, WeatherBundle } from '../provider.ts'
import { AIR, AIR_QUERY, transformAir } from './air.ts'
import { MARINE, MARINE_QUERY, transformMarine } from './marine.ts'
import { createNormalsCapability } from './normals.ts'
import { FORECAST, FORECAST_QUERY, buildRequestUrl } from './request.ts'
import { decodeOpenMeteoForecast, type Forecast } from './schema.ts'
import { SERVICE } from './service.ts'
import { transformOpenMeteoForecast } from './transform.ts'

/**
 * The answer's coordinates are those of the model's grid cell; the coarsest grid has 0.4°, and a neighbour at a similar height may be used.
 */
const GRID_KM = 100

export interface OpenMeteoOptions {
  /** Null: `https://api.open-meteo.com`, or `https://customer-api.open-meteo.com` with a key. */
  readonly baseUrl: URL | null
  /** The commercial key, read at every call; null for free, non-commercial use. */
  readonly key: () => string | null
}

type Transform = (forecast: Forecast, now: number) => Pick<WeatherBundle, 'scopes'> | null

/** Each API is a group of scopes, filled by one call. */
const APIS = [
  { api: 'forecast', scopes: WEATHER_SCOPES, product: FORECAST, query: FORECAST_QUERY, transform: transformOpenMeteoForecast },
  {
    api: 'air-quality',
    scopes: ['air'],
    product: AIR,
    query: AIR_QUERY,
    transform: (body, now) => ({ scopes: { air: transformAir(body, now) } }),
  },
  {
    api: 'marine',
    scopes: ['marine'],
    product: MARINE,
    query: MARINE_QUERY,
    transform: (body, now) => ({ scopes: { marine: transformMarine(body, now) } }),
  },
] as const satisfies readonly { readonly scopes: readonly CellScope[]; readonly transform: Transform; readonly [more: string]: unknown }[]

/**
 * Open-Meteo: one call fills current, hourly and daily, another one the air, and another one the sea. It has no minute-by-minute data and no
 * alerts.
 */
export function createOpenMeteo({ baseUrl, key: currentKey }: OpenMeteoOptions) {
  const base = () => {
    const key = currentKey()
    return { url: baseUrl ?? (key === null ? FREE : COMMERCIAL), key }
  }
  return {
    id: openMeteo.id,
    attribution: { name: 'Open-Meteo', text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/', license: 'CC BY 4.0' },
    coverage: 'global',
    agencies: ['dwd', 'noaa', 'met-norway@nordic'],
    weather: {
      product: FORECAST,
      forecastDays: 16,
      // More would make its archive three times as large.
      archivedHours: 48,
      groups: APIS.map(({ scopes }) => scopes),
      otherProducts: { air: AIR, marine: MARINE },
      knowsTerrain: true,
      lacks: ['minutely'],
      configured: () => true,
      async fetch(cell, wanted, calls, now) {
        const { api, product, query, transform } = apiOf(wanted)
        const { url: baseUrl, key } = base()
        const url = buildRequestUrl(baseUrl, api, query, cell, key)
        const read = (body: unknown): SentWeather | null => {
          const forecast = decodeOpenMeteoForecast(body, now)
          const transformed = forecast && transform(forecast, now)
          // The elevation is of the terrain, in a model of 90 m: temperatures are brought to it.
          return forecast && transformed && { ...forecast, scopes: transformed.scopes }
        }
        return fetchWeather(calls, { product, url, service: SERVICE, withinKm: GRID_KM, read }, now)
      },
    },
    normals: createNormalsCapability(base),
  } satisfies Provider
}

function apiOf(wanted: readonly CellScope[]) {
  return APIS.find(({ scopes }) => wanted.some((scope) => (scopes as readonly CellScope[]).includes(scope))) ?? APIS[0]
}

const FREE = new URL('https://api.open-meteo.com')
const COMMERCIAL = new URL('https://customer-api.open-meteo.com')

const SETTINGS = {
  apiKey: {
    kind: 'secret',
    meaning: "Open-Meteo's commercial key; a site with ads needs it",
  },
  baseUrl: {
    kind: 'url',
    default: null,
    defaultNote: `${FREE.origin}, with a key ${COMMERCIAL.origin}`,
    meaning: 'Open-Meteo, or a server of yours',
  },
  minuteLimit: {
    kind: 'limit',
    default: 600,
    meaning: 'Calls per minute, with its weights; the default is its free plan',
  },
  hourlyLimit: {
    kind: 'limit',
    default: 5_000,
    meaning: 'Calls per hour, with its weights',
  },
  dailyLimit: {
    kind: 'limit',
    default: 10_000,
    meaning: 'Calls per day (UTC), with its weights',
  },
  monthlyLimit: {
    kind: 'limit',
    default: 300_000,
    meaning: 'Calls per month (UTC), with its weights',
  },
} as const

export const openMeteo: ProviderDefinition<typeof SETTINGS> = {
  id: 'open-meteo',
  settings: SETTINGS,
  open: ({ settings, key }) => createOpenMeteo({ baseUrl: settings.baseUrl, key }),
  terms: ({ key }) => (key() === null ? 'its free plan is for non-commercial use, without ads' : null),
  refusedBy: ({ key, context }) =>
    context.hasAds && key() === null ? 'its free plan is non-commercial and the site has ads (set OPEN_METEO_API_KEY to use it)' : null,
}
