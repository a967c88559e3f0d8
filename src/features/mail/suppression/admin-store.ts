import { formatInstant } from '@isobar/weather'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import type { PeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import type { SuppressionTables, SuppressionReason } from './tables.ts'

/** A suppressed address, identified by its keyed hash, with PostgreSQL's version of the row (xmin). */
type Suppression = ReturnType<typeof suppressionOf>

export interface SuppressionFilters extends PeriodFilter {
  readonly reason?: SuppressionReason
  readonly addressHash?: string
}

export interface SuppressionEdit {
  readonly addressHash: string
  readonly version: number | undefined
  /** The new state; null lifts the suppression. Omitted parts stay as they are. */
  readonly to: { readonly reason?: SuppressionReason; readonly note?: string | null } | null
  /** Whether a missing suppression may be created. */
  readonly mayInsert: boolean
}

export type SuppressionAdminStore = ReturnType<typeof createSuppressionAdminStore>

const VERSION = sql<number>`mail_suppression.xmin::text::int8`.as('version')

/** The back office's side of the suppression list. */
export function createSuppressionAdminStore(db: Kysely<SuppressionTables & AuditTables>) {
  function matching({ reason, addressHash, fromMs, toMs }: SuppressionFilters, q: string | null) {
    let query = db.selectFrom('mail_suppression')
    if (reason !== undefined) query = query.where('reason', '=', reason)
    if (addressHash !== undefined) query = query.where('address_hash', '=', addressHash)
    if (fromMs !== undefined) query = query.where('since', '>=', new Date(fromMs))
    if (toMs !== undefined) query = query.where('since', '<', new Date(toMs))
    return q === null ? query : query.where('note', 'ilike', buildContainsPattern(q))
  }

  return {
    list: (filters: SuppressionFilters) =>
      mapListing(
        createTableListing((q) => matching(filters, q), {
          select: (query) => query.selectAll().select(VERSION),
          sorts: { since: 'since' },
          id: 'address_hash',
        }),
        suppressionOf,
      ),

    /**
     * Creates, changes or lifts a suppression, with its audit entry. Resolves to null when there is none afterwards.
     * @throws AppError `conflict`
     */
    edit: ({ addressHash, version, to, mayInsert }: SuppressionEdit, actor: Actor, now: number): Promise<Suppression | null> =>
      db.transaction().execute(async (trx) => {
        const rows = trx.selectFrom('mail_suppression').selectAll().select(VERSION).where('address_hash', '=', addressHash)
        const row = await rows.forUpdate().executeTakeFirst()
        const before = row === undefined ? null : suppressionOf(row)
        if (before === null) {
          if (to === null || !mayInsert) return null
          const { reason = 'manual', note = null } = to
          const values = { address_hash: addressHash, reason, since: new Date(now), note }
          // A worker may insert first: then its reason stays, as everywhere.
          await trx
            .insertInto('mail_suppression')
            .values(values)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        } else {
          checkVersion(before.version, version)
          if (to === null) await trx.deleteFrom('mail_suppression').where('address_hash', '=', addressHash).execute()
          else {
            const { reason = before.reason, note = before.note } = to
            await trx.updateTable('mail_suppression').set({ reason, note }).where('address_hash', '=', addressHash).execute()
          }
        }
        const written = await rows.executeTakeFirst()
        const after = written === undefined ? null : suppressionOf(written)
        await recordAudit(trx, {
          at: now,
          actor,
          action: after === null ? 'suppression.delete' : before === null ? 'suppression.create' : 'suppression.update',
          object: { type: 'suppression', id: addressHash },
          before: auditable(before),
          after: auditable(after),
        })
        return after
      }),

    async countByReason(): Promise<Readonly<Record<string, number>>> {
      const rows = await db
        .selectFrom('mail_suppression')
        .select((eb) => ['reason', eb.fn.countAll<number>().as('count')])
        .groupBy('reason')
        .execute()
      return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
    },
  }
}

function auditable(suppression: Suppression | null) {
  return suppression && { reason: suppression.reason, hasNote: suppression.note !== null }
}

type Row = Selectable<SuppressionTables['mail_suppression']> & { readonly version: number }

function suppressionOf({ address_hash, since, ...rest }: Row) {
  return { ...rest, addressHash: address_hash, since: formatInstant(since.getTime()) }
}
