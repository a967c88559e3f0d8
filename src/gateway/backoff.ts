import { type ProviderFailure, type ProviderFailureKind, withoutCause } from '@isobar/providers/port'
import { computeBackoffMs } from '../platform/backoff.ts'
import { createLruCache } from '../platform/cache/memory-cache.ts'
import type { Clock } from '../platform/clock.ts'
import { MINUTE_MS } from '../time.ts'
import type { CallContext } from './call-context.ts'
import { POLICIES, RANKS } from './policy.ts'

/** A backoff for each rank of callers, with delays of its own (`policy.ts`); a success (`clear`) ends all of them. */
export function createCallerBackoff(clock: Clock) {
  const byRank = RANKS.map(() => createFailureBackoff(clock))
  return {
    failureOf(key: string, { caller }: Pick<CallContext, 'caller'>): ProviderFailure | undefined {
      for (const backoff of byRank.slice(0, POLICIES[caller].rank + 1)) {
        const failure = backoff.failureOf(key)
        if (failure !== undefined) return failure
      }
      return undefined
    },
    note: (key: string, failure: ProviderFailure, { caller }: Pick<CallContext, 'caller'>): void =>
      byRank[POLICIES[caller].rank]?.note(key, failure),
    clear(key: string): void {
      for (const backoff of byRank) backoff.clear(key)
    },
  }
}

const FIRST_MS = 5_000
const LONGEST_MS = 10 * MINUTE_MS
const MAX_KEYS = 10_000
const KNOWN_ELSEWHERE: ReadonlySet<ProviderFailureKind> = new Set([
  'budget_spent',
  'circuit_open',
  'not_wanted',
  'refused_key',
  'no_subscription',
  'quota',
])

/**
 * Exponential backoff per key (a cell and its scopes). The circuit breaker guards against a provider that is down, this against one that
 * cannot answer for a place. Delays double from 5 s up to 10 min, with a jitter of ±25 %. Failures of the whole provider are ignored.
 */
export function createFailureBackoff(clock: Clock, random: () => number = Math.random) {
  const backedOff = createLruCache<string, { until: number; failures: number; failure: ProviderFailure }>(MAX_KEYS)
  return {
    /** The failure behind the key's backoff; undefined if it is not backed off. */
    failureOf(key: string): ProviderFailure | undefined {
      const entry = backedOff.get(key)
      // Setting the clock back must not lengthen the wait.
      const leftMs = entry === undefined ? 0 : entry.until - clock.now()
      return leftMs > 0 && leftMs <= LONGEST_MS * 1.25 ? entry?.failure : undefined
    },
    note(key: string, failure: ProviderFailure): void {
      // No call was made, or the fault is the provider's as a whole, which the breaker and the budget handle.
      if (KNOWN_ELSEWHERE.has(failure.kind)) return
      const earlier = backedOff.peek(key)?.failures ?? 0
      const ms = computeBackoffMs(FIRST_MS, LONGEST_MS, earlier)
      backedOff.set(key, { until: clock.now() + ms * (0.75 + random() / 2), failures: earlier + 1, failure: withoutCause(failure) })
    },
    clear(key: string): void {
      backedOff.delete(key)
    },
  }
}
