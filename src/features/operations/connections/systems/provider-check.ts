import { type PaidCalls, type Product, ProviderFailure, type ProviderFailureKind, type WeatherCapability } from '@isobar/providers/port'
import { toCell } from '@isobar/weather'
import type { CallContext, Meter } from '../../../../gateway/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { CheckUnpaid, KeyRefused, type StoredKey } from '../keys.ts'
import { type CallsVerdict, CheckFailed, type CheckOccasion } from '../system.ts'

/**
 * One paid call for an admin, or a probe: recorded in the ledger like every other, but past an open circuit breaker, which the old key may have caused.
 */
async function askProvider<T>(
  meter: Meter,
  { requestId, isProbe = false }: CheckOccasion,
  work: (calls: PaidCalls) => Promise<T>,
): Promise<T> {
  const context: CallContext = {
    cause: isProbe ? 'refresh' : 'admin',
    trigger: isProbe ? 'probe' : 'admin_check',
    requestId,
    cellId: null,
    client: null,
    caller: isProbe ? 'job' : 'person',
    purpose: 'probe',
    spend: { calls: 0, closed: false },
  }
  return meter.run(context, work)
}

/** Same, with what came, and failures as CheckFailed, in words for people. */
export async function checkProvider(meter: Meter, occasion: CheckOccasion, work: (calls: PaidCalls) => Promise<string>): Promise<string> {
  try {
    return `Responding normally: ${await askProvider(meter, occasion, work)}`
  } catch (error) {
    throw error instanceof ProviderFailure ? new CheckFailed(describeFailure(error.kind), { cause: error }) : error
  }
}

/** A place that every plan covers. */
const SOMEWHERE = toCell(51.48, 0)

/** Tries a key before it is used, with a call to the provider. */
export function buildWeatherKeyCheck(
  { meter, clock }: { readonly meter: Meter; readonly clock: Clock },
  weatherWith: (key: string) => WeatherCapability,
): StoredKey['verify'] {
  return async (key, occasion) => {
    try {
      await askProvider(meter, occasion, (calls) => weatherWith(key).fetch(SOMEWHERE, ['current'], calls, clock.now()))
      return 'Responding normally'
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      const { kind, retryAfterSeconds = 60 } = error
      if (kind === 'refused_key' || kind === 'no_subscription') throw new KeyRefused(describeFailure(kind), { cause: error })
      throw kind === 'budget_spent' ? new CheckUnpaid(retryAfterSeconds) : new CheckFailed(describeFailure(kind), { cause: error })
    }
  }
}

/**
 * The verdict of a provider's latest calls. Occasional failures do not count; it is failing when all of the last calls failed, and at once
 * when it refuses our credentials.
 */
export async function judgeLatestCalls(meter: Meter, product: Product, sinceMs: number): Promise<CallsVerdict | null> {
  const calls = await meter.latestCalls(product, sinceMs)
  const last = calls[0]
  if (last === undefined) return null
  const isRefusal = last.outcome === 'refused_key' || last.outcome === 'no_subscription' || last.outcome === 'quota'
  const failed = calls.filter(({ outcome }) => !isAnswer(outcome))
  const ok = !isRefusal && failed.length < calls.length
  const shared = { ok, at: last.startedAt, latencyMs: last.durationMs }
  if (!ok) return { ...shared, message: describeFailure(failed[0]!.outcome as ProviderFailureKind) }
  return { ...shared, message: isAnswer(last.outcome) ? 'Responding normally' : 'Responding, although the last call failed' }
}

/** A place without weather is an answer, not a failure. */
function isAnswer(outcome: ProviderFailureKind | 'ok'): boolean {
  return outcome === 'ok' || outcome === 'not_found'
}

const TEXTS: Readonly<Record<ProviderFailureKind, string>> = {
  not_configured: 'No key is set',
  refused_key: 'The key was rejected; a new key may take up to two hours to become active',
  no_subscription: 'The key does not include the plan that is configured',
  not_found: 'No data for the requested place',
  quota: 'The provider’s rate limit is reached',
  budget_spent: 'Not checked: the budget is used up',
  circuit_open: 'Paused after repeated failures',
  not_wanted: 'Not checked',
  timeout: 'Timed out',
  network: 'Connection failed',
  rejected: 'The request was rejected',
  unavailable: 'Out of service',
  too_large: 'The response was too large',
  invalid_body: 'The response was not usable',
}

/** A failure in words for people. */
export function describeFailure(kind: ProviderFailureKind): string {
  return TEXTS[kind]
}
