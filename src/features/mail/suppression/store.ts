import { formatInstant } from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import type { Queries, Transaction } from '../../../platform/db/queries.ts'
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

/** Whether and why an address is suppressed, as JSON; null when it is not. */
export async function exportPersonSuppression(db: Queries<SuppressionTables>, addressHash: string) {
  const found = await db.selectFrom('mail_suppression').selectAll().where('address_hash', '=', addressHash).executeTakeFirst()
  return found === undefined ? null : { reason: found.reason, since: formatInstant(found.since.getTime()), note: found.note }
}

/** Erases the note on a suppression. The suppression itself stays: it has only a keyed hash. */
export async function erasePersonNote(trx: Transaction<SuppressionTables>, addressHash: string): Promise<void> {
  await trx.updateTable('mail_suppression').set({ note: null }).where('address_hash', '=', addressHash).execute()
}
