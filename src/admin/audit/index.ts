import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { HttpServer } from '../../platform/http/server/http-server.ts'
import { DAY_MS, MINUTE_MS } from '../../time.ts'
import { registerAuditAdmin } from './admin.ts'
import { createAuditStore } from './list-store.ts'
import type { AuditTables } from './tables.ts'
export { changes } from './mask.ts'
export { type AuditEntry, BACKUP_WRITTEN, lastRecorded, recordAudit } from './record-store.ts'
export { type AuditTables, auditTables } from './tables.ts'

const RETENTION_MS = 730 * DAY_MS

/** The audit log of the back office. Each entry is written next to its change, in the same transaction. */
export function openAudit({ db, clock }: { readonly db: Kysely<AuditTables>; readonly clock: Clock }) {
  const audit = createAuditStore(db)
  /** Deletes entries older than two years. */
  async function sweep(): Promise<void> {
    await audit.deleteBefore(clock.now() - RETENTION_MS)
  }
  return {
    sweep,
    adminRoutes: (app: HttpServer) => registerAuditAdmin(app, audit),
    tasks: [{ name: 'deleting old audit entries', everyMs: MINUTE_MS, run: sweep }],
  }
}
