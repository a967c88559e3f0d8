import type { HttpServer } from '../../platform/http/server/http-server.ts'
import { DAY_MS, MINUTE_MS } from '../../time.ts'
import { registerAuditAdmin } from './admin.ts'
import { createAuditStore } from './list-store.ts'
import { type AuditParts, createRefusals } from './refusals.ts'
export { selectChangedFields } from './mask.ts'
export { type AuditEntry, BACKUP_WRITTEN, findLastActionTime, recordAudit } from './record-store.ts'
export type { RecordRefusal } from './refusals.ts'
export { type AuditTables, auditTables } from './tables.ts'

const RETENTION_MS = 730 * DAY_MS
const REFUSED_RETENTION_MS = 90 * DAY_MS

/** The audit log of the back office. Each entry is written next to its change, in the same transaction. */
export function openAudit(parts: AuditParts) {
  const { db, clock } = parts
  const audit = createAuditStore(db)
  const refusals = createRefusals(parts)
  /** Deletes entries older than two years, and refusals older than 90 days. */
  async function sweep(): Promise<void> {
    await audit.deleteBefore(clock.now() - RETENTION_MS)
    await audit.deleteRefusedBefore(clock.now() - REFUSED_RETENTION_MS)
  }
  return {
    sweep,
    recordRefusal: refusals.record,
    close: refusals.close,
    adminRoutes: (app: HttpServer) => registerAuditAdmin(app, audit),
    tasks: [{ name: 'deleting old audit entries', everyMs: MINUTE_MS, run: sweep }],
  }
}
