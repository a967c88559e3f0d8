import { sql } from 'kysely'
import { containing } from '../../../platform/db/keyset.ts'
import type { Queries, Transaction } from '../../../platform/db/queries.ts'
import type { ReportTables } from './tables.ts'

const MAX_EXPORTED = 1_000

const holds = (emailKey: string) => {
  const pattern = containing(emailKey)
  return sql<boolean>`(comment ilike ${pattern} or observed_value::text ilike ${pattern})`
}

/** Reports whose text contains the email address. */
export async function exportPersonReports(db: Queries<ReportTables>, emailKey: string) {
  return db
    .selectFrom('inaccurate_report')
    .select(['id', 'received_at as receivedAt', 'lat', 'lon', 'comment', 'observed_value as observedValue'])
    .where(holds(emailKey))
    .orderBy('received_at')
    .limit(MAX_EXPORTED)
    .execute()
}

/** Removes texts that contain the address from reports. Scans all of them, since their number is bounded. */
export async function erasePersonReports(trx: Transaction<ReportTables>, emailKey: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('inaccurate_report')
    .set({ comment: null, observed_value: null, client: null })
    .where(holds(emailKey))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
