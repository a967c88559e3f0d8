import { DAY_SECONDS } from '../../time.ts'
import { type JsonAnswer, kindOfStatus } from '../fetch-json.ts'
import { isObject, parseJson } from '../json.ts'
import { type PaidCalls, type Product, ProviderFailure, type ProviderFailureKind } from '../provider.ts'

/**
 * One paid call; the parsed body of a 200 and its headers.
 * @throws ProviderFailure
 */
export async function fetchJson(product: Product, url: URL, calls: PaidCalls, nowMs: number): Promise<JsonAnswer> {
  const { status, headers, body } = await calls.get({ product, url })
  const json = parseJson(body)
  if (status !== 200) {
    const reason = isObject(json) && typeof json['reason'] === 'string' ? json['reason'] : ''
    throw failure(failureKind(status, reason), { status, retryAfterSeconds: status === 429 ? quotaSeconds(reason, nowMs) : undefined })
  }
  if (json === undefined) throw failure('invalid_body', { status })
  return { status, body: json, headers }
}

/**
 * The status decides. Only a 400 has several causes: a wrong key, a place without data, or a bad request. A redirect (the free host sends a
 * call with a key to the customer host) is not followed, because it would carry the key.
 */
function failureKind(status: number, reason: string): ProviderFailureKind {
  if (status === 400 && /api ?key/i.test(reason)) return 'refused_key'
  return status === 400 && /no data/i.test(reason) ? 'not_found' : kindOfStatus(status)
}

/** Seconds until the counter named in a 429 resets: there is no Retry-After. The daily one resets at 00:00 UTC. */
function quotaSeconds(reason: string, nowMs: number): number | undefined {
  const second = Math.floor(nowMs / 1_000)
  if (/concurrent/i.test(reason)) return 1
  if (/minute/i.test(reason)) return 60
  if (/hour/i.test(reason)) return 3_600 - (second % 3_600)
  return /daily|tomorrow/i.test(reason) ? DAY_SECONDS - (second % DAY_SECONDS) : undefined
}

/** The message never quotes the upstream: an error text may echo the URL. */
export function failure(
  kind: ProviderFailureKind,
  details: { status?: number | undefined; retryAfterSeconds?: number | undefined } = {},
): ProviderFailure {
  return new ProviderFailure(kind, `Open-Meteo: ${kind}${details.status === undefined ? '' : `, status ${details.status}`}`, details)
}
