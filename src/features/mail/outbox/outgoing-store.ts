import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Queries } from '../../../platform/db/queries.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { toEmailKey } from '../../../platform/mail/address.ts'
import { HOUR_MS } from '../../../time.ts'
import type { MailKind } from '../templates/index.ts'
import type { OutgoingMail } from './outgoing.ts'
import { ATTEMPTS_ALLOWED } from './settling.ts'
import type { MailTables } from './tables.ts'

const BATCH = 500
const MAX_KEY_LENGTH = 300
const MAX_DATA_CHARACTERS = 64 * 1024

/** A part written again within this time is not updated: a hot row would make jobs wait for each other. */
const PART_TOUCH_MS = HOUR_MS

const PRIORITIES: Readonly<Record<MailKind, number>> = { confirmation: 0, account: 0, alerts: 1, digest: 2, message: 2 }

/**
 * Inserts mails in the caller's transaction and skips those whose key exists. Resolves to the number inserted. Call `Mail.wake()` after the
 * commit.
 * @throws RangeError for a key or data beyond their limits
 */
export async function insertMails(db: Queries<MailTables>, mails: readonly OutgoingMail[], now: number): Promise<number> {
  let inserted = 0
  for (let start = 0; start < mails.length; start += BATCH) {
    const rows = mails.slice(start, start + BATCH).map((mail) => rowOf(mail, now))
    const { numAffectedRows } = await sql`
      insert into mail_outbox (id, key, kind, priority, template, address, email_key, lang, units, timezone, data, parts,
        unsubscribe_token, unsubscribe_scope, run_id, created_at, drop_after, next_attempt_at, attempts_allowed)
      select id, key, kind, priority, template, address, email_key, lang, units, timezone, data, parts,
        unsubscribe_token, unsubscribe_scope, run_id, created_at, drop_after, next_attempt_at, ${ATTEMPTS_ALLOWED}::int2
      from json_to_recordset(${writeStorableJson(rows)}::json) as mail (id uuid, key text, kind text, priority int2, template text, address text,
        email_key text, lang text, units text, timezone text, data jsonb, parts text[], unsubscribe_token text, unsubscribe_scope text,
        run_id uuid, created_at timestamptz, drop_after timestamptz, next_attempt_at timestamptz)
      on conflict (key) do nothing`.execute(db)
    inserted += Number(numAffectedRows)
  }
  return inserted
}

/** The mails that insertMails would insert; writes nothing. @throws RangeError as insertMails does */
export async function listNewMails<Mail extends OutgoingMail>(
  db: Kysely<MailTables>,
  mails: readonly Mail[],
  now: number,
): Promise<Mail[]> {
  const known = new Set<string>()
  for (let start = 0; start < mails.length; start += BATCH) {
    const keys = mails.slice(start, start + BATCH).map((mail) => rowOf(mail, now).key)
    const { rows } = await sql<{ key: string }>`select key from mail_outbox where key = any(${keys}::text[])`.execute(db)
    for (const { key } of rows) known.add(key)
  }
  return mails.filter(({ key }) => !known.has(key))
}

function rowOf(mail: OutgoingMail, now: number) {
  const { key, kind, template, to, lang, units, timezone, data, parts = [], unsubscribe, notBefore, dropAfter, runId } = mail
  if (key.length > MAX_KEY_LENGTH) throw new RangeError(`the key of a mail is longer than ${MAX_KEY_LENGTH} characters`)
  if (JSON.stringify(data).length > MAX_DATA_CHARACTERS) throw new RangeError(`the data of mail ${key} is larger than 64 KB`)
  return {
    // Time-ordered, so that new rows are adjacent in the index.
    id: randomUUIDv7(),
    key,
    kind,
    priority: PRIORITIES[kind],
    template,
    address: to,
    email_key: toEmailKey(to),
    lang,
    units,
    timezone,
    data,
    parts,
    unsubscribe_token: unsubscribe?.token ?? null,
    unsubscribe_scope: unsubscribe?.scope ?? null,
    run_id: runId ?? null,
    created_at: new Date(now),
    drop_after: dropAfter === undefined ? null : new Date(dropAfter),
    next_attempt_at: new Date(Math.max(now, notBefore ?? now)),
  }
}

/** Inserts shared content (id → data), stored once however many mails show it. Existing parts stay as they are and are kept longer. */
export async function insertParts(db: Queries<MailTables>, parts: ReadonlyMap<string, object>, now: number): Promise<void> {
  // In a fixed order, so that two runs never deadlock.
  const rows = [...parts].map(([id, data]) => ({ id, data })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (let start = 0; start < rows.length; start += BATCH) {
    await sql`
      insert into mail_part (id, data, used_at)
      select id, data, ${new Date(now)} from json_to_recordset(${writeStorableJson(rows.slice(start, start + BATCH))}::json) as part (id text, data jsonb)
      on conflict (id) do update set used_at = excluded.used_at where mail_part.used_at < ${new Date(now - PART_TOUCH_MS)}`.execute(db)
  }
}

/**
 * Withdraws an address's waiting mails of the kinds it unsubscribed from, and messages to their subscribers; a mail in flight may still be
 * sent. Resolves to how many.
 */
export async function withdrawMails(db: Queries<MailTables>, emailKey: string, kinds: readonly MailKind[], now: number): Promise<number> {
  if (kinds.length === 0) return 0
  const { numAffectedRows } = await sql`
    update mail_outbox set state = 'withdrawn', settled_at = ${new Date(now)} where id = any(array(
      select id from mail_outbox where state = 'waiting' and email_key = ${emailKey}
        and (kind = any(${kinds}::text[]) or (kind = 'message' and unsubscribe_scope = any(${kinds}::text[])))
      order by id for update))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Postpones the deletion of a part, as if a mail had used it at that instant. */
export async function extendPart(db: Queries<MailTables>, id: string, usedAt: number): Promise<void> {
  await db
    .updateTable('mail_part')
    .set({ used_at: new Date(usedAt) })
    .where('id', '=', id)
    .execute()
}

/** What mails share under that id; undefined: it was deleted with them. */
export async function findPart(db: Queries<MailTables>, id: string): Promise<object | undefined> {
  return (await db.selectFrom('mail_part').select('data').where('id', '=', id).executeTakeFirst())?.data
}

/** The ids of those parts that exist. */
export async function listParts(db: Queries<MailTables>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mail_part')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The id of the mail with that key, which must have just been inserted. */
export async function readMailIdByKey(db: Queries<MailTables>, key: string): Promise<string> {
  return (await db.selectFrom('mail_outbox').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
}

/** A mail by its id, or the latest one to an address. */
export type AttemptedMail = { readonly id: string } | { readonly emailKey: string }

/** A mail that was handed to a mail server, or may have been; undefined: none of the last 30 days. */
export async function findAttempted(db: Queries<MailTables>, mail: AttemptedMail) {
  return (
    db
      .selectFrom('mail_outbox')
      .select(['id', 'run_id as runId', 'email_key as emailKey'])
      .where((eb) => ('id' in mail ? eb('id', '=', mail.id) : eb('email_key', '=', mail.emailKey)))
      // While it is leased, a server may have it already: some report at once.
      .where((eb) => eb.or([eb('attempts', '>', 0), eb('lease_owner', 'is not', null)]))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
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

/** The mails to an address whose keys have the prefix, newest first; `settledAt`: when it was sent or given up, null while it waits. */
export function listMails(db: Queries<MailTables>, { emailKey, keyPrefix, from, until, limit }: MailSearch) {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'state', 'created_at as createdAt', 'settled_at as settledAt', 'attempts'])
    .where('email_key', '=', emailKey)
    .where(sql<boolean>`starts_with(key, ${keyPrefix})`)
    .where('created_at', '>=', new Date(from))
    .where('created_at', '<=', new Date(until))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}
export type MailProgress = Awaited<ReturnType<typeof listMails>>[number]
