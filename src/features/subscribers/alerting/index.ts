export { erasePersonAlerts, exportPersonAlerts, listPersonCells } from './person-store.ts'
export { pushRecipient } from './push-channel.ts'
export { alertingTables, type AlertingTables } from './tables.ts'
export { openAlerting } from './open.ts'
