import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import type { Audience } from './schemas.ts'
import type { MailingTables } from './tables.ts'

type DraftDatabase = MailingTables & AuditTables
export type MessageDraft = Selectable<MailingTables['message_draft']>

export interface DraftContents {
  readonly subject: string
  readonly body: string
  readonly audience: Audience | null
}

export type DraftStore = ReturnType<typeof createDraftStore>

export const MAX_DRAFTS = 200
const LISTED = {
  select: (query: SelectQueryBuilder<DraftDatabase, 'message_draft', object>) => query.selectAll(),
  sorts: { updatedAt: 'updated_at' },
  id: 'id',
} as const

const valuesOf = ({ subject, body, audience }: DraftContents, actor: Actor, now: number) => ({
  subject: subject.toWellFormed(),
  body: body.toWellFormed(),
  audience: audience && writeStorableJson(audience),
  updated_at: new Date(now),
  updated_by: actor.name,
})

/** Messages that are being written, over PostgreSQL. */
export function createDraftStore(db: Kysely<DraftDatabase>) {
  return {
    /** @throws AppError `limit_reached` */
    insert: (contents: DraftContents, actor: Actor, now: number): Promise<MessageDraft> =>
      db.transaction().execute(async (trx) => {
        // Two at once must see each other.
        await sql`select pg_advisory_xact_lock(hashtextextended('message drafts', 0))`.execute(trx)
        const { count } = await trx
          .selectFrom('message_draft')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (Number(count) >= MAX_DRAFTS) throw new AppError('limit_reached', `There are ${MAX_DRAFTS} drafts; delete one first`)
        const draft = await trx
          .insertInto('message_draft')
          .values({ id: randomUUID(), version: 1, ...valuesOf(contents, actor, now) })
          .returningAll()
          .executeTakeFirstOrThrow()
        await recordAudit(trx, {
          at: now,
          actor,
          action: 'draft.create',
          object: { type: 'draft', id: draft.id },
          after: shownOf(contents),
        })
        return draft
      }),

    find: (id: string): Promise<MessageDraft | undefined> =>
      db.selectFrom('message_draft').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Changes what is given. Undefined: there is no such draft. @throws AppError `conflict` */
    update: (
      id: string,
      change: Partial<DraftContents>,
      version: number | undefined,
      actor: Actor,
      now: number,
    ): Promise<MessageDraft | undefined> =>
      db.transaction().execute(async (trx) => {
        const before = await trx.selectFrom('message_draft').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
        if (before === undefined) return undefined
        checkVersion(before.version, version)
        const contents = { subject: before.subject, body: before.body, audience: before.audience, ...change }
        const draft = await trx
          .updateTable('message_draft')
          .set({ ...valuesOf(contents, actor, now), version: before.version + 1 })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        const states = { before: shownOf(before), after: shownOf(contents) }
        await recordAudit(trx, { at: now, actor, action: 'draft.update', object: { type: 'draft', id }, ...states })
        return draft
      }),

    /** Whether there was one. */
    delete: (id: string, actor: Actor, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const before = await trx.deleteFrom('message_draft').where('id', '=', id).returningAll().executeTakeFirst()
        if (before === undefined) return false
        await recordAudit(trx, { at: now, actor, action: 'draft.delete', object: { type: 'draft', id }, before: shownOf(before) })
        return true
      }),

    list: () =>
      createTableListing((q) => {
        const query = db.selectFrom('message_draft')
        return q === null ? query : query.where('subject', 'ilike', buildContainsPattern(q))
      }, LISTED),

    deleteBefore: (instant: number): Promise<number> => deleteInSteps(db, 'message_draft', sql`updated_at < ${new Date(instant)}`),
  }
}

/** The log has who wrote to whom about what, and how much, not the text. */
const shownOf = ({ subject, audience, body }: DraftContents) => ({ subject, audience, characters: body.length })

/** Deletes the draft of a message that was sent. */
export async function deleteSentDraft(db: Queries<MailingTables>, id: string): Promise<void> {
  await db.deleteFrom('message_draft').where('id', '=', id).execute()
}
