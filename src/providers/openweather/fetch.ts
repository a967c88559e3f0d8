import { ProviderFailure } from '../provider.ts'
import type { PaidCalls, Product, ProviderFailureKind, UpstreamAnswer } from '../provider.ts'
import type { Cell } from '../../weather/cell.ts'
import { isObject, textOf } from './json.ts'

/** One Call 3.0, billed by call; its limits are the operator's. */
export const ONE_CALL: Product = { id: 'openweather/onecall', weight: 1 }

/** The one URL that fills every scope. It holds the key (no header form is documented), so it is a secret. */
function oneCallUrl(baseUrl: URL, cell: Cell, key: string): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/data/3.0/onecall`
  url.search = new URLSearchParams({ lat: String(cell.lat), lon: String(cell.lon), units: 'metric', lang: 'en', appid: key }).toString()
  return url
}

/**
 * One paid call; the parsed body of a 200 and its headers.
 * @throws ProviderFailure
 */
export async function fetchOneCall(
  baseUrl: URL,
  cell: Cell,
  key: string,
  calls: PaidCalls,
): Promise<{ readonly body: unknown; readonly headers: UpstreamAnswer['headers'] }> {
  const { status, headers, body } = await calls.get({ product: ONE_CALL, url: oneCallUrl(baseUrl, cell, key) })
  const json = parse(body)
  if (status !== 200) throw failure(failureKind(status, json), status)
  if (json === undefined) throw failure('invalid_body', status)
  return { body: json, headers }
}

/** Undefined where the body is not JSON: gateways answer in HTML. */
export function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** The status decides; only a 401 has two causes, which its message tells apart. `cod` is a number or a string and is not read. */
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
