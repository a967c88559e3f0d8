import { adProgramTables } from './features/ad-program/index.ts'
import { alertingTables } from './features/alerting/index.ts'
import { analyticsTables } from './features/analytics/index.ts'
import { connectionTables } from './features/connections/index.ts'
import { digestTables } from './features/digests/index.ts'
import { auditTables } from './features/audit/index.ts'
import { authTables } from './features/auth/index.ts'
import { historyTables } from './features/history/index.ts'
import { jobTables } from './features/jobs/index.ts'
import { mailTables } from './features/mail/index.ts'
import { mailingTables } from './features/mailing/index.ts'
import { pageTables } from './features/pages/index.ts'
import { placesTables } from './features/places/index.ts'
import { reportTables } from './features/reports/index.ts'
import { settingTables } from './features/settings/index.ts'
import { subscriptionTables } from './features/subscriptions/index.ts'
import { tileTables } from './features/tiles/index.ts'
import { usageTables } from './features/usage/index.ts'
import { userTables } from './features/users/index.ts'
import { gatewayTables } from './gateway/tables.ts'
import { cacheTables } from './platform/cache/tables.ts'
import type { TablesOf } from './platform/db/columns.ts'
import { changeTables } from './platform/db/tables.ts'
import { rateTables } from './platform/http/tables.ts'
import { secretTables } from './platform/secrets/tables.ts'

/** Every table of the product, one line for each room that has some; `test/tables.test.ts` holds them against the database. */
export const TABLES = {
  ...cacheTables,
  ...gatewayTables,
  ...rateTables,
  ...secretTables,
  ...tileTables,
  ...historyTables,
  ...placesTables,
  ...reportTables,
  ...changeTables,
  ...settingTables,
  ...usageTables,
  ...pageTables,
  ...analyticsTables,
  ...connectionTables,
  ...mailTables,
  ...mailingTables,
  ...userTables,
  ...authTables,
  ...auditTables,
  ...jobTables,
  ...digestTables,
  ...subscriptionTables,
  ...alertingTables,
  ...adProgramTables,
}

export type Tables = TablesOf<typeof TABLES>
