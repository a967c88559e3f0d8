import type { Kysely } from 'kysely'
import { findSuppressions } from './import-store.ts'
import type { SuppressionTables, SuppressionReason } from './tables.ts'

/** Whom nothing is sent to, by keyed hash of their address. */
export interface SuppressionStore {
  /** The reasons of those among the hashes that are suppressed. */
  findSuppressed(addressHashes: readonly string[]): Promise<Map<string, SuppressionReason>>
  /** Resolves to false when the address is suppressed already; its first reason stays. */
  insertSuppression(addressHash: string, reason: SuppressionReason, now: number, note: string | null): Promise<boolean>
}

export function createSuppressionStore(db: Kysely<SuppressionTables>): SuppressionStore {
  return {
    async findSuppressed(addressHashes) {
      return new Map((await findSuppressions(db, addressHashes)).map(({ addressHash, reason }) => [addressHash, reason]))
    },

    async insertSuppression(addressHash, reason, now, note) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('mail_suppression')
        .values({ address_hash: addressHash, reason, since: new Date(now), note })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}
