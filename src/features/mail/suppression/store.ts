import type { Kysely } from 'kysely'
import { findSuppressions } from './import-store.ts'
import type { SuppressionTables, SuppressionReason } from './tables.ts'

/** Suppressed addresses by keyed hash. */
export type SuppressionStore = ReturnType<typeof createSuppressionStore>

/** The workers' side of the suppression list. */
export function createSuppressionStore(db: Kysely<SuppressionTables>) {
  return {
    /** The reasons by address hash; hashes that are not suppressed are omitted. */
    async findSuppressed(addressHashes: readonly string[]): Promise<Map<string, SuppressionReason>> {
      return new Map((await findSuppressions(db, addressHashes)).map(({ addressHash, reason }) => [addressHash, reason]))
    },

    /** Resolves to false when the address is already suppressed; its first reason stays. */
    async insertSuppression(addressHash: string, reason: SuppressionReason, now: number, note: string | null): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('mail_suppression')
        .values({ address_hash: addressHash, reason, since: new Date(now), note })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}
