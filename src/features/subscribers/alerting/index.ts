export { erasePersonAlerts, exportPersonAlerts } from './person-store.ts'
export { alertingTables, type AlertingTables } from './tables.ts'
export { openAlerting } from './open.ts'
