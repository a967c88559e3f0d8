import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, selectChangedFields, recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import { announceChange } from '../../../platform/db/changes.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import { TEMPLATES_TOPIC } from './store.ts'
import type { TemplateTables } from './tables.ts'
import { type MailSources, pickMailSources } from './template.ts'

/** An edited template and its last editor. */
export interface EditedTemplate extends MailSources {
  readonly id: string
  readonly version: number
  /** Epoch milliseconds. */
  readonly updatedAt: number
  readonly updatedBy: string | null
}

export type TemplateAdminStore = ReturnType<typeof createTemplateAdminStore>

export interface TemplateEdit {
  readonly id: string
  readonly version: number | undefined
  readonly mustBeNew: boolean
  readonly sources: MailSources
  /** What the first edit changes. */
  readonly shipped: MailSources
}

type Db = Kysely<TemplateTables & AuditTables & ChangeTables>

/**
 * Unique even after a reset: nodes cache compiled templates by version. A database assigns each transaction number once, whatever table the
 * transaction writes.
 */
const NEW_VERSION = sql<number>`(pg_current_xact_id()::text::int8 % 2147483647)::int4`

/** The back office's side of edited templates. */
export function createTemplateAdminStore(db: Db) {
  return {
    async list(): Promise<EditedTemplate[]> {
      const rows = await db.selectFrom('email_template').selectAll().orderBy('id').limit(200).execute()
      return rows.map(templateOf)
    },

    find: (id: string): Promise<EditedTemplate | undefined> => find(db, id),

    /**
     * Replaces the shipped sources, with the audit entry; `mustBeNew` rejects a template that is already edited.
     * @throws AppError `conflict` when `version` is not the current one (0: as shipped)
     */
    save: ({ id, version, mustBeNew, sources: { subject, mjml, text }, shipped }: TemplateEdit, actor: Actor, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await lock(trx, id)
        if (mustBeNew && before !== undefined) throw new AppError('conflict', 'This template has already been edited. Update it instead.')
        checkVersion(before?.version ?? 0, version)
        // Nothing changed, so there is nothing to announce.
        if (before !== undefined && isDeepStrictEqual(pickMailSources(before), { subject, mjml, text })) return
        const values = { subject, mjml, body_text: text, version: NEW_VERSION, updated_at: new Date(now), updated_by: actor.name }
        await trx
          .insertInto('email_template')
          .values({ id, ...values })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
          .execute()
        await recordAudit(trx, {
          at: now,
          actor,
          // The first edit, too: the template was there, as shipped.
          action: 'template.update',
          object: { type: 'template', id },
          ...selectChangedFields(pickMailSources(before ?? shipped), { subject, mjml, text }),
        })
        await announceChange(trx, TEMPLATES_TOPIC)
      }),

    /** Restores the shipped sources. @throws AppError `conflict` */
    reset: (id: string, version: number | undefined, actor: Actor, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await lock(trx, id)
        checkVersion(before?.version ?? 0, version)
        if (before === undefined) return
        await trx.deleteFrom('email_template').where('id', '=', id).execute()
        await recordAudit(trx, {
          at: now,
          actor,
          action: 'template.reset',
          object: { type: 'template', id },
          before: pickMailSources(before),
        })
        await announceChange(trx, TEMPLATES_TOPIC)
      }),
  }
}

/** Reads and locks the stored template. Writers wait for each other even if there is no row yet. */
async function lock(trx: Transaction<TemplateTables & AuditTables & ChangeTables>, id: string): Promise<EditedTemplate | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email template ${id}`}, 0))`.execute(trx)
  return find(trx, id)
}

async function find(db: Db, id: string): Promise<EditedTemplate | undefined> {
  const row = await db.selectFrom('email_template').selectAll().where('id', '=', id).executeTakeFirst()
  return row && templateOf(row)
}

function templateOf({ body_text, updated_at, updated_by, ...row }: Selectable<TemplateTables['email_template']>): EditedTemplate {
  return { ...row, text: body_text, updatedAt: updated_at.getTime(), updatedBy: updated_by }
}
