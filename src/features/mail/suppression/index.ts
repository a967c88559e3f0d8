import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { createSuppressionAdminStore, type SuppressionAdminStore } from './admin-store.ts'
import { registerSuppressionAdmin } from './admin.ts'
import type { SuppressionTables } from './tables.ts'
export {
  createSuppressionStore,
  erasePersonNote,
  exportPersonSuppression,
  findSuppressions,
  importSuppressions,
  liftUnsubscription,
  type SuppressionEntry,
  type SuppressionStore,
} from './store.ts'
export { type SuppressionReason, type SuppressionTables, suppressionTables } from './tables.ts'

/** Addresses that get no mail. */
export function openSuppression({ db, addressHash, clock }: Foundation<SuppressionTables & AuditTables>) {
  const suppressions: SuppressionAdminStore = createSuppressionAdminStore(db)
  return {
    ...suppressions,
    adminRoutes: (app) => registerSuppressionAdmin(app, { suppressions, addressHash, clock }),
  } satisfies Feature & SuppressionAdminStore
}
