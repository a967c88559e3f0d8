import { setTimeout as sleep } from 'node:timers/promises'
import type { RawAnswer } from '../../../platform/upstream/exchange.ts'

/** Rate limit for calls to an upstream: evenly spaced below its usual rate, adjusted by its response headers. */
export interface Pace {
  /** Resolves when the next call may be made; rejects with the signal's reason. */
  turn(signal: AbortSignal): Promise<void>
  /** Adjusts to a response's `ratelimit-remaining`, `ratelimit-reset` and `retry-after` (seconds). */
  heed(answer: Pick<RawAnswer, 'status' | 'headers'>): void
  /** Seconds until the next call may be made; at least 1. */
  waitSeconds(): number
}

const MAX_WAIT_SECONDS = 3_600

/** `perSecond`: calls per second without other instructions. */
export function createPace(perSecond: number): Pace {
  const gapMs = 1_000 / perSecond
  let freeAt = 0

  return {
    async turn(signal) {
      signal.throwIfAborted()
      const now = performance.now()
      const at = Math.max(now, freeAt)
      freeAt = at + gapMs
      if (at > now) {
        await sleep(at - now, undefined, { signal }).catch(() => undefined)
        signal.throwIfAborted()
      }
    },
    heed({ status, headers }) {
      const isOut = headers['ratelimit-remaining'] === '0'
      if (status !== 429 && !isOut) return
      const told = Number(headers['retry-after'] ?? headers['ratelimit-reset'] ?? 1)
      const seconds = Number.isFinite(told) && told >= 0 ? Math.min(told, MAX_WAIT_SECONDS) : 1
      freeAt = Math.max(freeAt, performance.now() + seconds * 1_000)
    },
    waitSeconds: () => Math.max(1, Math.ceil((freeAt - performance.now()) / 1_000)),
  }
}
