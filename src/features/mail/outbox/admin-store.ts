import { type Kysely, type Selectable, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import type { PeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import type { MailKind } from '../templates/index.ts'
import type { MailToWrite } from './preparation.ts'
import { ATTEMPTS_ALLOWED } from './settling.ts'
import type { MailState, MailTables } from './tables.ts'
import { createUpkeepStore } from './upkeep-store.ts'

export interface OutboxFilters extends PeriodFilter {
  readonly state?: MailState
  readonly kind?: MailKind
  readonly template?: string
  readonly runId?: string
  readonly emailKey?: string
  /** Whether `q` also searches addresses and errors. */
  readonly searchesAddresses: boolean
}

export interface MailsOfDay {
  readonly day: string
  readonly kind: MailKind
  readonly state: MailState
  readonly mails: number
}

/** A mail without its data, which may hold secret links. */
export type OutboxRow = Pick<Selectable<MailTables['mail_outbox']>, (typeof COLUMNS)[number]>

/** What a mail is written from. */
export interface StoredMail extends MailToWrite {
  readonly emailKey: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export type OutboxAdminStore = ReturnType<typeof createOutboxAdminStore>

const COLUMNS = [
  'id',
  'kind',
  'template',
  'address',
  'lang',
  'state',
  'attempts',
  'attempts_allowed',
  'last_error',
  'run_id',
  'created_at',
  'next_attempt_at',
  'drop_after',
  'settled_at',
] as const

const CONTENT_COLUMNS = [
  'id',
  'kind',
  'template',
  'address',
  'email_key as emailKey',
  'lang',
  'units',
  'timezone',
  'data',
  'parts',
  'unsubscribe_token as unsubscribeToken',
  'unsubscribe_scope as unsubscribeScope',
  'created_at',
] as const

/** Reads the outbox for the back office, and retries failed mails. `templates` are the ids of all templates, which a search covers, too. */
export function createOutboxAdminStore(db: Kysely<MailTables & AuditTables>, templates: readonly string[]) {
  function matching({ state, kind, template, runId, emailKey, fromMs, toMs, searchesAddresses }: OutboxFilters, q: string | null) {
    let query = db.selectFrom('mail_outbox')
    if (state !== undefined) query = query.where('state', '=', state)
    if (kind !== undefined) query = query.where('kind', '=', kind)
    if (template !== undefined) query = query.where('template', '=', template)
    if (runId !== undefined) query = query.where('run_id', '=', runId)
    if (emailKey !== undefined) query = query.where('email_key', '=', emailKey)
    if (fromMs !== undefined) query = query.where('created_at', '>=', new Date(fromMs))
    if (toMs !== undefined) query = query.where('created_at', '<', new Date(toMs))
    if (q === null) return query
    const pattern = buildContainsPattern(q)
    const named = templates.filter((id) => id.includes(q.toLowerCase()))
    return query.where((eb) => {
      const [inAddress, inError] = [eb('email_key', 'like', pattern.toLowerCase()), eb('last_error', 'ilike', pattern)]
      const isSettled = eb('state', '<>', 'waiting')
      return eb.or([
        ...(named.length > 0 ? [eb('template', 'in', named)] : []),
        // Each condition has its own index: two trigram indexes, and that of the queue for waiting mails, which are usually few.
        ...(searchesAddresses
          ? [
              eb.and([isSettled, inAddress]),
              eb.and([isSettled, inError]),
              eb.and([eb('state', '=', 'waiting'), eb.or([inAddress, inError])]),
            ]
          : []),
      ])
    })
  }

  return {
    list: (filters: OutboxFilters) =>
      createTableListing((q) => matching(filters, q), {
        select: (query) => query.select(COLUMNS),
        sorts: { createdAt: 'created_at' },
        id: 'id',
      }),

    /** A mail with its attempts in order; undefined if there is none. */
    async find(id: string) {
      const mail: OutboxRow | undefined = await db.selectFrom('mail_outbox').select(COLUMNS).where('id', '=', id).executeTakeFirst()
      if (mail === undefined) return undefined
      return { mail, attempts: await db.selectFrom('mail_attempt').selectAll().where('mail_id', '=', id).orderBy('number').execute() }
    },

    /** What a mail is written from, as far as it is stored; undefined: there is no such mail. Has secrets: not for answers. */
    async findStored(id: string): Promise<StoredMail | undefined> {
      const row = await db.selectFrom('mail_outbox').select(CONTENT_COLUMNS).where('id', '=', id).executeTakeFirst()
      if (row === undefined) return undefined
      const { created_at, ...mail } = row
      const parts = await db
        .selectFrom('mail_part')
        .select(['id', 'data'])
        .where('id', '=', sql<string>`any(${row.parts}::text[])`)
        .execute()
      return {
        ...mail,
        createdAt: created_at.getTime(),
        partData: new Map(parts.map((part) => [part.id, part.data])),
      }
    },

    /** Queues a failed mail again and writes the audit entry. False when the mail is unknown or has not failed. */
    retry: (id: string, actor: Actor, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const isRetried = await createUpkeepStore(trx).retryFailed(id, ATTEMPTS_ALLOWED, now)
        if (!isRetried) return false
        const entry = { at: now, actor, action: 'mail.retry', object: { type: 'mail', id } }
        await recordAudit(trx, { ...entry, before: { state: 'failed' }, after: { state: 'waiting' } })
        return true
      }),

    /** Writes the audit entry of sending what waits. */
    recordSending: (actor: Actor, due: number, now: number): Promise<void> =>
      recordAudit(db, { at: now, actor, action: 'mail.send_waiting', object: { type: 'mail', id: null }, after: { due } }),

    /** Mails by the UTC day on which they were enqueued. */
    async countByDay(fromMs: number): Promise<MailsOfDay[]> {
      const { rows } = await sql<MailsOfDay>`
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, kind, state, count(*) as mails
        from mail_outbox where created_at >= ${new Date(fromMs)} group by 1, 2, 3 order by 1, 2, 3`.execute(db)
      return rows
    },
  }
}
