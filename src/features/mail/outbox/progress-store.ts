import { sql } from 'kysely'
import type { Queries } from '../../../platform/db/queries.ts'
import type { MailState, MailTables } from './tables.ts'

/** The progress of a mail. Instants are epoch milliseconds. */
export interface MailProgress {
  readonly id: string
  readonly state: MailState
  readonly createdAt: number
  /** When it was sent or given up; null while it waits. */
  readonly settledAt: number | null
  readonly attempts: number
}

export interface MailSearch {
  readonly emailKey: string
  /** Prefix of the mails' keys. */
  readonly keyPrefix: string
  /** Mails written between `from` and `until`, inclusive: epoch milliseconds. */
  readonly from: number
  readonly until: number
  readonly limit: number
}

/** The mails to an address whose keys have the prefix, newest first. */
export async function listMails(db: Queries<MailTables>, { emailKey, keyPrefix, from, until, limit }: MailSearch): Promise<MailProgress[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['id', 'state', 'created_at', 'settled_at', 'attempts'])
    .where('email_key', '=', emailKey)
    .where(sql<boolean>`starts_with(key, ${keyPrefix})`)
    .where('created_at', '>=', new Date(from))
    .where('created_at', '<=', new Date(until))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, state, created_at, settled_at, attempts }) => ({
    id,
    state,
    createdAt: created_at.getTime(),
    settledAt: settled_at?.getTime() ?? null,
    attempts,
  }))
}
