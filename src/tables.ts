import { analyticsTables } from './features/analytics/index.ts'
import { historyTables } from './features/history/index.ts'
import { placesTables } from './features/places/index.ts'
import { reportTables } from './features/reports/index.ts'
import { tileTables } from './features/tiles/index.ts'
import { gatewayTables } from './gateway/tables.ts'
import { cacheTables } from './platform/cache/tables.ts'
import type { TablesOf } from './platform/db/columns.ts'
import { rateTables } from './platform/http/tables.ts'

/** Every table of the product, one line for each room that has some; `test/tables.test.ts` holds them against the database. */
export const TABLES = {
  ...cacheTables,
  ...gatewayTables,
  ...rateTables,
  ...tileTables,
  ...historyTables,
  ...placesTables,
  ...reportTables,
  ...analyticsTables,
}

export type Tables = TablesOf<typeof TABLES>
