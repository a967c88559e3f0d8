export { usageTables } from './tables.ts'
export { openUsage } from './open.ts'
