import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import { mapListing, type PageRequest } from '../../../platform/http/schema/listing.ts'
import type { PeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import type { ReportTables } from '../reports/index.ts'
import { describeCellPlace } from './geocode/found-place.ts'
import { toCellPlace } from './store.ts'
import type { PlacesTables } from './tables.ts'

export interface CheckFilters extends PeriodFilter {
  readonly cell?: number
}

export type LocationSort = 'searchCount' | 'openReports'

export type PlaceAdminStore = ReturnType<typeof createPlaceAdminStore>

const NAME = ['name', 'country', 'state', 'place_name.lat', 'place_name.lon'] as const

/** Searches and places for the back office. Database errors are thrown. */
export function createPlaceAdminStore(db: Kysely<PlacesTables & ReportTables>) {
  function checks({ cell, fromMs, toMs }: CheckFilters, q: string | null) {
    let query = db.selectFrom('check_hour').leftJoin('place_name', 'place_name.cell', 'check_hour.cell')
    if (cell !== undefined) query = query.where('check_hour.cell', '=', cell)
    if (fromMs !== undefined) query = query.where('hour', '>=', new Date(fromMs))
    if (toMs !== undefined) query = query.where('hour', '<', new Date(toMs))
    return q === null ? query : query.where('name', 'ilike', buildContainsPattern(q))
  }

  function locations(sort: LocationSort, q: string | null) {
    const source =
      sort === 'searchCount'
        ? sql<Source>`(
            select cell, count, last_checked_at, 0 as open from check_total where count > 0
            union all
            select distinct cell, 0, null::timestamptz, 0 from inaccurate_report
            where not exists (select from check_total where check_total.cell = inaccurate_report.cell and count > 0))`
        : // The number of reports is bounded, so counting them all is cheap.
          sql<Source>`(
            select r.cell, coalesce(t.count, 0) as count, t.last_checked_at, count(*) filter (where r.state = 'open') as open
            from inaccurate_report r left join check_total t using (cell) group by r.cell, t.count, t.last_checked_at)`
    const query = db.selectFrom(source.as('location')).leftJoin('place_name', 'place_name.cell', 'location.cell')
    return q === null ? query : query.where('name', 'ilike', buildContainsPattern(q))
  }

  async function reportsOf(cells: readonly number[]) {
    const rows = await db
      .selectFrom('inaccurate_report')
      .select((eb) => [
        'cell',
        eb.fn.countAll<number>().as('reports'),
        eb.fn.countAll<number>().filterWhere('state', '=', 'open').as('openReports'),
      ])
      .where(sql<boolean>`cell = any(${cells}::int4[])`)
      .groupBy('cell')
      .execute()
    return new Map(rows.map((row) => [row.cell, row]))
  }

  return {
    listChecks: (filters: CheckFilters) =>
      mapListing(
        createTableListing((q) => checks(filters, q), {
          select: (query) => query.select(['check_hour.cell', 'hour', 'count', ...NAME]),
          sorts: { hour: 'hour' },
          id: 'check_hour.cell',
        }),
        ({ cell, hour, count, ...name }) => ({
          hour: formatInstant(hour.getTime()),
          ...describeCellPlace(cell, toCellPlace(name)),
          searches: count,
        }),
      ),

    /** Per UTC day; days without any are omitted. */
    async sumChecksByDay(fromMs: number): Promise<{ readonly day: string; readonly searches: number; readonly places: number }[]> {
      const { rows } = await sql<{ day: string; searches: number; places: number }>`
        select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, sum(count)::int8 as searches, count(distinct cell) as places
        from check_hour where hour >= ${new Date(fromMs)} group by day order by day`.execute(db)
      return rows
    },

    /** Sorted by searches: places that were searched for or reported; by reports: places that were reported. */
    listLocations(sort: LocationSort) {
      const rows = createTableListing((q) => locations(sort, q), {
        select: (query) => query.select(['location.cell', 'count', 'last_checked_at', 'open', ...NAME]),
        sorts: { searchCount: 'count', openReports: 'open' },
        id: 'location.cell',
      })
      return {
        ...rows,
        async page(request: PageRequest<LocationSort>) {
          const { items, next } = await rows.page(request)
          const reports = await reportsOf(items.map(({ cell }) => cell))
          return {
            next,
            items: items.map(({ cell, count, last_checked_at, ...name }) => ({
              ...describeCellPlace(cell, toCellPlace(name)),
              searchCount: count,
              lastCheckedAt: formatOptionalInstant(last_checked_at),
              openReports: reports.get(cell)?.openReports ?? 0,
              reports: reports.get(cell)?.reports ?? 0,
            })),
          }
        },
      }
    },

    async sumLocations(): Promise<{
      readonly places: number
      readonly searches: number
      readonly reportedPlaces: number
      readonly openReports: number
    }> {
      const { rows } = await sql<{ places: number; searches: number; reportedPlaces: number; openReports: number }>`
        select count(*) as places, coalesce(sum(count), 0)::int8 as searches,
          (select count(distinct cell) from inaccurate_report) as "reportedPlaces",
          (select count(*) from inaccurate_report where state = 'open') as "openReports"
        from check_total where count > 0`.execute(db)
      return rows[0] as (typeof rows)[number]
    },
  }
}

interface Source {
  readonly cell: number
  readonly count: number
  readonly last_checked_at: Date | null
  readonly open: number
}
