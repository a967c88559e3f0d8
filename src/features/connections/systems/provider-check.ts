import type { CallContext, Meter } from '../../../gateway/index.ts'
import { ProviderFailure, type ProviderFailureKind, type PaidCalls } from '../../../providers/provider.ts'
import { CheckFailed, type CheckOccasion } from '../system.ts'

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
