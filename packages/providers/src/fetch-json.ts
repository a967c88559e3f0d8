import { DAY_SECONDS } from '@isobar/weather'
import { parseJson } from './json.ts'
import { type PaidCalls, ProviderFailure, type ProviderFailureKind, type UpstreamAnswer, type UpstreamRequest } from './provider.ts'

/** The kind of a failure by its status alone, for services whose statuses mean what they say. */
export function toFailureKind(status: number): ProviderFailureKind {
  if (status === 401 || status === 403) return 'refused_key'
  if (status === 404) return 'not_found'
  if (status === 429) return 'quota'
  return status >= 500 ? 'unavailable' : 'rejected'
}

/**
 * The seconds of a `Retry-After` header, whether it counts or names a time; undefined if it is missing, past, or more than a day. Without `nowMs`, a
 * time is ignored.
 */
export function retryAfterSeconds(headers: UpstreamAnswer['headers'], nowMs = 0): number | undefined {
  const sent = headers['retry-after']
  if (typeof sent !== 'string') return undefined
  const seconds = /^\d+$/.test(sent.trim()) ? Number(sent) : Math.ceil((Date.parse(sent) - nowMs) / 1_000)
  return seconds >= 0 && seconds <= DAY_SECONDS ? seconds : undefined
}

/** The failure of an answer by kind; the message names the service, and never quotes it: an error text may echo the URL. */
export function toAnswerFailure(
  name: string,
  kind: ProviderFailureKind,
  answer?: Pick<UpstreamAnswer, 'status' | 'headers'>,
  nowMs?: number,
  quotaSeconds?: number,
): ProviderFailure {
  const status = answer?.status
  return new ProviderFailure(kind, `${name}: ${kind}${status === undefined ? '' : `, status ${status}`}`, {
    status,
    retryAfterSeconds: kind === 'quota' && answer !== undefined ? (quotaSeconds ?? retryAfterSeconds(answer.headers, nowMs)) : undefined,
  })
}

/** The JSON body of a 200 and the headers that came with it. */
export interface JsonAnswer {
  readonly status: 200
  readonly body: unknown
  readonly headers: UpstreamAnswer['headers']
}

/** What `fetchJson` needs to know about a service. */
export interface JsonService {
  readonly name: string
  /** Reads the kind of a failure from the status and the parsed body; default: from the status alone. */
  readonly kindOf?: (status: number, body: unknown) => ProviderFailureKind
  /** Reads from the body of a `quota` when it ends, for services that do not say it in a header. */
  readonly quotaSeconds?: (body: unknown, nowMs: number) => number | undefined
}

/**
 * One paid call; the parsed body of a 200. `now` is epoch milliseconds; without it, a `Retry-After` that names a time is ignored.
 * @throws ProviderFailure
 */
export async function fetchJson(
  calls: PaidCalls,
  request: UpstreamRequest,
  { name, kindOf = toFailureKind, quotaSeconds }: JsonService,
  now?: number,
): Promise<JsonAnswer> {
  const answer = await calls.get(request)
  const body = parseJson(answer.body)
  if (answer.status !== 200) throw toAnswerFailure(name, kindOf(answer.status, body), answer, now, quotaSeconds?.(body, now ?? 0))
  if (body === undefined) throw toAnswerFailure(name, 'invalid_body', answer, now)
  return { status: 200, body, headers: answer.headers }
}

/** Whether the answer is marked as simulated. */
export function isSimulated(headers: UpstreamAnswer['headers']): boolean {
  return headers['x-simulated'] !== undefined
}

/** The URL of a path below a base, whose own path is kept; a query that is a text is sent as it is, commas and slashes too. */
export function buildUrlBelow(baseUrl: URL, path: string, query: string | Readonly<Record<string, string>> = {}): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  url.search = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  return url
}

/**
 * The key of a service that needs one, as it is now.
 * @throws ProviderFailure, `not_configured` without it
 */
export function requireKey(key: () => string | null, { name }: JsonService): string {
  const current = key()
  if (current === null) throw toAnswerFailure(name, 'not_configured')
  return current
}
