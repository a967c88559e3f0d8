export { registerAnalytics } from './routes.ts'
export { type AnalyticsService, createAnalyticsService } from './service.ts'
export { createAnalyticsStore } from './store.ts'
export { analyticsTables } from './tables.ts'
