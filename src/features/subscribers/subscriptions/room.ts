import type { Kysely } from 'kysely'
import { createConfirmationService } from './confirmation.ts'
import type { Context } from './context.ts'
import { createPreferencePageService } from './preference-page-service.ts'
import type { SubscriptionDatabase } from './row-store.ts'
import { createSubscriptionService } from './service.ts'
import { createSubscriptionStore } from './store.ts'
import { createUnsubscribeService } from './unsubscribing.ts'
import { KEPT_INACTIVE_MS, KEPT_REFUSED_MS } from './limits.ts'

/** The services of the routes and the hourly job. */
export type Subscriptions = ReturnType<typeof createSubscriptions>

export interface SubscriptionsOptions extends Omit<Context, 'store'> {
  readonly db: Kysely<SubscriptionDatabase>
}

/** Wires the services of the room around one store. */
export function createSubscriptions({ db, ...rest }: SubscriptionsOptions) {
  const context: Context = { ...rest, store: createSubscriptionStore(db) }
  return {
    service: createSubscriptionService(context),
    unsubscribing: createUnsubscribeService(context),
    confirmations: createConfirmationService(context),
    preferences: createPreferencePageService(context),
    /** Whether double opt-in is on. */
    confirmation: context.confirmation,
    /** Erases expired rows. Any number of nodes may run it concurrently. */
    erase: (): Promise<void> => eraseOldSubscriptions(context),
  }
}

/**
 * Erases in bounded steps: subscriptions inactive for 30 days or never confirmed, expired confirmation links, and old refusals. For an
 * erased subscription that its address ended by mail, the refusal (a keyed hash) stays.
 */
async function eraseOldSubscriptions({ store, clock }: Pick<Context, 'store' | 'clock'>): Promise<void> {
  const now = clock.now()
  while (await store.erase({ now, deactivatedBefore: now - KEPT_INACTIVE_MS, refusedBefore: now - KEPT_REFUSED_MS }));
}
