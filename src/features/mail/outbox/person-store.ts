import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { sql } from 'kysely'
import type { Queries, Transaction } from '../../../platform/db/queries.ts'
import type { MailTables } from './tables.ts'

const MAX_EXPORTED = 10_000
/** Names in mail data whose values grant access. */
const OPENS_SOMETHING = /token/i

/** The mails of the last 30 days to an address, as JSON. */
export async function exportPersonMails(db: Queries<MailTables>, emailKey: string) {
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'template', 'address', 'lang', 'units', 'timezone', 'data', 'state', 'created_at', 'settled_at', 'last_error'])
    .where('email_key', '=', emailKey)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_EXPORTED)
    .execute()
  const attempts = await db
    .selectFrom('mail_attempt')
    .innerJoin('mail_outbox', 'mail_outbox.id', 'mail_attempt.mail_id')
    .select(['mail_id', 'ended_at', 'outcome', 'response'])
    .where('email_key', '=', emailKey)
    .orderBy('mail_id')
    .orderBy('number')
    .limit(MAX_EXPORTED)
    .execute()
  const ofMail = Map.groupBy(attempts, ({ mail_id }) => mail_id)
  return mails.map(({ created_at, settled_at, last_error, data, ...mail }) => ({
    ...mail,
    data: JSON.parse(JSON.stringify(data, (name, value: unknown) => (OPENS_SOMETHING.test(name) ? '•••' : value))) as object,
    createdAt: formatInstant(created_at.getTime()),
    settledAt: formatOptionalInstant(settled_at),
    lastError: last_error,
    attempts: (ofMail.get(mail.id) ?? []).map(({ ended_at, outcome, response }) => ({
      at: formatInstant(ended_at.getTime()),
      outcome,
      response,
    })),
  }))
}

/** Erases the mails to an address and their attempts. Resolves to how many; a mail in flight may still be sent. */
export async function erasePersonMails(trx: Transaction<MailTables>, emailKey: string): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    with gone as (
      delete from mail_outbox where id = any(array(select id from mail_outbox where email_key = ${emailKey} order by id for update))
      returning id, kind, unsubscribe_token, parts
    ), attempts as (
      delete from mail_attempt using gone where mail_id = gone.id
    ), letters as (
      -- What was written to this address alone.
      delete from mail_part using gone
      where kind = 'message' and unsubscribe_token is null and mail_part.id = any(gone.parts)
    )
    select count(*)::int4 as erased from gone`.execute(trx)
  return rows[0]?.erased ?? 0
}
