import type { Cell } from '../../domain/cell.ts'
import { type PaidCalls, type Product, ProviderFailure, type ProviderFailureKind, type UpstreamAnswer } from '../provider.ts'
import { isObject, parseJson, textOf } from './json.ts'

/** Answers echo the coordinates; older ones of Current weather 2.5 are those of the nearest town. */
export const GRID_KM = 30

/** One Call 3.0 and 4.0, billed per call to one account; the operator sets its limits. */
export const ONE_CALL: Product = { id: 'openweather/onecall', weight: 1, budget: 'weather' }

/** The URL of a resource. It contains the key (no header form is documented), so it is a secret. */
export function resourceUrl(baseUrl: URL, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  url.search = new URLSearchParams(query).toString()
  return url
}

/** The query common to all weather resources: metric units are the canonical ones, and descriptions are our own. */
export function weatherQuery({ lat, lon }: Cell, key: string): Record<string, string> {
  return { lat: String(lat), lon: String(lon), units: 'metric', lang: 'en', appid: key }
}

/**
 * One paid call; the parsed body of a 200 and its headers.
 * @throws ProviderFailure
 */
export async function fetchJson(
  product: Product,
  url: URL,
  calls: PaidCalls,
): Promise<{ readonly body: unknown; readonly headers: UpstreamAnswer['headers'] }> {
  const { status, headers, body } = await calls.get({ product, url })
  const json = parseJson(body)
  if (status !== 200) throw failure(failureKind(status, json), status)
  if (json === undefined) throw failure('invalid_body', status)
  return { body: json, headers }
}

/** The status decides; only a 401 has two causes, which its message distinguishes. `cod` is a number or a string and is not read. */
export function failureKind(status: number, json: unknown): ProviderFailureKind {
  if (status === 401) {
    const message = isObject(json) ? textOf(json['message']) : ''
    return /subscription/i.test(message) ? 'no_subscription' : 'refused_key'
  }
  if (status === 403) return 'refused_key'
  if (status === 404) return 'not_found'
  if (status === 429) return 'quota'
  return status >= 500 ? 'unavailable' : 'rejected'
}

/** The message never quotes the upstream: an error text may echo the URL. */
export function failure(kind: ProviderFailureKind, status?: number): ProviderFailure {
  return new ProviderFailure(kind, `OpenWeather: ${kind}${status === undefined ? '' : `, status ${status}`}`, { status })
}

/** Simulated data is marked by a header. */
export function isSimulated(headers: UpstreamAnswer['headers']): boolean {
  return headers['x-simulated'] !== undefined
}
