import { setTimeout as sleep } from 'node:timers/promises'
import type { RawAnswer } from '../../../platform/upstream/exchange.ts'

/** Rate limit for calls to an upstream: evenly spaced below its usual rate, adjusted by its response headers. */
export type Pace = ReturnType<typeof createPace>

const MAX_WAIT_SECONDS = 3_600

/** `perSecond`: calls per second without other instructions. */
export function createPace(perSecond: number) {
  const gapMs = 1_000 / perSecond
  let freeAt = 0

  return {
    /** Resolves when the next call may be made; rejects with the signal's reason. */
    async turn(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted()
      const now = performance.now()
      const at = Math.max(now, freeAt)
      freeAt = at + gapMs
      if (at > now) {
        await sleep(at - now, undefined, { signal }).catch(() => undefined)
        signal.throwIfAborted()
      }
    },
    /** Adjusts to a response's `ratelimit-remaining`, `ratelimit-reset` and `retry-after` (seconds). */
    heed({ status, headers }: Pick<RawAnswer, 'status' | 'headers'>): void {
      const isOut = headers['ratelimit-remaining'] === '0'
      if (status !== 429 && !isOut) return
      const told = Number(headers['retry-after'] ?? headers['ratelimit-reset'] ?? 1)
      const seconds = Number.isFinite(told) && told >= 0 ? Math.min(told, MAX_WAIT_SECONDS) : 1
      freeAt = Math.max(freeAt, performance.now() + seconds * 1_000)
    },
    /** Seconds until the next call may be made; at least 1. */
    waitSeconds: (): number => Math.max(1, Math.ceil((freeAt - performance.now()) / 1_000)),
  }
}
