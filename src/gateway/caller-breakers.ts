import type { Breaker } from '../platform/upstream/breaker.ts'
import type { ProviderFailureKind } from '../providers/provider.ts'
import { MINUTE_MS } from '../time.ts'

/** The circuit breakers of a product: failures for crawlers and jobs do not hold a person back. */
export interface CallerBreakers {
  readonly people: Breaker
  readonly others: Breaker
}

const KEY_HOLD_MS = MINUTE_MS
const QUOTA_HOLD_MS = MINUTE_MS

/** People's calls count for both breakers; of all other calls only successes count for people's breaker. */
export function judgeCall(
  { people, others }: CallerBreakers,
  cheap: boolean,
  kind: ProviderFailureKind | 'ok',
  retryAfterSeconds: number | undefined,
): void {
  judge(others, kind, retryAfterSeconds)
  if (!cheap || isHealthy(kind)) judge(people, kind, retryAfterSeconds)
}

/** Whether the provider is healthy: a place without weather is an answer, and a rejected request is our fault. */
function isHealthy(kind: ProviderFailureKind | 'ok'): boolean {
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
