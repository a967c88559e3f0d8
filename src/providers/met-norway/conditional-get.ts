import { LRUCache } from 'lru-cache'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts'
import { answerFailure, isSimulated, kindOfStatus } from '../fetch-json.ts'
import type { PaidCalls, ProviderFailureKind, UpstreamAnswer, UpstreamRequest } from '../provider.ts'

/** A body as the service last sent it. */
export interface StoredBody {
  readonly body: Buffer
  readonly simulated: boolean
  /** `Last-Modified`, as sent. */
  readonly modified: string | null
  /** Until when it is the newest, epoch milliseconds; 0 if the service did not say. */
  readonly expiresMs: number
}

/** Some hundred bodies of Locationforecast, which have 30 to 90 kB. */
const MAX_BYTES = 8 * 1024 * 1024

export interface ConditionalGetOptions {
  readonly name: string
  /** Resolves when a call may begin. */
  readonly turn: () => Promise<void>
}

/**
 * Calls by the terms of the service: none before `Expires`, then with `If-Modified-Since`. What it sent stands until then: it is returned
 * without a call. This process remembers 8 MB of bodies; without one, a call is unconditional.
 */
export function createConditionalGet({ name, turn }: ConditionalGetOptions) {
  const bodies = new LRUCache<string, StoredBody>({ maxSize: MAX_BYTES, sizeCalculation: ({ body }) => Math.max(1, body.length) })

  /**
   * The body of the URL. `accepts` is asked before a body is stored.
   * @throws ProviderFailure
   */
  return async function get(
    calls: PaidCalls,
    request: UpstreamRequest,
    nowMs: number,
    accepts: (body: Buffer) => boolean,
  ): Promise<StoredBody> {
    const key = request.url.href
    const stored = bodies.get(key)
    if (stored !== undefined && nowMs < stored.expiresMs) return stored
    await turn()
    const modified = stored?.modified ?? null
    const headers = { ...request.headers, ...(modified === null ? {} : { 'if-modified-since': modified }) }
    const answer = await calls.get({ ...request, headers })
    const expiresMs = expiryOf(answer, nowMs)
    if (answer.status === 304 && stored !== undefined) {
      const confirmed = { ...stored, expiresMs }
      bodies.set(key, confirmed)
      return confirmed
    }
    // 203: this version of the product is about to be retired, and answers as before.
    if (answer.status !== 200 && answer.status !== 203) throw answerFailure(name, kindOf(answer.status), answer, nowMs)
    if (!accepts(answer.body)) throw answerFailure(name, 'invalid_body', answer, nowMs)
    const { 'last-modified': sent } = answer.headers
    const fresh = { body: answer.body, simulated: isSimulated(answer.headers), modified: typeof sent === 'string' ? sent : null, expiresMs }
    bodies.set(key, fresh)
    return fresh
  }
}

/** 422: outside the area of Nowcast's radar. */
function kindOf(status: number): ProviderFailureKind {
  return status === 422 ? 'not_found' : kindOfStatus(status)
}

/**
 * When the next call is allowed, by our clock: the service's own may differ. More than a day is ignored. The terms ask for no calls on the
 * full hour, when many programs make theirs: in its first minute, nothing expires.
 */
function expiryOf({ headers }: UpstreamAnswer, nowMs: number): number {
  const expires = Date.parse(String(headers['expires']))
  const served = Date.parse(String(headers['date']))
  const forMs = expires - (Number.isNaN(served) ? nowMs : served)
  if (!(forMs > 0 && forMs < DAY_MS)) return 0
  const untilMs = nowMs + forMs
  return untilMs % HOUR_MS < MINUTE_MS ? untilMs - (untilMs % HOUR_MS) + MINUTE_MS : untilMs
}
