export { analyticsTables } from './tables.ts'
export { openAnalytics } from './open.ts'
