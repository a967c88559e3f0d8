export { registerUsageAdmin } from './admin.ts'
export type { UsageService } from './service.ts'
export { usageTables } from './tables.ts'
export { openUsage } from './usage.ts'
