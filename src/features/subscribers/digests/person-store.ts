import type { Queries, Transaction } from '../../../platform/db/queries.ts'
import type { DigestTables } from './tables.ts'

/** The periods whose digests an address (keyed hash) got last. */
export async function exportPersonDigests(db: Queries<DigestTables>, addressHash: string) {
  return db
    .selectFrom('digest_delivery')
    .select(['frequency', 'period', 'delivered_at as deliveredAt'])
    .where('address_hash', '=', addressHash)
    .orderBy('frequency')
    .execute()
}

/** Erases the deliveries to an address (keyed hash). */
export async function erasePersonDigests(trx: Transaction<DigestTables>, addressHash: string): Promise<void> {
  await trx.deleteFrom('digest_delivery').where('address_hash', '=', addressHash).execute()
}
