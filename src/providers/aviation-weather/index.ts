import type { Box } from '../../domain/box.ts'
import { parseJson } from '../json.ts'
import {
  type ObservationCapability,
  type Product,
  type Provider,
  type ProviderDefinition,
  ProviderFailure,
  type ProviderFailureKind,
} from '../provider.ts'
import { decodeMetars } from './decode.ts'

export interface AviationWeatherOptions {
  /** `https://aviationweather.gov`, or a substitute. */
  readonly baseUrl: URL
}

export const SOURCE = 'aviation-weather'
/** Documented: 100 requests a minute for an address. */
export const METAR: Product = { id: 'aviation-weather/metar', weight: 1, limits: { perMinute: 60 } }
/** Documented: at most 400 entries. The densest box of this size has about 200 stations. */
const BOX_DEGREES = 5
/** Documented: a resource at most once a minute. Routine reports come every 30 or 60 minutes, special ones in between. */
const INTERVAL_SECONDS = 600
/** The block after a 429 is not documented. */
const QUOTA_RETRY_SECONDS = 60

/** The Aviation Weather Center of the United States: METARs of airports everywhere. Needs no key. */
export function createAviationWeather({ baseUrl }: AviationWeatherOptions) {
  return {
    id: SOURCE,
    attribution: {
      name: 'Aviation Weather Center',
      text: 'Measurements of airports by the Aviation Weather Center (NOAA)',
      url: 'https://aviationweather.gov/',
      license: 'Public domain',
    },
    coverage: 'global',
    observations: {
      product: METAR,
      intervalSeconds: INTERVAL_SECONDS,
      boxDegrees: BOX_DEGREES,
      hasHourlyGusts: false,
      configured: () => true,
      covers: () => true,
      async read(box, _former, calls) {
        const { status, headers, body } = await calls.get({ product: METAR, url: metarUrl(baseUrl, box) })
        const simulated = headers['x-simulated'] !== undefined
        // No station of the box has reported.
        if (status === 204) return { reports: [], simulated, leftOut: {}, state: null }
        if (status !== 200) throw failure(failureKind(status), status)
        const decoded = decodeMetars(parseJson(body), SOURCE)
        if (decoded === null) throw failure('invalid_body', status)
        return { ...decoded, simulated, state: null }
      },
    } satisfies ObservationCapability,
  } satisfies Provider
}

function metarUrl(baseUrl: URL, { south, west, north, east }: Box): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/api/data/metar`
  url.search = `?bbox=${[south, west, north, east].join(',')}&format=json`
  return url
}

function failureKind(status: number): ProviderFailureKind {
  if (status === 403) return 'refused_key'
  if (status === 429) return 'quota'
  return status >= 500 ? 'unavailable' : 'rejected'
}

function failure(kind: ProviderFailureKind, status: number): ProviderFailure {
  const retryAfterSeconds = kind === 'quota' ? QUOTA_RETRY_SECONDS : undefined
  return new ProviderFailure(kind, `Aviation Weather Center: ${kind}, status ${status}`, { status, retryAfterSeconds })
}

const SETTINGS = {
  baseUrl: { kind: 'url', default: 'https://aviationweather.gov', meaning: 'Aviation Weather Center, whose METARs are read' },
} as const

export const aviationWeather: ProviderDefinition<typeof SETTINGS> = {
  id: SOURCE,
  settings: SETTINGS,
  open: ({ settings }) => createAviationWeather(settings),
}
