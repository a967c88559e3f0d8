import { answeredFor, type Provider, type ProviderDefinition } from '../provider.ts'
import { WEATHER_SCOPES } from '../../domain/scope.ts'
import { failure, fetchForecast } from './fetch.ts'
import { FORECAST } from './request.ts'
import { decodeForecast } from './schema.ts'
import { transformForecast } from './transform.ts'

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

/** Open-Meteo's forecast API: one call fills current, hourly and daily. It has no minute-by-minute data and no alerts. */
export function createOpenMeteo({ baseUrl, key }: OpenMeteoOptions) {
  return {
    id: openMeteo.id,
    attribution: { name: 'Open-Meteo', text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/', license: 'CC BY 4.0' },
    coverage: 'global',
    weather: {
      product: FORECAST,
      groups: [WEATHER_SCOPES],
      lacks: ['minutely'],
      configured: () => true,
      async fetch(cell, _wanted, calls, now) {
        const currentKey = key()
        const base = baseUrl ?? (currentKey === null ? FREE : COMMERCIAL)
        const { body, headers } = await fetchForecast(base, cell, currentKey, calls, now)
        const forecast = decodeForecast(body, now)
        const transformed = forecast === null ? null : transformForecast(forecast, now)
        if (transformed === null) throw failure('invalid_body', { status: 200 })
        return { ...transformed, ...answeredFor(forecast?.lat, forecast?.lon, GRID_KM), simulated: headers['x-simulated'] !== undefined }
      },
    },
  } satisfies Provider
}

const FREE = new URL('https://api.open-meteo.com')
const COMMERCIAL = new URL('https://customer-api.open-meteo.com')

const SETTINGS = {
  apiKey: {
    kind: 'secret',
    meaning: "Open-Meteo's commercial API key. Its free plan is non-commercial, so a site with ads needs a key",
  },
  baseUrl: {
    kind: 'url',
    default: null,
    defaultNote: `${FREE.origin}, with a key ${COMMERCIAL.origin}`,
    meaning: 'Open-Meteo, or a server of your own that runs it',
  },
  minuteLimit: {
    kind: 'limit',
    default: 600,
    meaning: 'Calls to Open-Meteo per minute, weighted as it does; the default is its free plan',
  },
  dailyLimit: {
    kind: 'limit',
    default: 10_000,
    meaning: 'Calls to Open-Meteo per day (UTC), weighted as it does; the default is its free plan',
  },
  monthlyLimit: {
    kind: 'limit',
    default: 300_000,
    meaning: 'Calls to Open-Meteo per month (UTC), weighted as it does; the default is its free plan',
  },
} as const

export const openMeteo: ProviderDefinition<typeof SETTINGS> = {
  id: 'open-meteo',
  settings: SETTINGS,
  open: ({ settings, key }) => createOpenMeteo({ baseUrl: settings.baseUrl, key }),
  terms: ({ key }) => (key() === null ? 'its free plan is for non-commercial use, without ads' : null),
  refusedBy: ({ key, context }) =>
    context.hasAds && key() === null
      ? 'its free plan is non-commercial and AD_PROGRAM_CLIENT_ID is set (set OPEN_METEO_API_KEY to use it)'
      : null,
}
