import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import { MINUTE_MS } from '../../../time.ts'
import { createReportAdminStore } from './admin-store.ts'
import { registerReportAdmin } from './admin.ts'
import { registerReports } from './routes.ts'
import { createReportService } from './service.ts'
import { createReportStore } from './store.ts'
import type { ReportTables } from './tables.ts'
export { erasePersonReports, exportPersonReports } from './store.ts'
export { reportTables, type ReportTables } from './tables.ts'

/** Visitors' reports of inaccurate weather. */
export function openReports(foundation: Foundation<ReportTables & AuditTables>, { gateway }: { readonly gateway: Gateway }) {
  const { db, clock, keyedHash } = foundation
  const reports = createReportService({
    gateway,
    store: createReportStore(db),
    clientIdHash: (clientId) => keyedHash('client id', clientId),
    clock,
  })
  return {
    routes: (app) => registerReports(app, foundation, reports),
    adminRoutes: (app) => registerReportAdmin(app, foundation, createReportAdminStore(db)),
    tasks: [{ name: 'forgetting old reports', everyMs: MINUTE_MS, run: () => reports.trim() }],
  } satisfies Feature
}
