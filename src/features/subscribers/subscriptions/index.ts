import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { RateLimiter } from '../../../platform/http/rate-limit.ts'
import { registerConfirm } from './confirm-routes.ts'
import { registerPreferencesPage } from './preference-page-routes.ts'
import type { Subscriptions } from './room.ts'
import { registerVerbs } from './routes.ts'
import { registerUnsubscribe } from './unsubscribe-routes.ts'

export { registerSubscriptionAdmin } from './admin.ts'
export { createSubscriptionAdmin, type SubscriptionAdmin } from './admin-service.ts'
export { createSubscriptionAdminStore, type SubscriptionSummary } from './admin-store.ts'
export { erasePerson, exportPerson } from './person-store.ts'
export { MAX_CITIES_PER_EMAIL, MAX_PER_CLIENT } from './limits.ts'
export { createSubscriptions, type Subscriptions } from './room.ts'
export { holdAddresses } from './store.ts'
export { type Frequency, type SubscriptionTables, subscriptionTables } from './tables.ts'

export interface SubscriptionRoutes {
  readonly subscriptions: Subscriptions
  /** What the site calls itself on its pages. */
  readonly siteName: () => string
  readonly limiter: RateLimiter
}

/** /api/subscriptions with its confirmation, /api/unsubscribe and /preferences */
export function registerSubscriptions(app: HttpServer, { subscriptions, siteName, limiter }: SubscriptionRoutes): void {
  registerVerbs(app, { subscriptions: subscriptions.service, confirmation: subscriptions.confirmation, limiter })
  registerConfirm(app, { confirmations: subscriptions.confirmations, siteName, limiter })
  registerUnsubscribe(app, { unsubscribing: subscriptions.unsubscribing, siteName, limiter })
  registerPreferencesPage(app, { preferences: subscriptions.preferences, siteName, limiter })
}
