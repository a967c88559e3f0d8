import type { Kysely } from 'kysely'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { HOUR_MS } from '../../../time.ts'
import type { ShowMailedPage } from '../../site/rendering/index.ts'
import { registerSubscriptionAdmin } from './back-office/admin.ts'
import { createSubscriptionAdmin, type SubscriptionAdmin } from './back-office/service.ts'
import { createSubscriptionAdminStore } from './back-office/store.ts'
import { registerConfirm } from './confirmation/routes.ts'
import { createConfirmationService } from './confirmation/service.ts'
import type { Context, LinkedBrowsers } from './context.ts'
import { INACTIVE_RETENTION_MS, REFUSAL_RETENTION_MS } from './limits.ts'
import { registerPreferencesPage } from './preferences/routes.ts'
import { createPreferencePageService } from './preferences/service.ts'
import { registerVerbs } from './routes.ts'
import type { SubscriptionDatabase } from './row-store.ts'
import { createSubscriptionService } from './service.ts'
import { createSubscriptionStore } from './store.ts'
import { registerUnsubscribe } from './unsubscribe/routes.ts'
import { createUnsubscribeService } from './unsubscribe/service.ts'

export interface SubscriptionNeeds {
  /** Whether double opt-in is on. */
  readonly confirmation: () => boolean
  /** Wakes the mail workers. */
  readonly wakeMail: () => void
  readonly showMailedPage: ShowMailedPage
  readonly browsers: LinkedBrowsers
}

/** Subscriptions, and the pages behind the links in mails. */
export function openSubscriptions(
  foundation: Foundation<SubscriptionDatabase & AuditTables>,
  { confirmation, wakeMail, showMailedPage: show, browsers }: SubscriptionNeeds,
) {
  const { db, keyedHash, sealing, clock, limiter } = foundation
  const subscriptions = createSubscriptions({ db, clock, confirmation, keyedHash, sealing, wakeMail, browsers })
  const admin = createSubscriptionAdmin({ store: createSubscriptionAdminStore(db), keyedHash, clock })
  return {
    ...subscriptions,
    admin,
    routes(app) {
      registerVerbs(app, { subscriptions: subscriptions.service, confirmation: subscriptions.confirmation, limiter })
      registerConfirm(app, { confirmations: subscriptions.confirmations, show, limiter })
      registerUnsubscribe(app, { unsubscribing: subscriptions.unsubscribing, show, limiter })
      registerPreferencesPage(app, { preferences: subscriptions.preferences, show, limiter })
    },
    adminRoutes: (app) => registerSubscriptionAdmin(app, admin),
    tasks: [{ name: 'erasing old subscriptions', everyMs: HOUR_MS, run: () => subscriptions.erase() }],
  } satisfies Feature & Subscriptions & { admin: SubscriptionAdmin }
}

/** The services of the routes and the hourly job. */
type Subscriptions = ReturnType<typeof createSubscriptions>

interface SubscriptionsOptions extends Omit<Context, 'store'> {
  readonly db: Kysely<SubscriptionDatabase>
}

/** Wires the services of the room around one store. */
function createSubscriptions({ db, ...rest }: SubscriptionsOptions) {
  const context: Context = { ...rest, store: createSubscriptionStore(db) }
  return {
    service: createSubscriptionService(context),
    unsubscribing: createUnsubscribeService(context),
    confirmations: createConfirmationService(context),
    preferences: createPreferencePageService(context),
    /** Whether double opt-in is on. */
    confirmation: context.confirmation,
    /**
     * Erases subscriptions inactive for 30 days or never confirmed, expired confirmation links, and old refusals. For an erased subscription
     * that its address ended by mail, the refusal (a keyed hash) stays. Any number of nodes may run it concurrently.
     */
    erase(): Promise<void> {
      const now = context.clock.now()
      return context.store.erase({ now, deactivatedBefore: now - INACTIVE_RETENTION_MS, refusedBefore: now - REFUSAL_RETENTION_MS })
    },
  }
}
