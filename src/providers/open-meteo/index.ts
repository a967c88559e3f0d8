import { answeredFor, type Provider, type ProviderDefinition, type WeatherBundle } from '../provider.ts'
import { type CellScope, WEATHER_SCOPES } from '../../domain/scope.ts'
import { AIR, AIR_QUERY, transformAir } from './air.ts'
import { failure, fetchJson } from './fetch.ts'
import { MARINE, MARINE_QUERY, transformMarine } from './marine.ts'
import { FORECAST, FORECAST_QUERY, requestUrl } from './request.ts'
import { decodeForecast, type Forecast } from './schema.ts'
import { transformForecast } from './transform.ts'

/**
 * The answer's coordinates are those of the model's grid cell; the coarsest grid has 0.4°, and a neighbour at a similar height may be used.
 */
const GRID_KM = 100

export interface OpenMeteoOptions {
  /** `https://api.open-meteo.com`, `https://customer-api.open-meteo.com` with a key, or a substitute. */
  readonly baseUrl: URL
  /** The commercial key, read at every call; null for free, non-commercial use. */
  readonly key: () => string | null
}

type Transform = (forecast: Forecast, now: number) => Pick<WeatherBundle, 'scopes'> | null

/** Each API is a group of scopes, filled by one call. */
const APIS = [
  { api: 'forecast', scopes: WEATHER_SCOPES, product: FORECAST, query: FORECAST_QUERY, transform: transformForecast },
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
export function createOpenMeteo({ baseUrl, key }: OpenMeteoOptions) {
  return {
    id: openMeteo.id,
    attribution: { name: 'Open-Meteo', text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/', license: 'CC BY 4.0' },
    coverage: 'global',
    weather: {
      product: FORECAST,
      groups: APIS.map(({ scopes }) => scopes),
      configured: () => true,
      async fetch(cell, wanted, calls, now) {
        const { api, product, query, transform } = apiOf(wanted)
        const { body, headers } = await fetchJson(product, requestUrl(baseUrl, api, query, cell, key()), calls, now)
        const answer = decodeForecast(body, now)
        const transformed = answer === null ? null : transform(answer, now)
        if (answer === null || transformed === null) throw failure('invalid_body', { status: 200 })
        const { clock, lat, lon } = answer
        return { ...clock, ...transformed, ...answeredFor(lat, lon, GRID_KM), simulated: headers['x-simulated'] !== undefined }
      },
    },
  } satisfies Provider
}

function apiOf(wanted: readonly CellScope[]) {
  return APIS.find(({ scopes }) => wanted.some((scope) => (scopes as readonly CellScope[]).includes(scope))) ?? APIS[0]
}

interface OpenMeteoEnvironment {
  readonly SECOND_PROVIDER_API_KEY: string | null
  readonly SECOND_PROVIDER_BASE_URL: URL
  readonly AD_PROGRAM_CLIENT_ID: string | null
}

export const openMeteo: ProviderDefinition<OpenMeteoEnvironment> = {
  id: 'open-meteo',
  connection: 'second-provider',
  storesKey: false,
  keyIn: (environment) => environment.SECOND_PROVIDER_API_KEY,
  open: (environment, key) => createOpenMeteo({ baseUrl: environment.SECOND_PROVIDER_BASE_URL, key }),
  refusedBy: (environment) =>
    environment.AD_PROGRAM_CLIENT_ID !== null && environment.SECOND_PROVIDER_API_KEY === null
      ? 'its free plan is non-commercial and AD_PROGRAM_CLIENT_ID is set (set SECOND_PROVIDER_API_KEY to use it)'
      : null,
  settingsIn: (environment) => ({
    baseUrl: environment.SECOND_PROVIDER_BASE_URL,
    hasKey: environment.SECOND_PROVIDER_API_KEY !== null,
  }),
}
