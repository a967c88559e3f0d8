import { type Kysely, sql } from 'kysely'
import { DAY_MS, toUtcDay } from '../../../time.ts'
import type { AnalyticsTables } from './tables.ts'
import { buildFilterConditions, buildPageViewClause, type TodayFilters } from './view-store.ts'

export interface Views {
  readonly views: number
  readonly visitors: number
}

export interface TopLine {
  readonly dimension: string
  readonly key: string
  readonly views: number
}

interface VisitorsToday {
  readonly today: number
  /** Of the day before, until the same time. */
  readonly yesterday: number
  /** The most frequent first pages of visitors. */
  readonly entries: readonly TopLine[]
}

/**
 * Counts visitors. Device, browser and country are the same for all views of one, so the list of the days' visitors answers for them; which
 * pages and referrers they had, only the views know.
 */
export function createTodayVisitors(db: Kysely<AnalyticsTables>) {
  /** Distinct visitors by a hash aggregate: `count(distinct)` would sort. */
  async function within(fromMs: number, toMs: number, filters: TodayFilters): Promise<Views> {
    const { rows } = await sql<Views>`
      select coalesce(sum(views), 0)::int8 as views, count(*) as visitors
      from (select visitor, count(*) as views ${buildPageViewClause(fromMs, toMs, filters)} group by visitor) as each`.execute(db)
    return rows[0] ?? { views: 0, visitors: 0 }
  }

  async function fromList(midnight: number, now: number, top: number, filters: TodayFilters): Promise<VisitorsToday> {
    const today = toUtcDay(now)
    const [counted, entries] = await Promise.all([
      sql<{ today: number; yesterday: number }>`
        select count(*) filter (where day = ${today}) as today, count(*) filter (where day < ${today}) as yesterday
        from analytics_visitor where (day = ${today} or (day = ${toUtcDay(midnight - DAY_MS)} and at < ${new Date(now - DAY_MS)}))
          and ${buildFilterConditions(filters)}`.execute(db),
      sql<TopLine>`
        select 'entry' as dimension, path as key, count(*) as views from analytics_visitor
        where day = ${today} and ${buildFilterConditions(filters)} group by path order by views desc, key limit ${top}`.execute(db),
    ])
    return { today: 0, yesterday: 0, ...counted.rows[0], entries: entries.rows }
  }

  async function fromViews(midnight: number, now: number, top: number, filters: TodayFilters): Promise<VisitorsToday> {
    const [today, yesterday] = await Promise.all([within(midnight, now + 1, filters), within(midnight - DAY_MS, now - DAY_MS, filters)])
    const counts = { today: today.visitors, yesterday: yesterday.visitors }
    if (filters.path !== undefined)
      return { ...counts, entries: today.views === 0 ? [] : [{ dimension: 'entry', key: filters.path, views: today.visitors }] }
    const entries = await sql<TopLine>`
      select 'entry' as dimension, path as key, count(*) as views from (
        select distinct on (visitor) path ${buildPageViewClause(midnight, now + 1, filters)} order by visitor, at) as first
      group by path order by views desc, key limit ${top}`.execute(db)
    return { ...counts, entries: entries.rows }
  }

  return {
    within,
    /** Since `midnight`, with so many of the first pages. */
    today: (midnight: number, now: number, top: number, filters: TodayFilters): Promise<VisitorsToday> =>
      (filters.path ?? filters.referrer) === undefined ? fromList(midnight, now, top, filters) : fromViews(midnight, now, top, filters),
  }
}
