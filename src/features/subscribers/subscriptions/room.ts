import type { Kysely } from 'kysely'
import { type ConfirmationService, createConfirmationService } from './confirmation.ts'
import type { Context } from './context.ts'
import { eraseOldSubscriptions } from './jobs/erase.ts'
import { createPreferencePageService, type PreferencePageService } from './preference-page-service.ts'
import type { SubscriptionDatabase } from './row-store.ts'
import { createSubscriptionService, type SubscriptionService } from './service.ts'
import { createSubscriptionStore } from './store.ts'
import { createUnsubscribeService, type UnsubscribeService } from './unsubscribing.ts'

/** The services of the routes and the hourly job. */
export interface Subscriptions {
  readonly service: SubscriptionService
  readonly unsubscribing: UnsubscribeService
  readonly confirmations: ConfirmationService
  readonly preferences: PreferencePageService
  /** Whether double opt-in is on. */
  readonly confirmation: () => boolean
  /** Erases expired rows. Any number of nodes may run it concurrently. */
  erase(): Promise<void>
}

export interface SubscriptionsOptions extends Omit<Context, 'store'> {
  readonly db: Kysely<SubscriptionDatabase>
}

/** Wires the services of the room around one store. */
export function createSubscriptions({ db, ...rest }: SubscriptionsOptions): Subscriptions {
  const context: Context = { ...rest, store: createSubscriptionStore(db) }
  return {
    service: createSubscriptionService(context),
    unsubscribing: createUnsubscribeService(context),
    confirmations: createConfirmationService(context),
    preferences: createPreferencePageService(context),
    confirmation: context.confirmation,
    erase: () => eraseOldSubscriptions(context),
  }
}
