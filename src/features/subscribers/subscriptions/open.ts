import type { Feature, Foundation } from '../../../foundation.ts'
import { HOUR_MS } from '../../../time.ts'
import type { AuditTables } from '../../../admin/audit/index.ts'
import type { ShowMailedPage } from '../../site/rendering/index.ts'
import { createSubscriptionAdmin, type SubscriptionAdmin } from './admin-service.ts'
import { createSubscriptionAdminStore } from './admin-store.ts'
import { registerSubscriptionAdmin } from './admin.ts'
import { registerConfirm } from './confirm-routes.ts'
import { registerPreferencesPage } from './preference-page-routes.ts'
import { createSubscriptions, type Subscriptions } from './room.ts'
import { registerVerbs } from './routes.ts'
import type { SubscriptionDatabase } from './row-store.ts'
import { registerUnsubscribe } from './unsubscribe-routes.ts'

export interface SubscriptionNeeds {
  /** Whether double opt-in is on. */
  readonly confirmation: () => boolean
  /** Wakes the mail workers. */
  readonly wakeMail: () => void
  readonly showMailedPage: ShowMailedPage
}

/** Subscriptions, and the pages behind the links in mails. */
export function openSubscriptions(
  foundation: Foundation<SubscriptionDatabase & AuditTables>,
  { confirmation, wakeMail, showMailedPage: show }: SubscriptionNeeds,
) {
  const { db, keyedHash, sealing, clock, limiter } = foundation
  const subscriptions = createSubscriptions({ db, clock, confirmation, keyedHash, sealing, wakeMail })
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
