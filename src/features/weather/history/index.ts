export { openHistory } from './open.ts'
export type { HistoryService } from './service.ts'
export { historyTables } from './tables.ts'
export { forecastErrorsOf } from './verification/forecast-errors.ts'
