export { erasePersonAlerts, exportPersonAlerts, listPersonCells } from './person-store.ts'
export { alertingTables, type AlertingTables } from './tables.ts'
export { openAlerting } from './open.ts'
