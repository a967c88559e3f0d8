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
  /** `https://api.open-meteo.com`, `https://customer-api.open-meteo.com` with a key, or a substitute. */
  readonly baseUrl: URL
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
      configured: () => true,
      async fetch(cell, _wanted, calls, now) {
        const { body, headers } = await fetchForecast(baseUrl, cell, key(), calls, now)
        const forecast = decodeForecast(body, now)
        const transformed = forecast === null ? null : transformForecast(forecast, now)
        if (transformed === null) throw failure('invalid_body', { status: 200 })
        return { ...transformed, ...answeredFor(forecast?.lat, forecast?.lon, GRID_KM), simulated: headers['x-simulated'] !== undefined }
      },
    },
  } satisfies Provider
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
