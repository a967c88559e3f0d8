import { sql } from 'kysely'
import type { Queries, Transaction } from '../../../platform/db/queries.ts'
import type { SubscriptionTables } from '../subscriptions/index.ts'
import type { AlertingTables } from './tables.ts'

const MAX_EXPORTED = 10_000

/** The notices sent to an address (keyed hash) that are still retained. */
export async function exportPersonAlerts(db: Queries<AlertingTables>, addressHash: string) {
  return db
    .selectFrom('alert_notice')
    .select(['times', 'told_at as toldAt', 'told_state as state', 'told_severity as severity', 'told_end as end'])
    .where('address_hash', '=', addressHash)
    .orderBy('told_at')
    .limit(MAX_EXPORTED)
    .execute()
}

/** The places of an address's alert subscriptions: evaluations stored for them may answer questions that nobody else asked. */
export async function listPersonCells(trx: Transaction<SubscriptionTables>, emailKey: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('subscription')
    .select('cell')
    .where('email_key', '=', emailKey)
    .where('type', '=', 'city_alerts')
    .execute()
  return rows.flatMap(({ cell }) => cell ?? [])
}

/** Erases the notices of recipients (keyed hashes of addresses, keys of channels), and the evaluations of their places (see listPersonCells). */
export async function erasePersonAlerts(
  trx: Transaction<AlertingTables>,
  recipients: readonly string[],
  cells: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom('alert_evaluation')
    .where('cell', '=', sql<number>`any(${cells}::int4[])`)
    .execute()
  await trx.deleteFrom('alert_notice').where('address_hash', 'in', recipients).execute()
}
