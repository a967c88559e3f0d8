import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { HOUR_MS } from '../../../time.ts'
import type { ShowMailedPage } from '../../site/rendering/index.ts'
import { registerSubscriptionAdmin } from './back-office/admin.ts'
import { createSubscriptionAdmin } from './back-office/service.ts'
import { createSubscriptionAdminStore } from './back-office/store.ts'
import { registerConfirm } from './confirmation/routes.ts'
import { createConfirmationService } from './confirmation/service.ts'
import type { Context } from './context.ts'
import { INACTIVE_RETENTION_MS, REFUSAL_RETENTION_MS } from './limits.ts'
import { registerPreferencesPage } from './preferences/routes.ts'
import { createPreferencePageService } from './preferences/service.ts'
import { registerVerbs } from './routes.ts'
import type { SubscriptionDatabase } from './row-store.ts'
import { createSubscriptionService } from './service.ts'
import { createSubscriptionStore } from './store.ts'
import { registerUnsubscribe } from './unsubscribe/routes.ts'
import { createUnsubscribeService } from './unsubscribe/service.ts'

export interface SubscriptionNeeds extends Pick<Context, 'confirmation' | 'wakeMail' | 'browsers'> {
  readonly showMailedPage: ShowMailedPage
}

/** Subscriptions, and the pages behind the links in mails. */
export function openSubscriptions(
  foundation: Foundation<SubscriptionDatabase & AuditTables>,
  { showMailedPage: show, ...needs }: SubscriptionNeeds,
) {
  const { db, keyedHash, sealing, clock, limiter } = foundation
  const store = createSubscriptionStore(db)
  const context: Context = { store, keyedHash, sealing, clock, limiter, ...needs }
  const preferences = createPreferencePageService(context)
  const admin = createSubscriptionAdmin({ store: createSubscriptionAdminStore(db), keyedHash, clock })

  /**
   * Erases subscriptions inactive for 30 days or never confirmed, expired confirmation links, and old refusals. For an erased subscription that
   * its address ended by mail, the refusal (a keyed hash) stays. Any number of nodes may run it concurrently.
   */
  function erase(): Promise<void> {
    const now = clock.now()
    return store.erase({ now, deactivatedBefore: now - INACTIVE_RETENTION_MS, refusedBefore: now - REFUSAL_RETENTION_MS })
  }

  return {
    admin,
    preferences,
    erase,
    routes(app) {
      registerVerbs(app, { subscriptions: createSubscriptionService(context), confirmation: needs.confirmation, limiter })
      registerConfirm(app, { confirmations: createConfirmationService(context), show, limiter })
      registerUnsubscribe(app, { unsubscribing: createUnsubscribeService(context), show, limiter })
      registerPreferencesPage(app, { preferences, show, limiter })
    },
    adminRoutes: (app) => registerSubscriptionAdmin(app, admin),
    tasks: [{ name: 'erasing old subscriptions', everyMs: HOUR_MS, run: erase }],
  } satisfies Feature & Record<string, unknown>
}
