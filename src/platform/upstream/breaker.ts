import type { Clock } from '../clock.ts'

export interface BreakerOptions {
  readonly clock: Clock
  /** Failures in a row that open it. */
  readonly failureThreshold?: number
  /** First rest after opening; each failed probe doubles it, up to `maxOpenMs`. Longer than a call may take. */
  readonly openMs?: number
  readonly maxOpenMs?: number
  /** 0 ≤ x < 1, so that nodes do not all probe at once. */
  readonly random?: () => number
}

export type BreakerEntry = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterMs: number }

export type BreakerState = 'closed' | 'open' | 'half_open'

/**
 * A circuit breaker: closed, it lets calls through; after too many failures in a row it is open and lets none through for a rest;
 * then half open, where one call probes. Whoever `enter`s tells the outcome by one of succeed, fail, hold or abandon.
 */
export interface Breaker {
  enter(): BreakerEntry
  succeed(): void
  fail(): void
  /** Rests for at least so long, whatever was counted: the key is refused, or the quota is used up. */
  hold(ms: number): void
  /** The call was not made after all. */
  abandon(): void
  state(): BreakerState
}

const DEFAULTS = { failureThreshold: 5, openMs: 5_000, maxOpenMs: 300_000, random: Math.random }
/** A probe whose outcome is never told stops counting as one after this. */
const PROBE_LOST_MS = 30_000
const MAX_DOUBLINGS = 20

export function createBreaker(options: BreakerOptions): Breaker {
  const { clock, failureThreshold, openMs, maxOpenMs, random } = { ...DEFAULTS, ...options }
  let failures = 0
  /** Rests in a row that ended with a failed probe. */
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

  /** Up to half as long again, by chance. */
  function rest(): number {
    return Math.min(maxOpenMs, openMs * 2 ** Math.min(failedProbes, MAX_DOUBLINGS)) * (1 + random() / 2)
  }

  return {
    enter() {
      const now = clock.now()
      if (openUntil === null) return { allowed: true }
      // A clock that was set back must not lengthen the rest.
      openUntil = Math.min(openUntil, now + longestWaitMs)
      if (now < openUntil) return { allowed: false, retryAfterMs: openUntil - now }
      if (probeSince !== null && now - probeSince < PROBE_LOST_MS) return { allowed: false, retryAfterMs: openMs }
      probeSince = now
      return { allowed: true }
    },
    succeed() {
      failures = 0
      // A straggler from before it opened proves nothing about now.
      if (state() === 'open') return
      openUntil = null
      probeSince = null
      failedProbes = 0
    },
    fail() {
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
    hold: open,
    abandon() {
      probeSince = null
    },
    state,
  }
}
