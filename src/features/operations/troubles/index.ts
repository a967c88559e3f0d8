export { operatorNoticeMail } from './emails/operator-notice/index.ts'
export { openTroubles } from './open.ts'
export { troubleTables } from './tables.ts'
