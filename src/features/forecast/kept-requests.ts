import { LRUCache } from 'lru-cache'
import type { Answer, WeatherRequest } from './answer.ts'
import type { Moment } from './moment.ts'

/** A request that was answered before, under its raw URL: it need not be parsed and checked again. */
export interface KeptRequest {
  readonly request: WeatherRequest
  /** The answer given last, and its bytes from second to second. */
  answer: Answer
  momentAt: (now: number) => Moment
}

/** Long URLs carry parameters that we do not know; they are not worth keeping. */
const MAX_URL_LENGTH = 300

export interface KeptRequests {
  get(url: string): KeptRequest | undefined
  set(url: string, kept: KeptRequest): void
}

export function createKeptRequests(max: number): KeptRequests {
  const kept = new LRUCache<string, KeptRequest>({ max })
  return {
    get: (url) => kept.get(url),
    set(url, entry) {
      if (url.length <= MAX_URL_LENGTH) kept.set(url, entry)
    },
  }
}
