import type { Feature, Foundation } from '../../../foundation.ts'
import { MINUTE_MS } from '../../../time.ts'
import { registerAnalyticsAdmin } from './admin.ts'
import { registerAnalytics } from './routes.ts'
import { type AnalyticsNeeds, type AnalyticsService, createAnalyticsService } from './service.ts'
import type { AnalyticsTables } from './tables.ts'
export { analyticsTables } from './tables.ts'

/** Counts page views without identifying visitors. */
export function openAnalytics(foundation: Foundation<AnalyticsTables>, needs: AnalyticsNeeds) {
  const analytics: AnalyticsService = createAnalyticsService(foundation, needs)
  return {
    ...analytics,
    routes: (app) => registerAnalytics(app, analytics, foundation),
    adminRoutes: (app) => registerAnalyticsAdmin(app, foundation),
    tasks: [{ name: 'summing up analytics', everyMs: MINUTE_MS, run: () => analytics.maintain() }],
  } satisfies Feature & AnalyticsService
}
