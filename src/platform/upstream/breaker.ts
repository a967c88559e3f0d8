import { MINUTE_MS, computeAgeMs } from '../../time.ts'
import { computeBackoffMs } from '../backoff.ts'
import type { Clock } from '../clock.ts'

export interface BreakerOptions {
  readonly clock: Clock
  /** Failures in a row that open it. */
  readonly failureThreshold?: number
  /** First open period; each failed probe doubles it, up to `maxOpenMs`. Must be longer than a call may take. */
  readonly openMs?: number
  readonly maxOpenMs?: number
  /** 0 ≤ x < 1, so that nodes do not all probe at once. */
  readonly random?: () => number
}

export type BreakerEntry = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterMs: number }

export type BreakerState = 'closed' | 'open' | 'half_open'

/**
 * A circuit breaker. Closed, it lets calls through; after too many consecutive failures it opens and lets none through for a while; then it
 * is half open and lets one call probe. A caller that `enter`s reports the outcome with one of succeed, fail, hold or abandon.
 */
export type Breaker = ReturnType<typeof createBreaker>

const DEFAULTS = { failureThreshold: 5, openMs: 5_000, maxOpenMs: 5 * MINUTE_MS, random: Math.random }
/** A probe whose outcome is never reported stops blocking others after this. */
const PROBE_LOST_MS = 30_000

/** A closed breaker; by default 5 failures open it for 5 s, at most 300 s (before jitter). */
export function createBreaker(options: BreakerOptions) {
  const { clock, failureThreshold, openMs, maxOpenMs, random } = { ...DEFAULTS, ...options }
  let failures = 0
  /** Consecutive open periods that ended with a failed probe. */
  let failedProbes = 0
  /** Open until then; null: closed. */
  let openUntil: number | null = null
  let longestWaitMs = 0
  let probeSince: number | null = null

  function state(): BreakerState {
    if (openUntil === null) return 'closed'
    return clock.now() < openUntil ? 'open' : 'half_open'
  }

  function open(forMs: number): void {
    openUntil = Math.max(openUntil ?? 0, clock.now() + forMs)
    longestWaitMs = Math.max(openUntil - clock.now(), forMs)
    probeSince = null
    failures = 0
  }

  /** The next open period in milliseconds, with up to 50% random jitter. */
  function rest(): number {
    return computeBackoffMs(openMs, maxOpenMs, failedProbes) * (1 + random() / 2)
  }

  return {
    enter(): BreakerEntry {
      const now = clock.now()
      if (openUntil === null) return { allowed: true }
      // A clock that was set back must not extend the open period.
      openUntil = Math.min(openUntil, now + longestWaitMs)
      if (now < openUntil) return { allowed: false, retryAfterMs: openUntil - now }
      if (probeSince !== null && computeAgeMs(probeSince, now) < PROBE_LOST_MS) return { allowed: false, retryAfterMs: openMs }
      probeSince = now
      return { allowed: true }
    },
    succeed(): void {
      failures = 0
      // A late success of a call from before the breaker opened proves nothing.
      if (state() === 'open') return
      openUntil = null
      probeSince = null
      failedProbes = 0
    },
    fail(): void {
      const current = state()
      if (current === 'open') return
      if (current === 'half_open') {
        failedProbes++
        open(rest())
        return
      }
      failures++
      if (failures >= failureThreshold) open(rest())
    },
    /** Opens for at least `ms`, whatever the failure count: the key was rejected, or the quota is used up. */
    hold: open,
    /** The call was not made after all. */
    abandon(): void {
      probeSince = null
    },
    state,
  }
}
