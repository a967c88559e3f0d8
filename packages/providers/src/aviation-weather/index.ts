import type { Box } from '@isobar/weather'
import { toAnswerFailure, isSimulated, toFailureKind, buildUrlBelow } from '../fetch-json.ts'
import { parseJson } from '../json.ts'
import type { ObservationCapability, Product, Provider, ProviderDefinition } from '../provider.ts'
import { decodeMetars } from './decode.ts'

export interface AviationWeatherOptions {
  /** `https://aviationweather.gov`, or a substitute. */
  readonly baseUrl: URL
}

export const SOURCE = 'aviation-weather'
const NAME = 'Aviation Weather Center'
/** Documented: 100 requests a minute for an address. */
export const METAR: Product = { id: 'aviation-weather/metar', weight: 1, limits: { perMinute: 60 } }
/** Documented: at most 400 entries. The densest box of this size has about 200 stations. */
const BOX_DEGREES = 5
/** Documented: a resource at most once a minute. Routine reports come every 30 or 60 minutes, special ones in between. */
const INTERVAL_SECONDS = 600

/** The Aviation Weather Center of the United States: METARs of airports everywhere. Needs no key. */
export function createAviationWeather({ baseUrl }: AviationWeatherOptions) {
  return {
    id: SOURCE,
    attribution: {
      name: NAME,
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
      async read(box, _former, calls, now) {
        const answer = await calls.get({ product: METAR, url: metarUrl(baseUrl, box) })
        const simulated = isSimulated(answer.headers)
        // No station of the box has reported.
        if (answer.status === 204) return { reports: [], simulated, leftOut: {}, state: null }
        if (answer.status !== 200) throw toAnswerFailure(NAME, toFailureKind(answer.status), answer, now)
        const decoded = decodeMetars(parseJson(answer.body), SOURCE)
        if (decoded === null) throw toAnswerFailure(NAME, 'invalid_body', answer)
        return { ...decoded, simulated, state: null }
      },
    } satisfies ObservationCapability,
  } satisfies Provider
}

function metarUrl(baseUrl: URL, { south, west, north, east }: Box): URL {
  return buildUrlBelow(baseUrl, '/api/data/metar', `bbox=${[south, west, north, east].join(',')}&format=json`)
}

const SETTINGS = {
  baseUrl: { kind: 'url', default: 'https://aviationweather.gov', meaning: 'Aviation Weather Center (METARs)' },
} as const

export const aviationWeather: ProviderDefinition<typeof SETTINGS> = {
  id: SOURCE,
  settings: SETTINGS,
  open: ({ settings }) => createAviationWeather(settings),
}
