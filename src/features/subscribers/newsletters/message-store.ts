import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { type AuditEntry, type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import { toEmailKey } from '../../../platform/mail/address.ts'
import type { BounceTables } from '../../mail/bounces/index.ts'
import {
  extendPart,
  findPart,
  readMailIdByKey,
  insertMails,
  insertParts,
  type MailTables,
  type OutgoingMail,
} from '../../mail/outbox/index.ts'
import type { MailParts } from '../../mail/templates/index.ts'
import { holdAddresses, type SubscriptionTables, type SubscriptionType } from '../subscriptions/index.ts'
import { deleteSentDraft } from './draft-store.ts'
import { buildMessageData, type MessagePart } from './emails/message/index.ts'
import type { MessageState } from './message-state.ts'
import { readCampaignReport } from './report-store.ts'
import { checkAhead, type Schedule } from './schedule.ts'
import { countSegment, listSegment, listSubscriptionPage, type Reader, type Segment } from './segment-store.ts'
import type { MailingTables } from './tables.ts'

export type MailingDatabase = MailingTables & MailTables & BounceTables & SubscriptionTables & AuditTables

/** A message and its progress, as its row. */
export type Message = Selectable<MailingTables['composed_message']>

export interface NewMessage {
  readonly id: string
  readonly subject: string
  /** Markdown. */
  readonly body: string
  /** HTML made from `body`. */
  readonly html: string
  /** One address, or subscribers. */
  readonly to: { readonly address: string } | { readonly segment: Segment }
  readonly schedule: Schedule | null
  readonly idempotencyKey: string | null
  readonly fingerprint: string
  readonly createdBy: string
  /** The draft that it was; null: none. */
  readonly draft: string | null
}

export type MessageStore = ReturnType<typeof createNewsletterMessageStore>

const PAGE = 200
const LISTED = {
  select: (query: SelectQueryBuilder<MailingDatabase, 'composed_message', object>) => query.selectAll(),
  sorts: { createdAt: 'created_at' },
  id: 'id',
} as const
const REPORTS_AT_ONCE = 100

/** Messages to readers and single addresses, over PostgreSQL. */
export function createNewsletterMessageStore(db: Kysely<MailingDatabase>, addressHash: (emailKey: string) => string) {
  /** The key makes it one mail per address and message, however often this runs. */
  function mailOf(id: string, reader: Omit<Reader, 'unsubscribe_token' | 'unsubscribe_scope' | 'type'>, type: SubscriptionType | null) {
    const data = buildMessageData(partIdOf(id), type)
    const { email: to, lang, units, timezone } = reader
    const key = `message ${id} ${addressHash(reader.email_key)}`
    return { key, template: 'message', kind: 'message', to, lang, units, timezone, data, parts: [data.part], runId: id } as const
  }

  return {
    /**
     * Inserts a message with its audit entry; a repeated idempotency key returns the earlier message instead.
     * @throws AppError `conflict` when the key was used for a different message, `invalid_request` when nobody would get it, or for its time
     */
    insert: (message: NewMessage, audit: AuditEntry, now: number): Promise<{ readonly message: Message; readonly isNew: boolean }> =>
      db.transaction().execute(async (trx) => {
        const { id, subject, body, html, to, schedule, idempotencyKey, fingerprint, createdBy, draft } = message
        const isDirect = 'address' in to
        const at = new Date(now)
        const row = await trx
          .insertInto('composed_message')
          .values({
            id,
            subject: isDirect ? null : subject,
            languages: isDirect ? null : [...to.segment.languages],
            segment: isDirect ? null : storedOf(to.segment),
            send_at: schedule === null ? null : new Date(schedule.sendAt),
            timezone: schedule?.timezone ?? null,
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
        // A repeated request may come after the time that it names.
        if (schedule !== null) checkAhead(schedule, now)
        // Of a message that is sent later, readers may still join.
        if (!isDirect && schedule === null && (await countSegment(trx, to.segment)) === 0)
          throw buildInvalidFieldError('audience', 'has no subscribers')
        const part: MessagePart = { title: subject, text: body, html }
        await insertParts(trx, new Map([[partIdOf(id), part]]), schedule?.sendAt ?? now)
        if (isDirect) {
          const reader = { email: to.address, email_key: toEmailKey(to.address), lang: 'en', units: 'metric', timezone: 'UTC' } as const
          await insertMails(trx, [mailOf(id, reader, null)], now)
        }
        if (draft !== null) await deleteSentDraft(trx, draft)
        await recordAudit(trx, audit)
        return { message: row, isNew: true }
      }),

    find: (id: string): Promise<Message | undefined> =>
      db.selectFrom('composed_message').selectAll().where('id', '=', id).executeTakeFirst(),

    /** The Markdown of a message to subscribers; null once it is deleted with its mails. */
    async findText(id: string): Promise<string | null> {
      const part = (await findPart(db, partIdOf(id))) as MessagePart | undefined
      return part?.text ?? null
    },

    /** Enqueues a test mail and its parts, with the audit entry; resolves to its id. */
    insertTest: (mail: OutgoingMail, parts: MailParts, audit: AuditEntry, now: number): Promise<string> =>
      db.transaction().execute(async (trx) => {
        await insertParts(trx, parts, now)
        await insertMails(trx, [mail], now)
        await recordAudit(trx, audit)
        return readMailIdByKey(trx, mail.key)
      }),

    /** Enqueues the next mails of the oldest unfinished message. Resolves to how many; null: nothing to do. */
    fillOutbox: (now: number): Promise<number | null> =>
      db.transaction().execute(async (trx) => {
        const message = await trx
          .selectFrom('composed_message')
          .selectAll()
          .where('finished_at', 'is', null)
          .where('cancelled_at', 'is', null)
          .where((eb) => eb.or([eb('send_at', 'is', null), eb('send_at', '<=', new Date(now))]))
          .orderBy(sql`coalesce(send_at, created_at)`)
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (message === undefined) return null
        const { id, filled_to } = message
        const segment = findMessageSegment(message) ?? EVERYBODY
        const page = await listSubscriptionPage(trx, segment.types, filled_to, PAGE)
        const emailKeys = [...new Set(page.map(({ email_key }) => email_key))]
        await holdAddresses(trx, emailKeys)
        const mails = (await listSegment(trx, segment, emailKeys)).map((reader): OutgoingMail => ({
          ...mailOf(id, reader, reader.type),
          // Ends those of all clients: otherwise another client's row would bring the next one.
          unsubscribe: { token: reader.unsubscribe_token, scope: reader.unsubscribe_scope },
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

    list: (filters: { readonly state?: MessageState }, now: number) =>
      createTableListing((q) => {
        let query = db.selectFrom('composed_message').where('subject', 'is not', null)
        const isStarted = sql<boolean>`(send_at is null or send_at <= ${new Date(now)})`
        if (filters.state === 'cancelled') query = query.where('cancelled_at', 'is not', null)
        else if (filters.state !== undefined) query = query.where('cancelled_at', 'is', null)
        if (filters.state === 'scheduled') query = query.where(sql<boolean>`not ${isStarted}`)
        if (filters.state === 'enqueuing') query = query.where(isStarted).where('finished_at', 'is', null)
        if (filters.state === 'enqueued') query = query.where('finished_at', 'is not', null)
        return q === null ? query : query.where('subject', 'ilike', buildContainsPattern(q))
      }, LISTED),

    /**
     * Moves a message that has not begun, or cancels it (null), with the audit entry. Undefined: there is no such message.
     * @throws AppError conflict when it has begun, was cancelled, or is not to subscribers
     */
    reschedule: (id: string, schedule: Schedule | null, audit: AuditEntry, now: number): Promise<Message | undefined> =>
      db.transaction().execute(async (trx) => {
        const row = await trx.selectFrom('composed_message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
        if (row === undefined) return undefined
        const hasBegun = row.finished_at !== null || row.filled_to !== null || (row.send_at?.getTime() ?? 0) <= now
        if (hasBegun || row.cancelled_at !== null)
          throw new AppError('conflict', 'Only messages that have not begun to be sent can be moved or cancelled')
        const changed = await trx
          .updateTable('composed_message')
          .set(schedule === null ? { cancelled_at: new Date(now) } : { send_at: new Date(schedule.sendAt), timezone: schedule.timezone })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        if (schedule !== null) await extendPart(trx, partIdOf(id), schedule.sendAt)
        await recordAudit(trx, audit)
        return changed
      }),

    /** Stores the reports of messages that were sent before that, at most REPORTS_AT_ONCE: their mails are deleted earlier than they are. */
    async storeReports(finishedBefore: number): Promise<void> {
      const due = db.selectFrom('composed_message').select('id').where('report', 'is', null).where('subject', 'is not', null)
      for (const { id } of await due.where('finished_at', '<', new Date(finishedBefore)).limit(REPORTS_AT_ONCE).execute()) {
        const report = writeStorableJson(await readCampaignReport(db, id))
        await db.updateTable('composed_message').set({ report }).where('id', '=', id).execute()
      }
    },

    /** Deletes those that were written before the instant, and were to be sent before it. */
    deleteBefore: (instant: number): Promise<number> =>
      deleteInSteps(db, 'composed_message', sql`greatest(created_at, send_at) < ${new Date(instant)}`),
  }
}

async function sameAsked(trx: Transaction<MailingDatabase>, idempotencyKey: string | null, fingerprint: string): Promise<Message> {
  const row = await trx.selectFrom('composed_message').selectAll().where('idempotency_key', '=', idempotencyKey).executeTakeFirstOrThrow()
  if (row.fingerprint !== fingerprint) throw new AppError('conflict', 'This Idempotency-Key was already used for a different message')
  return row
}

const partIdOf = (id: string): string => `message ${id}`

/** The state at `now`, epoch milliseconds. */
export function getMessageState({ cancelled_at, finished_at, send_at }: Message, now: number): MessageState {
  if (cancelled_at !== null) return 'cancelled'
  if (finished_at !== null) return 'enqueued'
  return send_at !== null && send_at.getTime() > now ? 'scheduled' : 'enqueuing'
}

/** Of messages written before there were segments. */
const EVERYBODY: Segment = { types: ['newsletter'], languages: [], place: null, activeSince: null }

const storedOf = ({ types, place, activeSince }: Segment): string => writeStorableJson({ types, place, activeSince })

/** Who gets it; null: it is to one address. */
export function findMessageSegment({ languages, segment }: Message): Segment | null {
  if (languages === null) return null
  if (segment === null) return { ...EVERYBODY, languages }
  const { place, activeSince } = segment
  return { types: 'types' in segment ? segment.types : [segment.type], place, activeSince, languages }
}
