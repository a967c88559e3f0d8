import { cellOf, type Cell } from '../../domain/cell.ts'
import {
  type Provider,
  type ProviderDefinition,
  type PaidCalls,
  type Product,
  ProviderFailure,
  type ProviderFailureKind,
  type UpstreamAnswer,
} from '../provider.ts'
import { isCovered } from './coverage.ts'
import { isObject, parseJson, textOf } from './json.ts'
import { nwsObservations } from './observations.ts'
import { decodeCollection } from './schema.ts'
import { SOURCE, transformMessages } from './transform.ts'
import { createWeather } from './weather.ts'

export interface NwsOptions {
  /** `https://api.weather.gov`, or a substitute. */
  readonly baseUrl: URL
}

const KANSAS = cellOf(39.11, -94.63)

/** The US National Weather Service: forecasts and official alerts in the United States. Needs no key. */
export function createNws({ baseUrl }: NwsOptions) {
  return {
    id: SOURCE,
    attribution: {
      name: 'US National Weather Service',
      text: 'Data by the US National Weather Service',
      url: 'https://www.weather.gov/',
      license: 'Public domain',
    },
    coverage: 'us',
    weather: createWeather({ baseUrl, sample: KANSAS }),
    alerts: {
      product: ALERTS,
      configured: () => true,
      covers: isCovered,
      sample: KANSAS,
      async fetch(cell, calls) {
        const { body, headers } = await fetchAlerts(baseUrl, cell, calls)
        const messages = decodeCollection(body)
        if (messages === null) throw failure('invalid_body', 200)
        return { alerts: transformMessages(messages, cell.id), simulated: headers['x-simulated'] !== undefined }
      },
    },
    observations: nwsObservations(baseUrl, SOURCE),
  } satisfies Provider
}

const SETTINGS = {
  baseUrl: {
    kind: 'url',
    default: 'https://api.weather.gov',
    meaning: 'US National Weather Service: forecasts, and alerts, which are merged with those of the weather provider',
  },
  minuteLimit: {
    kind: 'limit',
    default: 600,
    meaning: 'Calls per minute to the forecasts of the National Weather Service; it publishes no limit',
  },
  dailyLimit: { kind: 'limit', default: 100_000, meaning: 'The same per day (UTC)' },
} as const

export const nws: ProviderDefinition<typeof SETTINGS> = {
  id: SOURCE,
  settings: SETTINGS,
  open: ({ settings }) => createNws(settings),
}

/** No limit is published. This one is a courtesy: ten places a second. */
export const ALERTS: Product = { id: 'nws/alerts', weight: 1, limits: { perMinute: 600 } }

/** The maintainers' advice when a limit is hit: "wait about 5 seconds". */
const QUOTA_RETRY_SECONDS = 5

/**
 * The active alerts at a point. A cell has two decimals, written without trailing zeros: more than four decimals or a trailing zero causes
 * a redirect. An unknown parameter is rejected.
 */
function alertsUrl(baseUrl: URL, { lat, lon }: Cell): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/alerts/active`
  url.search = `?status=actual&point=${lat},${lon}`
  return url
}

/**
 * One call; the parsed body of a 200 and its headers. The HTTP client sets the User-Agent, without which the service answers 403.
 * @throws ProviderFailure, `not_found` outside the coverage
 */
export async function fetchAlerts(
  baseUrl: URL,
  cell: Cell,
  calls: PaidCalls,
): Promise<{ readonly body: unknown; readonly headers: UpstreamAnswer['headers'] }> {
  const request = { product: ALERTS, url: alertsUrl(baseUrl, cell), headers: { accept: 'application/geo+json' } }
  const { status, headers, body } = await calls.get(request)
  const json = parseJson(body)
  if (status !== 200) throw failure(failureKind(status, json), status)
  if (json === undefined) throw failure('invalid_body', status)
  return { body: json, headers }
}

/** Outside the coverage the service answers 400 (404 on other resources); only the detail distinguishes that from a bad request. */
function failureKind(status: number, json: unknown): ProviderFailureKind {
  if (status === 404) return 'not_found'
  if (status === 400) return /out of bounds/i.test((isObject(json) && textOf(json['detail'])) || '') ? 'not_found' : 'rejected'
  if (status === 403) return 'refused_key'
  if (status === 429) return 'quota'
  return status >= 500 ? 'unavailable' : 'rejected'
}

/** The message never quotes the upstream. */
export function failure(kind: ProviderFailureKind, status: number): ProviderFailure {
  const retryAfterSeconds = kind === 'quota' ? QUOTA_RETRY_SECONDS : undefined
  return new ProviderFailure(kind, `National Weather Service: ${kind}, status ${status}`, { status, retryAfterSeconds })
}
