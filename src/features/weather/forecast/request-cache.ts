import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import type { CachedAnswer } from '../../../platform/http/bytes/cached-answers.ts'
import type { Answer, WeatherRequest } from './answer.ts'
import { retainedBytes } from './rendering.ts'

/** A request that was answered before, by its raw URL: it need not be parsed and validated again. */
export interface CachedRequest {
  readonly request: WeatherRequest
  /** The last answer, and its bytes for each second. */
  readonly answer: Answer
  readonly bytesAt: (now: number) => CachedAnswer
}

const ENTRY_BYTES = 1_000
/** Long URLs contain unknown parameters; they are not worth caching. */
const MAX_URL_LENGTH = 300

/**
 * Bounded by the bytes that the entries retain: the rendering with its record and compressed form, and the current second's copies of both
 * forms, as bytes and as strings of bytes.
 */
export function createRequestCache(maxBytes: number) {
  const requests = createMemoryCache<string, CachedRequest>(
    'requests',
    maxBytes,
    ({ answer }, url) => ENTRY_BYTES + url.length * 2 + retainedBytes(answer.rendering) + Math.ceil(answer.rendering.tail.length * 2.5),
  )
  return {
    get: (url: string): CachedRequest | undefined => requests.get(url),
    set(url: string, entry: CachedRequest): void {
      if (url.length <= MAX_URL_LENGTH) requests.set(url, entry)
    },
  }
}
