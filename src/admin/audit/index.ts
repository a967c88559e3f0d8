export { changes } from './mask.ts'
export { type AuditEntry, BACKUP_WRITTEN, lastRecorded, recordAudit } from './record-store.ts'
export { type AuditTables, auditTables } from './tables.ts'
export { openAudit } from './open.ts'
