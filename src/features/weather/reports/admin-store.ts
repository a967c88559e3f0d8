import { formatInstant, formatOptionalInstant, type WeatherScope } from '@isobar/weather'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, selectChangedFields, recordAudit } from '../../../admin/audit/index.ts'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import type { PeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import type { Report } from './store.ts'
import type { ReportField, ReportState, ReportTables } from './tables.ts'

export interface ReportFilters extends PeriodFilter {
  readonly state?: ReportState
  readonly field?: ReportField
  readonly scope?: WeatherScope
  readonly cellId?: number
}

export interface ReportChange {
  readonly id: string
  readonly state: ReportState
  readonly version?: number
}

export type ReportAdminStore = ReturnType<typeof createReportAdminStore>

type Db = Kysely<ReportTables & AuditTables>

/** Reports for the back office. Database errors are thrown. */
export function createReportAdminStore(db: Db) {
  function matching({ state, field, scope, cellId, fromMs, toMs }: ReportFilters, q: string | null) {
    let query = db.selectFrom('inaccurate_report')
    if (state !== undefined) query = query.where('state', '=', state)
    if (field !== undefined) query = query.where('field', '=', field)
    if (scope !== undefined) query = query.where('scope', '=', scope)
    if (cellId !== undefined) query = query.where('cell', '=', cellId)
    if (fromMs !== undefined) query = query.where('received_at', '>=', new Date(fromMs))
    if (toMs !== undefined) query = query.where('received_at', '<', new Date(toMs))
    return q === null ? query : query.where('comment', 'ilike', buildContainsPattern(q))
  }

  return {
    list: (filters: ReportFilters) =>
      mapListing(
        createTableListing((q) => matching(filters, q), {
          select: (query) => query.selectAll().select(VERSION),
          sorts: { receivedAt: 'received_at' },
          id: 'id',
        }),
        reportOf,
      ),

    async countByState(): Promise<Readonly<Record<ReportState, number>>> {
      const rows = await db
        .selectFrom('inaccurate_report')
        .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute()
      return { open: 0, resolved: 0, dismissed: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
    },

    /** Reports per UTC day; days without any are omitted. */
    async countByDay(fromMs: number): Promise<{ readonly day: string; readonly reports: number }[]> {
      const { rows } = await sql<{ day: string; reports: number }>`
        select to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as reports
        from inaccurate_report where received_at >= ${new Date(fromMs)} group by day order by day`.execute(db)
      return rows
    },

    /**
     * Sets a report's state, with its audit entry. Undefined if there is no such report.
     * @throws AppError `conflict`
     */
    setState: ({ id, state, version }: ReportChange, actor: Actor, now: number) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('inaccurate_report')
          .selectAll()
          .select(VERSION)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (row === undefined) return undefined
        checkVersion(row.version, version)
        if (row.state === state) return reportOf(row)
        const written = await trx
          .updateTable('inaccurate_report')
          .set({ state, state_changed_at: new Date(now) })
          .where('id', '=', id)
          .returningAll()
          .returning(VERSION)
          .executeTakeFirstOrThrow()
        await recordAudit(trx, {
          at: now,
          actor,
          action: 'report.update',
          object: { type: 'report', id },
          ...selectChangedFields({ state: row.state }, { state }),
        })
        return reportOf(written)
      }),
  }
}

const VERSION = sql<number>`inaccurate_report.xmin::text::int8`.as('version')

type Row = Selectable<ReportTables['inaccurate_report']> & { readonly version: number }

/** A report with its state and PostgreSQL's row version, without its sender. */
function reportOf({ client: _client, cell: _cell, received_at, observed_value, shown, state_changed_at, ...row }: Row) {
  return {
    ...row,
    receivedAt: formatInstant(received_at.getTime()),
    observedValue: observed_value as Report['observedValue'],
    shown: [...(shown as Report['shown'])],
    stateChangedAt: formatOptionalInstant(state_changed_at),
  }
}
