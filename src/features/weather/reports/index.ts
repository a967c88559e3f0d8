export { erasePersonReports, exportPersonReports } from './person-store.ts'
export { reportTables, type ReportTables } from './tables.ts'
export { openReports } from './open.ts'
