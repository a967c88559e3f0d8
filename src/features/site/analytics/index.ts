import type { Feature, Foundation } from '../../../foundation.ts'
import { MINUTE_MS } from '../../../time.ts'
import { createAnalyticsAdminStore } from './admin-store.ts'
import { registerAnalyticsAdmin } from './admin.ts'
import { registerAnalytics } from './routes.ts'
import { createSearchStore } from './search-store.ts'
import { type AnalyticsOptions, type AnalyticsService, createAnalyticsService } from './service.ts'
import { createAnalyticsStore } from './store.ts'
import type { AnalyticsTables } from './tables.ts'
import { createTodayStore } from './today-store.ts'
export { analyticsTables } from './tables.ts'

/** Counts page views without identifying visitors. */
export function openAnalytics(
  foundation: Foundation<AnalyticsTables>,
  { countryOf, missing }: Pick<AnalyticsOptions, 'countryOf' | 'missing'>,
) {
  const { config, db, clock, settings, limiter, onError } = foundation
  const searches = createSearchStore(db)
  const analytics: AnalyticsService = createAnalyticsService({
    store: createAnalyticsStore(db),
    clock,
    eventsPerDay: () => settings.current().analyticsEventsPerDay,
    countryOf,
    searches,
    missing,
    onError,
  })
  return {
    ...analytics,
    routes: (app) =>
      registerAnalytics(app, { analytics, limiter, publicOrigin: config.PUBLIC_URL?.origin ?? null, corsOrigins: config.CORS_ORIGINS }),
    adminRoutes: (app) =>
      registerAnalyticsAdmin(app, { analytics: createAnalyticsAdminStore(db), today: createTodayStore(db, clock), searches, clock }),
    tasks: [{ name: 'summing up analytics', everyMs: MINUTE_MS, run: () => analytics.maintain() }],
  } satisfies Feature & AnalyticsService
}
