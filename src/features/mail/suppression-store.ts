import { type Kysely, sql } from 'kysely'
import type { MailTables, SuppressionReason } from './tables.ts'

/** Whom nothing is sent to, by keyed hash of their address. */
export interface SuppressionStore {
  /** The reasons of those among the hashes that are suppressed. */
  findSuppressed(addressHashes: readonly string[]): Promise<Map<string, SuppressionReason>>
  /** Resolves to false when the address is suppressed already; its first reason stays. */
  insertSuppression(addressHash: string, reason: SuppressionReason, now: number, note: string | null): Promise<boolean>
}

export function createSuppressionStore(db: Kysely<MailTables>): SuppressionStore {
  return {
    async findSuppressed(addressHashes) {
      const rows = await db
        .selectFrom('mail_suppression')
        .select(['address_hash', 'reason'])
        .where(sql<boolean>`address_hash = any(${addressHashes}::text[])`)
        .execute()
      return new Map(rows.map(({ address_hash, reason }) => [address_hash, reason]))
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
