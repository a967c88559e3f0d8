import type { Transaction } from 'kysely'
import type { AlertingTables } from './tables.ts'
import type { Queries } from '../../../platform/db/queries.ts'

const MAX_EXPORTED = 10_000

/** What an address (keyed hash) was told of, as long as that is remembered. */
export async function exportPersonAlerts(db: Queries<AlertingTables>, addressHash: string) {
  return db
    .selectFrom('alert_notice')
    .select(['times', 'told_at as toldAt', 'told_state as state', 'told_severity as severity', 'told_end as end'])
    .where('address_hash', '=', addressHash)
    .orderBy('told_at')
    .limit(MAX_EXPORTED)
    .execute()
}

export async function erasePersonAlerts(trx: Transaction<AlertingTables>, addressHash: string): Promise<void> {
  await trx.deleteFrom('alert_notice').where('address_hash', '=', addressHash).execute()
}
