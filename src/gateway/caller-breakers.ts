import type { Breaker } from '../platform/upstream/breaker.ts'
import type { ProviderFailureKind } from '../providers/provider.ts'

/** The circuit breakers of a product: what fails for crawlers and jobs holds no person back. */
export interface CallerBreakers {
  readonly people: Breaker
  readonly others: Breaker
}

const KEY_HOLD_MS = 60_000
const QUOTA_HOLD_MS = 60_000

/** People's calls teach both breakers; of the others' calls people's breaker hears only good news. */
export function judgeCall(
  { people, others }: CallerBreakers,
  cheap: boolean,
  kind: ProviderFailureKind | 'ok',
  retryAfterSeconds: number | undefined,
): void {
  judge(others, kind, retryAfterSeconds)
  if (!cheap || isHealthy(kind)) judge(people, kind, retryAfterSeconds)
}

/** Whether the provider answered as it should: a place without weather is an answer, and a rejected request our fault. */
function isHealthy(kind: ProviderFailureKind | 'ok'): boolean {
  return kind === 'ok' || kind === 'not_found' || kind === 'rejected'
}

/** What an outcome says about the product's health: a refused key or a block is not asked again for a while, a 404 is no fault. */
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
