import type { Selectable } from 'kysely'
import type { Transaction } from '../../../../platform/db/queries.ts'
import type { SubscriptionDatabase } from '../row-store.ts'

/** A requested confirmation. Instants are epoch milliseconds. */
export interface Confirmation {
  /** SHA-256 of the token. */
  readonly tokenHash: Buffer
  readonly client: string
  readonly emailKey: string
  /** Keyed hash of the mailbox, which is the same for all spellings of an address; null in rows older than this column. */
  readonly mailbox: string | null
  readonly lang: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
}

export type Confirmations = ReturnType<typeof openConfirmations>

/** Upper bound of rows read per address. */
const MAX_READ = 100

/** Reads and writes confirmations within one transaction. */
export function openConfirmations(trx: Transaction<SubscriptionDatabase>) {
  const confirmations = trx.selectFrom('subscription_confirmation').selectAll()
  return {
    async find(tokenHash: Buffer): Promise<Confirmation | undefined> {
      const row = await confirmations.where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && confirmationOf(row)
    },

    /** Confirmations requested since the instant for a mailbox (keyed hash), across clients, oldest first. */
    async listSince(mailbox: string, sinceMs: number): Promise<Confirmation[]> {
      const rows = await confirmations
        .where('mailbox', '=', mailbox)
        .where('created_at', '>', new Date(sinceMs))
        .orderBy('created_at')
        .limit(MAX_READ)
        .execute()
      return rows.map(confirmationOf)
    },

    async insert({ tokenHash, client, emailKey, mailbox, lang, createdAt, expiresAt }: Confirmation): Promise<void> {
      await trx
        .insertInto('subscription_confirmation')
        .values({
          token_hash: tokenHash,
          client,
          email_key: emailKey,
          mailbox,
          lang,
          created_at: new Date(createdAt),
          expires_at: new Date(expiresAt),
        })
        .execute()
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

function confirmationOf(row: Selectable<SubscriptionDatabase['subscription_confirmation']>): Confirmation {
  return {
    tokenHash: row.token_hash,
    client: row.client,
    emailKey: row.email_key,
    mailbox: row.mailbox,
    lang: row.lang,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    usedAt: row.used_at?.getTime() ?? null,
  }
}
