import { formatInstant } from '@isobar/weather'
import { type Kysely, type Selectable, sql } from 'kysely'
import { deleteInSteps } from '../../platform/db/delete-in-steps.ts'
import { buildContainsPattern } from '../../platform/db/keyset.ts'
import { mapListing } from '../../platform/http/schema/listing.ts'
import type { PeriodFilter } from '../../platform/http/schema/period-filter.ts'
import { createTableListing } from '../../platform/http/schema/table-listing.ts'
import type { AuditTables } from './tables.ts'

export interface AuditFilters extends PeriodFilter {
  readonly userId?: string
  readonly action?: string
  readonly objectType?: string
  readonly objectId?: string
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
      mapListing(
        createTableListing((q) => matching(filters, q), { select: (query) => query.selectAll(), sorts: { at: 'at' }, id: 'id' }),
        entryOf,
      ),

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

type Changed = Readonly<Record<string, unknown>> | null

function entryOf({ id, at, user_id, request_id, object_type, object_id, before, after, ...row }: Selectable<AuditTables['admin_audit']>) {
  return {
    ...row,
    id: String(id),
    at: formatInstant(at.getTime()),
    userId: user_id,
    requestId: request_id,
    objectType: object_type,
    objectId: object_id,
    before: before as Changed,
    after: after as Changed,
  }
}
