import type { ProviderFailureKind } from '@isobar/providers/port'
import type { Breaker } from '../platform/upstream/breaker.ts'
import { MINUTE_MS } from '../time.ts'
import { type Caller, POLICIES, RANKS } from './policy.ts'

/** The circuit breakers of a product, one for each rank of callers. */
export type CallerBreakers = readonly Breaker[]

/** Breakers that are all closed. */
export function createCallerBreakers(newBreaker: () => Breaker): CallerBreakers {
  return RANKS.map(newBreaker)
}

/** The breaker that decides on the calls of this caller. */
export function selectCallerBreaker(breakers: CallerBreakers, caller: Caller): Breaker {
  return breakers[POLICIES[caller].rank] as Breaker
}

const KEY_HOLD_MS = MINUTE_MS
const QUOTA_HOLD_MS = MINUTE_MS

/** A failure counts for the breakers of the caller's rank and those after it, a success for all of them. */
export function judgeCallerBreaker(
  breakers: CallerBreakers,
  caller: Caller,
  kind: ProviderFailureKind | 'ok',
  retryAfterSeconds: number | undefined,
): void {
  for (const [rank, breaker] of breakers.entries())
    if (rank >= POLICIES[caller].rank || isHealthy(kind)) judge(breaker, kind, retryAfterSeconds)
}

/** Whether the provider is healthy: a place without weather is an answer, and a rejected request is our fault. */
export function isHealthy(kind: ProviderFailureKind | 'ok'): boolean {
  return kind === 'ok' || kind === 'not_found' || kind === 'rejected'
}

/** Feeds an outcome to a breaker: a refused key or a block opens it for a while, a 404 is not a fault. */
function judge(breaker: Breaker, kind: ProviderFailureKind | 'ok', retryAfterSeconds: number | undefined): void {
  if (isHealthy(kind)) return breaker.succeed()
  switch (kind) {
    case 'refused_key':
    case 'no_subscription':
      return breaker.hold(KEY_HOLD_MS)
    case 'quota':
      return breaker.hold(Math.max(QUOTA_HOLD_MS, (retryAfterSeconds ?? 0) * 1000))
    default:
      return breaker.fail()
  }
}
