import { sql } from 'kysely'
import type { SuppressionTables, SuppressionReason } from './tables.ts'
import type { Queries } from '../../../platform/db/queries.ts'

/** A suppression known to an outside system. */
export interface SuppressionEntry {
  readonly addressHash: string
  readonly reason: SuppressionReason
  /** Epoch milliseconds. */
  readonly since: number
  readonly note: string
}

/** Upserts entries: a stronger reason replaces an existing unsubscription. Resolves to how many entries changed anything. */
export async function importSuppressions(db: Queries<SuppressionTables>, entries: readonly SuppressionEntry[]): Promise<number> {
  if (entries.length === 0) return 0
  const distinct = [...new Map(entries.map((entry) => [entry.addressHash, entry])).values()]
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_suppression')
    .values(distinct.map(({ addressHash, reason, since, note }) => ({ address_hash: addressHash, reason, since: new Date(since), note })))
    .onConflict((conflict) =>
      conflict
        .column('address_hash')
        .doUpdateSet((eb) => ({ reason: eb.ref('excluded.reason'), since: eb.ref('excluded.since'), note: eb.ref('excluded.note') }))
        .where('mail_suppression.reason', '=', 'unsubscribed')
        .where('excluded.reason', '!=', 'unsubscribed'),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** The suppressions of these addresses. */
export async function findSuppressions(db: Queries<SuppressionTables>, addressHashes: readonly string[]): Promise<SuppressionEntry[]> {
  const rows = await db
    .selectFrom('mail_suppression')
    .selectAll()
    .where(sql<boolean>`address_hash = any(${addressHashes}::text[])`)
    .execute()
  return rows.map(({ address_hash, reason, since, note }) => ({
    addressHash: address_hash,
    reason,
    since: since.getTime(),
    note: note ?? '',
  }))
}

/** Removes the suppression of an address that has resubscribed; stronger reasons stay. */
export async function liftUnsubscription(db: Queries<SuppressionTables>, addressHash: string): Promise<void> {
  await db.deleteFrom('mail_suppression').where('address_hash', '=', addressHash).where('reason', '=', 'unsubscribed').execute()
}
