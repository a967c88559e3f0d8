export { registerReports } from './routes.ts'
export { createReportService, type ReportService } from './service.ts'
export { createReportStore } from './store.ts'
export { reportTables } from './tables.ts'
