import { formatInstant } from '../../../domain/instant.ts'
import type { SuppressionTables } from './tables.ts'
import type { Queries, Transaction } from '../../../platform/db/queries.ts'

/** Whether and why an address is suppressed, as JSON; null when it is not. */
export async function exportPersonSuppression(db: Queries<SuppressionTables>, addressHash: string) {
  const found = await db.selectFrom('mail_suppression').selectAll().where('address_hash', '=', addressHash).executeTakeFirst()
  return found === undefined ? null : { reason: found.reason, since: formatInstant(found.since.getTime()), note: found.note }
}

/** Erases the note on a suppression. The suppression itself stays: it has only a keyed hash. */
export async function erasePersonNote(trx: Transaction<SuppressionTables>, addressHash: string): Promise<void> {
  await trx.updateTable('mail_suppression').set({ note: null }).where('address_hash', '=', addressHash).execute()
}
