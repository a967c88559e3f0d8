import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts'
import { answerFailure, isSimulated, kindOfStatus } from '../fetch-json.ts'
import type { PaidCalls, ProviderFailureKind, SharedMemory, UpstreamAnswer, UpstreamRequest } from '../provider.ts'

/** A body as the service last sent it. */
export interface StoredBody {
  readonly body: Buffer
  readonly simulated: boolean
  /** `Last-Modified`, as sent. */
  readonly modified: string | null
  /** Until when it is the newest, epoch milliseconds; 0 if the service did not say. */
  readonly expiresMs: number
}

/** How long after its end a body is kept, to be confirmed: the forecasts of most of the world are renewed every six hours. */
const CONFIRMABLE_MS = 6 * HOUR_MS
/** Bodies of Locationforecast have 30 to 90 kB, and a tenth of that compressed. */
const MAX_BYTES = 4 * 1024 * 1024

export interface ConditionalGetOptions {
  readonly name: string
  /** Resolves when a call may begin. */
  readonly turn: () => Promise<void>
  /** Where the bodies are. */
  readonly memory: SharedMemory
}

/**
 * Calls by the terms of the service: none before `Expires`, then with `If-Modified-Since`. What it sent stands until then: it is returned
 * without a call, on every node. What the memory has forgotten is called for without a condition.
 */
export function createConditionalGet({ name, turn, memory }: ConditionalGetOptions) {
  async function store(key: string, stored: StoredBody, nowMs: number): Promise<void> {
    if (stored.modified === null && stored.expiresMs === 0) return
    await memory.put(key, encode(stored), Math.max(stored.expiresMs, nowMs) + CONFIRMABLE_MS)
  }

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
    const stored = decode(await memory.get(key))
    if (stored !== null && nowMs < stored.expiresMs) return stored
    await turn()
    const modified = stored?.modified ?? null
    const headers = { ...request.headers, ...(modified === null ? {} : { 'if-modified-since': modified }) }
    const answer = await calls.get({ ...request, headers })
    const expiresMs = expiryOf(answer, nowMs)
    if (answer.status === 304 && stored !== null) {
      const confirmed = { ...stored, expiresMs }
      await store(key, confirmed, nowMs)
      return confirmed
    }
    // 203: this version of the product is about to be retired, and answers as before.
    if (answer.status !== 200 && answer.status !== 203) throw answerFailure(name, kindOf(answer.status), answer, nowMs)
    if (!accepts(answer.body)) throw answerFailure(name, 'invalid_body', answer, nowMs)
    const { 'last-modified': sent } = answer.headers
    const fresh = { body: answer.body, simulated: isSimulated(answer.headers), modified: typeof sent === 'string' ? sent : null, expiresMs }
    await store(key, fresh, nowMs)
    return fresh
  }
}

/** One line of what was sent with it, then the body, compressed. */
function encode({ body, ...head }: StoredBody): Buffer {
  return zstdCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]))
}

/** The inverse of `encode`; null for anything else. */
function decode(bytes: Buffer | null): StoredBody | null {
  if (bytes === null) return null
  try {
    const plain = zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES })
    const end = plain.indexOf(0x0a)
    const head = JSON.parse(plain.toString('utf8', 0, end)) as Omit<StoredBody, 'body'>
    return { ...head, body: plain.subarray(end + 1) }
  } catch {
    return null
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
