import { type Kysely, type Selectable, sql } from 'kysely'
import { type AuditEntry, type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import { AppError, invalidField } from '../../../errors.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import { emailKeyOf } from '../../../platform/mail/address.ts'
import { insertMails, insertParts, type MailTables, type OutgoingMail } from '../../mail/outbox/index.ts'
import { holdAddresses, type SubscriptionTables } from '../subscriptions/index.ts'
import type { MessageData, MessagePart } from './emails/message/index.ts'
import type { MailingTables } from './tables.ts'

export type MailingDatabase = MailingTables & MailTables & SubscriptionTables & AuditTables

/** A message and its progress. Instants are epoch milliseconds. */
export interface Message {
  readonly id: string
  /** Null for a message to one address, whose subject only that mail has. */
  readonly subject: string | null
  /** Languages of its readers, empty: all; null for a message to one address. */
  readonly languages: readonly string[] | null
  /** Number of mails enqueued so far. */
  readonly recipients: number
  readonly createdAt: number
  readonly createdBy: string
  /** When all its mails were enqueued; null while in progress. */
  readonly finishedAt: number | null
}

export interface NewMessage {
  readonly id: string
  readonly subject: string
  /** Markdown. */
  readonly body: string
  /** HTML made from `body`. */
  readonly html: string
  /** One address, or the readers in these languages. */
  readonly to: { readonly address: string } | { readonly languages: readonly string[] }
  readonly idempotencyKey: string | null
  readonly fingerprint: string
  readonly createdBy: string
}

export type MessageStore = ReturnType<typeof createMessageStore>

const PAGE = 200
const DELETE_STEP = 100

/** Messages to readers and single addresses, over PostgreSQL. */
export function createMessageStore(db: Kysely<MailingDatabase>, addressHash: (emailKey: string) => string) {
  /** The key makes it one mail per address and message, however often this runs. */
  function mailOf(id: string, reader: Pick<Reader, 'email' | 'email_key' | 'lang' | 'units' | 'timezone'>, newsletter: boolean) {
    const data: MessageData = { part: partIdOf(id), newsletter }
    const { email: to, lang, units, timezone } = reader
    const key = `message ${id} ${addressHash(reader.email_key)}`
    return { key, template: 'message', kind: 'message', to, lang, units, timezone, data, parts: [data.part], runId: id } as const
  }

  return {
    /**
     * Inserts a message with its audit entry; a repeated idempotency key returns the earlier message instead.
     * @throws AppError `conflict` when the key was used for a different message, `invalid_request` when nobody would get it
     */
    insert: (message: NewMessage, audit: AuditEntry, now: number): Promise<{ readonly message: Message; readonly isNew: boolean }> =>
      db.transaction().execute(async (trx) => {
        const { id, subject, body, html, to, idempotencyKey, fingerprint, createdBy } = message
        const isDirect = 'address' in to
        const at = new Date(now)
        const row = await trx
          .insertInto('composed_message')
          .values({
            id,
            subject: isDirect ? null : subject,
            languages: isDirect ? null : [...to.languages],
            idempotency_key: idempotencyKey,
            fingerprint,
            recipients: isDirect ? 1 : 0,
            created_at: at,
            created_by: createdBy,
            finished_at: isDirect ? at : null,
          })
          .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) return { message: await sameAsked(trx, idempotencyKey, fingerprint), isNew: false }
        if (!isDirect && !(await hasReaders(trx, to.languages))) throw invalidField('audience', 'has no subscribers')
        const part: MessagePart = { title: subject, text: body, html }
        await insertParts(trx, new Map([[partIdOf(id), part]]), now)
        if (isDirect) {
          const reader = { email: to.address, email_key: emailKeyOf(to.address), lang: 'en', units: 'metric', timezone: 'UTC' } as const
          await insertMails(trx, [mailOf(id, reader, false)], now)
        }
        await recordAudit(trx, audit)
        return { message: messageOf(row), isNew: true }
      }),

    async find(id: string): Promise<Message | undefined> {
      const row = await db.selectFrom('composed_message').selectAll().where('id', '=', id).executeTakeFirst()
      return row && messageOf(row)
    },

    /** Enqueues the next mails of the oldest unfinished message. Resolves to how many; null: nothing to do. */
    fillOutbox: (now: number): Promise<number | null> =>
      db.transaction().execute(async (trx) => {
        const message = await trx
          .selectFrom('composed_message')
          .selectAll()
          .where('finished_at', 'is', null)
          .orderBy('created_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (message === undefined) return null
        const { id, languages, filled_to } = message
        const page = await newslettersAfter(trx, filled_to)
        const readers = await readersOf(trx, [...new Set(page.map(({ email_key }) => email_key))])
        const wanted = readers.filter(({ lang }) => languages === null || languages.length === 0 || languages.includes(baseOf(lang)))
        const mails = wanted.map((reader): OutgoingMail => ({
          ...mailOf(id, reader, true),
          // Ends the newsletters of all clients: otherwise another client's row would bring the next one.
          unsubscribe: { token: reader.unsubscribe_token, scope: 'digest' },
        }))
        const inserted = await insertMails(trx, mails, now)
        await trx
          .updateTable('composed_message')
          .set((eb) => ({
            filled_to: page.at(-1)?.id ?? filled_to,
            recipients: eb('recipients', '+', inserted),
            finished_at: page.length < PAGE ? new Date(now) : null,
          }))
          .where('id', '=', id)
          .execute()
        return inserted
      }),

    async deleteBefore(createdBefore: number): Promise<void> {
      await sql`
        delete from composed_message where id in
          (select id from composed_message where created_at < ${new Date(createdBefore)} limit ${DELETE_STEP})`.execute(db)
    },
  }
}

interface Reader {
  readonly email: string
  readonly email_key: string
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly unsubscribe_token: string
}

const readsNewsletter = sql`type = 'newsletter' and active and confirmed_at is not null`

async function hasReaders(trx: Transaction<MailingDatabase>, languages: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from subscription where ${readsNewsletter} and (${languages.length === 0} or split_part(lower(lang), '-', 1) = any(${languages}::text[]))
    limit 1`.execute(trx)
  return rows.length > 0
}

/** In id order. */
async function newslettersAfter(trx: Transaction<MailingDatabase>, after: string | null) {
  const { rows } = await sql<{ id: string; email_key: string }>`
    select id, email_key from subscription
    where ${readsNewsletter} and ${after === null ? sql`true` : sql`id > ${after}`}
    order by id limit ${PAGE}`.execute(trx)
  return rows
}

/** The newsletter readers among the addresses, locked until the transaction ends; each by its row changed last. */
async function readersOf(trx: Transaction<MailingDatabase>, emailKeys: readonly string[]): Promise<Reader[]> {
  await holdAddresses(trx, emailKeys)
  const { rows } = await sql<Reader>`
    select distinct on (email_key) email, email_key, lang, units, timezone, unsubscribe_token
    from subscription where ${readsNewsletter} and email_key = any(${emailKeys}::text[])
    order by email_key, updated_at desc, id`.execute(trx)
  return rows
}

async function sameAsked(trx: Transaction<MailingDatabase>, idempotencyKey: string | null, fingerprint: string): Promise<Message> {
  const row = await trx.selectFrom('composed_message').selectAll().where('idempotency_key', '=', idempotencyKey).executeTakeFirstOrThrow()
  if (row.fingerprint !== fingerprint) throw new AppError('conflict', 'This Idempotency-Key was already used for a different message')
  return messageOf(row)
}

const partIdOf = (id: string): string => `message ${id}`
const baseOf = (lang: string): string => lang.toLowerCase().split('-', 1)[0] ?? ''

function messageOf({
  id,
  subject,
  languages,
  recipients,
  created_at,
  created_by,
  finished_at,
}: Selectable<MailingTables['composed_message']>): Message {
  return {
    id,
    subject,
    languages,
    recipients,
    createdAt: created_at.getTime(),
    createdBy: created_by,
    finishedAt: finished_at?.getTime() ?? null,
  }
}
