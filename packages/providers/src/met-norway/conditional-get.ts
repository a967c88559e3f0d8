import { DAY_MS, HOUR_MS, MINUTE_MS } from '@isobar/weather'
import { toAnswerFailure, isSimulated, toFailureKind } from '../fetch-json.ts'
import { isObject, readNumber, parseJson } from '../json.ts'
import type { PaidCalls, ProviderFailureKind, SharedMemory, UpstreamAnswer, UpstreamRequest } from '../provider.ts'

/** What the service last sent. */
interface StoredBody {
  /** The parsed body. */
  readonly body: unknown
  readonly simulated: boolean
  /** `Last-Modified`, as sent. */
  readonly modified: string | null
  /** Until when it is the newest, epoch milliseconds; 0 if the service did not say. */
  readonly expiresMs: number
}

/** How long after its end a body is kept, to be confirmed: the forecasts of most of the world are renewed every six hours. */
const CONFIRMABLE_MS = 6 * HOUR_MS

/** A decoded body, and whether it is simulated. */
export interface Decoded<T> {
  readonly value: T
  readonly simulated: boolean
}

export interface ConditionalGetOptions {
  readonly name: string
  /** Where the bodies are. */
  readonly memory: SharedMemory
}

/**
 * Calls by the terms of the service: none before `Expires`, then with `If-Modified-Since`. What it sent stands until then: it is returned
 * without a call, on every node. What the memory has forgotten is called for without a condition.
 */
export function createConditionalGet({ name, memory }: ConditionalGetOptions) {
  async function store(key: string, stored: StoredBody, nowMs: number): Promise<void> {
    if (stored.modified === null && stored.expiresMs === 0) return
    await memory.put(key, stored, Math.max(stored.expiresMs, nowMs) + CONFIRMABLE_MS)
  }

  /**
   * What the URL has, decoded. `decode` returns null for a body that is of no use, which is not stored.
   * @throws ProviderFailure
   */
  return async function get<T>(
    calls: PaidCalls,
    request: UpstreamRequest,
    nowMs: number,
    decode: (body: unknown) => T | null,
  ): Promise<Decoded<T>> {
    function decoded({ body, simulated }: StoredBody, answer?: UpstreamAnswer): Decoded<T> {
      const value = decode(body)
      if (value === null) throw toAnswerFailure(name, 'invalid_body', answer, nowMs)
      return { value, simulated }
    }

    const key = request.url.href
    const stored = parseStoredBody(await memory.get(key), nowMs)
    if (stored !== null && nowMs < stored.expiresMs) return decoded(stored)
    const modified = stored?.modified ?? null
    const headers = { ...request.headers, ...(modified === null ? {} : { 'if-modified-since': modified }) }
    const answer = await calls.get({ ...request, headers })
    const expiresMs = expiryOf(answer, nowMs)
    if (answer.status === 304 && stored !== null) {
      await store(key, { ...stored, expiresMs }, nowMs)
      return decoded(stored)
    }
    // 203: this version of the product is about to be retired, and answers as before.
    if (answer.status !== 200 && answer.status !== 203) throw toAnswerFailure(name, kindOf(answer.status), answer, nowMs)
    const { 'last-modified': sent } = answer.headers
    const fresh: StoredBody = {
      body: parseJson(answer.body),
      simulated: isSimulated(answer.headers),
      modified: typeof sent === 'string' ? sent : null,
      expiresMs,
    }
    const result = decoded(fresh, answer)
    await store(key, fresh, nowMs)
    return result
  }
}

/** What the memory holds; null if this program cannot have written it: nobody waits for longer than a day because of it. */
function parseStoredBody(value: unknown, nowMs: number): StoredBody | null {
  if (!isObject(value)) return null
  const { body, simulated, modified = null } = value
  const expiresMs = readNumber(value['expiresMs'])
  if (expiresMs === null || expiresMs > nowMs + DAY_MS || typeof simulated !== 'boolean') return null
  if (modified !== null && !(typeof modified === 'string' && !Number.isNaN(Date.parse(modified)))) return null
  return { body, simulated, modified, expiresMs }
}

/** 422: outside the area of Nowcast's radar. */
function kindOf(status: number): ProviderFailureKind {
  return status === 422 ? 'not_found' : toFailureKind(status)
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
