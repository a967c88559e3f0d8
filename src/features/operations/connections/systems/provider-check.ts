import type { CallContext, Meter } from '../../../../gateway/index.ts'
import { type PaidCalls, type Product, ProviderFailure, type ProviderFailureKind } from '../../../../providers/provider.ts'
import { type CallsVerdict, CheckFailed, type CheckOccasion } from '../system.ts'

/** One paid call that an admin asks for: in the ledger like every other, past a circuit breaker that may hold the key to blame. */
export async function askProvider<T>(meter: Meter, { requestId }: CheckOccasion, work: (calls: PaidCalls) => Promise<T>): Promise<T> {
  const context: CallContext = {
    cause: 'admin',
    trigger: 'admin_check',
    requestId,
    cellId: null,
    client: null,
    background: false,
    probe: true,
    spend: { calls: 0, closed: false },
  }
  return meter.run(context, work)
}

/** The same as a check: what a failure means, for people. */
export async function checkProvider(meter: Meter, occasion: CheckOccasion, work: (calls: PaidCalls) => Promise<unknown>): Promise<string> {
  try {
    await askProvider(meter, occasion, work)
    return 'It answered as it should'
  } catch (error) {
    throw error instanceof ProviderFailure ? new CheckFailed(failureText(error.kind), { cause: error }) : error
  }
}

/**
 * What the latest calls say of a provider. One that failed now and then is not failing; one whose last calls all failed is, and one that
 * refuses us is at once.
 */
export async function verdictOfCalls(meter: Meter, product: Product, sinceMs: number): Promise<CallsVerdict | null> {
  const calls = await meter.latestCalls(product, sinceMs)
  const last = calls[0]
  if (last === undefined) return null
  const isRefusal = last.outcome === 'refused_key' || last.outcome === 'no_subscription' || last.outcome === 'quota'
  const failed = calls.filter(({ outcome }) => !isAnswer(outcome))
  const ok = !isRefusal && failed.length < calls.length
  const shared = { ok, at: last.startedAt, latencyMs: last.durationMs }
  if (!ok) return { ...shared, message: failureText(failed[0]!.outcome as ProviderFailureKind) }
  return { ...shared, message: isAnswer(last.outcome) ? 'It answered as it should' : 'It answers, though the last call failed' }
}

/** A place without weather is an answer. */
function isAnswer(outcome: ProviderFailureKind | 'ok'): boolean {
  return outcome === 'ok' || outcome === 'not_found'
}

const TEXTS: Readonly<Record<ProviderFailureKind, string>> = {
  not_configured: 'There is no key',
  refused_key: 'It refuses the key; a new key may take up to two hours to become active',
  no_subscription: 'The key lacks the subscription that WEATHER_PROVIDER_PLAN names',
  not_found: 'It answered that there is nothing at the place that was asked for',
  quota: 'It blocks calls: its own limit is reached',
  budget_spent: 'The budget is spent, so it was not asked',
  circuit_open: 'It is resting after failures',
  not_wanted: 'It was not asked',
  timeout: 'There was no whole answer in time',
  network: 'The connection failed',
  rejected: 'It rejected the request',
  unavailable: 'It is out of order',
  too_large: 'Its answer was too large',
  invalid_body: 'Its answer could not be used',
}

export function failureText(kind: ProviderFailureKind): string {
  return TEXTS[kind]
}
