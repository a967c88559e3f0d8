import { type Kysely, type Selectable, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import { announceChange } from '../../../platform/db/changes.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import type { WarningTables } from './tables.ts'
import { WARNINGS_TOPIC } from './warning-store.ts'

/** A feed to add. */
export interface GivenSource {
  /** Also the source id of its alerts. */
  readonly id: string
  readonly name: string
  readonly url: string
  readonly license: string
}

/** A feed that an operator added. */
export interface AddedSource extends GivenSource {
  readonly isEnabled: boolean
  readonly version: number
}

export type SourceTables = WarningTables & ChangeTables & AuditTables
export type SourceStore = ReturnType<typeof createSourceStore>

/** The topic that tells nodes to reread the list of feeds. */
export const SOURCES_TOPIC = 'warning-sources'
const MAX_SOURCES = 50

/** The feeds that operators added, over PostgreSQL; every change is audited and announced. */
export function createSourceStore(db: Kysely<SourceTables>) {
  return {
    async list(): Promise<AddedSource[]> {
      return (await db.selectFrom('warning_source').selectAll().orderBy('id').execute()).map(sourceOf)
    },

    /** @throws AppError conflict for a known id or address, limit_reached */
    add: (source: GivenSource, actor: Actor, now: number): Promise<AddedSource> =>
      db.transaction().execute(async (trx) => {
        await sql`lock table warning_source in share row exclusive mode`.execute(trx)
        const known = await trx.selectFrom('warning_source').select(['id', 'url']).execute()
        if (known.length >= MAX_SOURCES) throw new AppError('limit_reached', `There are ${MAX_SOURCES} added feeds already.`)
        if (known.some(({ id, url }) => id === source.id || url === source.url)) {
          throw new AppError('conflict', 'There is a feed with this name or address already.')
        }
        const row = await trx
          .insertInto('warning_source')
          .values({ ...source, added_at: new Date(now) })
          .returningAll()
          .executeTakeFirstOrThrow()
        const after = sourceOf(row)
        await recordAudit(trx, {
          at: now,
          actor,
          action: 'warning-feed.create',
          object: { type: 'warning-feed', id: source.id },
          before: null,
          after,
        })
        await announceChange(trx, SOURCES_TOPIC)
        return after
      }),

    /** Switches a feed on or off. @throws AppError not_found, conflict */
    enable: (id: string, isEnabled: boolean, version: number | undefined, actor: Actor, now: number): Promise<AddedSource> =>
      db.transaction().execute(async (trx) => {
        const before = await lockSource(trx, id)
        checkVersion(before.version, version)
        const row = await trx
          .updateTable('warning_source')
          .set((eb) => ({ is_enabled: isEnabled, version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        const after = sourceOf(row)
        await recordAudit(trx, { at: now, actor, action: 'warning-feed.update', object: { type: 'warning-feed', id }, before, after })
        await announceChange(trx, SOURCES_TOPIC)
        return after
      }),

    /** Removes a feed and all of its warnings, which is no all-clear. @throws AppError not_found, conflict */
    remove: (id: string, version: number | undefined, actor: Actor, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await lockSource(trx, id)
        checkVersion(before.version, version)
        await trx.deleteFrom('warning_source').where('id', '=', id).execute()
        await trx.deleteFrom('warning').where('feed', '=', id).execute()
        await trx.deleteFrom('warning_name').where('feed', '=', id).execute()
        await trx.deleteFrom('warning_feed').where('feed', '=', id).execute()
        await recordAudit(trx, { at: now, actor, action: 'warning-feed.delete', object: { type: 'warning-feed', id }, before, after: null })
        await announceChange(trx, SOURCES_TOPIC)
        await announceChange(trx, WARNINGS_TOPIC)
      }),
  }
}

async function lockSource(trx: Kysely<SourceTables>, id: string): Promise<AddedSource> {
  const row = await trx.selectFrom('warning_source').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new AppError('not_found', 'No such feed. Feeds of built-in providers are switched in Connections.')
  return sourceOf(row)
}

function sourceOf({ is_enabled, added_at: _added, ...row }: Selectable<WarningTables['warning_source']>): AddedSource {
  return { ...row, isEnabled: is_enabled }
}
