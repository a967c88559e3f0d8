import { auditTables } from '../admin/audit/index.ts'
import { authTables } from '../features/accounts/sign-in/index.ts'
import { userTables } from '../features/accounts/users/index.ts'
import { clientKeyTables } from '../features/clients/keys/index.ts'
import { webhookTables } from '../features/clients/webhooks/index.ts'
import { bounceTables } from '../features/mail/bounces/index.ts'
import { outboxTables } from '../features/mail/outbox/index.ts'
import { suppressionTables } from '../features/mail/suppression/index.ts'
import { templateTables } from '../features/mail/templates/index.ts'
import { connectionTables } from '../features/operations/connections/index.ts'
import { jobTables } from '../features/operations/jobs/index.ts'
import { settingTables } from '../features/operations/settings/index.ts'
import { troubleTables } from '../features/operations/troubles/index.ts'
import { usageTables } from '../features/operations/usage/index.ts'
import { adProgramTables } from '../features/site/ad-program/index.ts'
import { analyticsTables } from '../features/site/analytics/index.ts'
import { pageTables } from '../features/site/cms/index.ts'
import { alertingTables } from '../features/subscribers/alerting/index.ts'
import { exchangeTables } from '../features/subscribers/contact-exchange/index.ts'
import { digestTables } from '../features/subscribers/digests/index.ts'
import { mailingTables } from '../features/subscribers/newsletters/index.ts'
import { pushTables } from '../features/subscribers/push/index.ts'
import { subscriptionTables } from '../features/subscribers/subscriptions/index.ts'
import { blendTables } from '../features/weather/blend/index.ts'
import { historyTables } from '../features/weather/history/index.ts'
import { normalTables } from '../features/weather/normals/index.ts'
import { placesTables } from '../features/weather/places/index.ts'
import { reportTables } from '../features/weather/reports/index.ts'
import { stationTables } from '../features/weather/stations/index.ts'
import { tileTables } from '../features/weather/tiles/index.ts'
import { warningTables } from '../features/weather/warnings/index.ts'
import { gatewayTables } from '../gateway/index.ts'
import { cacheTables } from '../platform/cache/tables.ts'
import type { TablesOf } from '../platform/db/columns.ts'
import { changeTables, restoreTables } from '../platform/db/tables.ts'
import { rateTables } from '../platform/http/limits/tables.ts'
import { secretTables } from '../platform/secrets/tables.ts'

/** All tables of the product, one line per module; `test/tables.test.ts` compares them with the database. */
export const TABLES = {
  ...cacheTables,
  ...gatewayTables,
  ...rateTables,
  ...secretTables,
  ...tileTables,
  ...warningTables,
  ...stationTables,
  ...historyTables,
  ...blendTables,
  ...normalTables,
  ...placesTables,
  ...reportTables,
  ...changeTables,
  ...restoreTables,
  ...settingTables,
  ...usageTables,
  ...pageTables,
  ...analyticsTables,
  ...connectionTables,
  ...exchangeTables,
  ...outboxTables,
  ...bounceTables,
  ...suppressionTables,
  ...templateTables,
  ...mailingTables,
  ...userTables,
  ...authTables,
  ...auditTables,
  ...jobTables,
  ...troubleTables,
  ...digestTables,
  ...subscriptionTables,
  ...alertingTables,
  ...adProgramTables,
  ...clientKeyTables,
  ...webhookTables,
  ...pushTables,
}

export type Tables = TablesOf<typeof TABLES>
