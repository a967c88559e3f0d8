import type { Kysely, Transaction } from 'kysely'
import type { DigestTables } from './tables.ts'

/** For which periods an address (keyed hash) got its digests last. */
export async function exportPersonDigests(db: Kysely<DigestTables>, addressHash: string) {
  return db
    .selectFrom('digest_delivery')
    .select(['frequency', 'period', 'delivered_at as deliveredAt'])
    .where('address_hash', '=', addressHash)
    .orderBy('frequency')
    .execute()
}

export async function erasePersonDigests(trx: Transaction<DigestTables>, addressHash: string): Promise<void> {
  await trx.deleteFrom('digest_delivery').where('address_hash', '=', addressHash).execute()
}
