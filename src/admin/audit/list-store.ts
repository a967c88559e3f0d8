import { formatInstant } from '@isobar/weather'
import { type Kysely, type Selectable, sql } from 'kysely'
import { deleteInSteps } from '../../platform/db/delete-in-steps.ts'
import { buildContainsPattern } from '../../platform/db/keyset.ts'
import type { PeriodFilter } from '../../platform/http/schema/period-filter.ts'
import { createTableListing } from '../../platform/http/schema/table-listing.ts'
import type { AuditTables } from './tables.ts'

export interface AuditFilters extends PeriodFilter {
  readonly userId?: string
  readonly action?: string
  readonly objectType?: string
  readonly objectId?: string
}

export interface AuditItem {
  readonly id: string
  readonly at: string
  readonly userId: string | null
  readonly actor: string
  readonly client: string | null
  readonly country: string | null
  readonly requestId: string | null
  readonly action: string
  readonly objectType: string
  readonly objectId: string | null
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
}

export type AuditStore = ReturnType<typeof createAuditStore>

const MAX_KINDS = 200

/** The audit log's reading side and its retention, on PostgreSQL. */
export function createAuditStore(db: Kysely<AuditTables>) {
  function matching({ userId, action, objectType, objectId, fromMs, toMs }: AuditFilters, q: string | null) {
    let query = db.selectFrom('admin_audit')
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    if (action !== undefined) query = query.where('action', '=', action)
    if (objectType !== undefined) query = query.where('object_type', '=', objectType)
    if (objectId !== undefined) query = query.where('object_id', '=', objectId)
    if (fromMs !== undefined) query = query.where('at', '>=', new Date(fromMs))
    if (toMs !== undefined) query = query.where('at', '<', new Date(toMs))
    if (q === null) return query
    const pattern = buildContainsPattern(q)
    return query.where((eb) => eb.or([eb('actor', 'ilike', pattern), eb('action', 'ilike', pattern), eb('object_id', 'ilike', pattern)]))
  }

  async function distinct(column: 'action' | 'object_type'): Promise<string[]> {
    const rows = await db.selectFrom('admin_audit').select(column).distinct().orderBy(column).limit(MAX_KINDS).execute()
    return rows.map((row) => String(Reflect.get(row, column)))
  }

  return {
    list: (filters: AuditFilters) =>
      createTableListing((q) => matching(filters, q), { select: (query) => query.selectAll(), sorts: { at: 'at' }, id: 'id', itemOf }),

    /** The actions and object types that have entries, in alphabetical order. */
    async kinds(): Promise<{ readonly actions: string[]; readonly objectTypes: string[] }> {
      const [actions, objectTypes] = await Promise.all([distinct('action'), distinct('object_type')])
      return { actions, objectTypes }
    },

    /** Deletes older entries; resolves to their number. */
    deleteRefusedBefore: (epochMs: number): Promise<number> =>
      deleteInSteps(db, 'admin_audit', sql`action like '%.refused' and at < ${new Date(epochMs)} order by at`),
    deleteBefore: (epochMs: number): Promise<number> => deleteInSteps(db, 'admin_audit', sql`at < ${new Date(epochMs)} order by at`),
  }
}

function itemOf(row: Selectable<AuditTables['admin_audit']>): AuditItem {
  return {
    id: String(row.id),
    at: formatInstant(row.at.getTime()),
    userId: row.user_id,
    actor: row.actor,
    client: row.client,
    country: row.country,
    requestId: row.request_id,
    action: row.action,
    objectType: row.object_type,
    objectId: row.object_id,
    before: row.before as AuditItem['before'],
    after: row.after as AuditItem['after'],
  }
}
