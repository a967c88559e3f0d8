import type { Selectable } from 'kysely'
import type { Transaction } from '../../../../platform/db/queries.ts'
import type { SubscriptionDatabase } from '../row-store.ts'

/** A requested confirmation, as its row. */
export type Confirmation = Selectable<SubscriptionDatabase['subscription_confirmation']>

export type Confirmations = ReturnType<typeof openConfirmations>

/** Upper bound of rows read per address. */
const MAX_READ = 100

/** Reads and writes confirmations within one transaction. */
export function openConfirmations(trx: Transaction<SubscriptionDatabase>) {
  const confirmations = trx.selectFrom('subscription_confirmation').selectAll()
  return {
    find: (tokenHash: Buffer): Promise<Confirmation | undefined> => confirmations.where('token_hash', '=', tokenHash).executeTakeFirst(),

    /** Confirmations requested since the instant for a mailbox (keyed hash), across clients, oldest first. */
    listSince: (mailbox: string, sinceMs: number): Promise<Confirmation[]> =>
      confirmations
        .where('mailbox', '=', mailbox)
        .where('created_at', '>', new Date(sinceMs))
        .orderBy('created_at')
        .limit(MAX_READ)
        .execute(),

    async insert(confirmation: Omit<Confirmation, 'used_at'>): Promise<void> {
      await trx.insertInto('subscription_confirmation').values(confirmation).execute()
    },

    async markUsed(tokenHash: Buffer, now: number): Promise<void> {
      await trx
        .updateTable('subscription_confirmation')
        .set({ used_at: new Date(now) })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .execute()
    },
  }
}
