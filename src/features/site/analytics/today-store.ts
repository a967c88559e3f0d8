import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { floorToPeriod } from './days.ts'
import type { AnalyticsTables } from './tables.ts'
import { createTodayVisitors, type TopLine } from './today-visitor-store.ts'
import { buildTimeBin, buildFilterConditions, buildPageViewClause, type TodayFilters } from './view-store.ts'

export type TodayStore = ReturnType<typeof createTodayStore>

const LIVE_MS = 5 * MINUTE_MS
const MINUTES = 60
const MAX_TOP = 10

/**
 * Reads the page views of today (UTC) and yesterday, up to the second before last: finished hours from their sums, the rest from the views
 * themselves. The sums know no path and no visit; what is narrowed down to one is read from its views.
 */
export function createTodayStore(db: Kysely<AnalyticsTables>, clock: Clock) {
  const visitors = createTodayVisitors(db)

  /** The end of the finished hours. */
  async function summedUpTo(): Promise<number> {
    const row = await db.selectFrom('analytics_progress').select('final_to').where('period', '=', 'hour').executeTakeFirst()
    return row?.final_to.getTime() ?? 0
  }

  /** Views by hour since `fromMs`, and the most frequent values but paths since `midnight`; what is before `summedMs` from the sums. */
  async function sums(fromMs: number, midnight: number, summedMs: number, toMs: number, filters: TodayFilters) {
    const { rows } = await sql<{ hour: Date | null; dimension: string | null; key: string; views: number }>`
      with cell as (
        select starts_at as hour, referrer, country, device, browser, views
        from analytics_view where starts_at >= ${new Date(fromMs)} and starts_at < ${new Date(summedMs)} and ${buildFilterConditions({ ...filters, path: undefined, referrer: undefined })}
        union all
        select ${buildTimeBin('hour')}, referrer, country, device, browser, count(*)
        ${buildPageViewClause(summedMs, toMs, filters)} group by 1, 2, 3, 4, 5
      ), counted as (
        select hour, dimension, key, sum(views)::int8 as views
        from (
          select hour, null as dimension, '' as key, views from cell
          union all
          select null, d.dimension, d.key, views
          from cell cross join lateral (values ('referrer', referrer), ('country', country), ('device', device), ('browser', browser))
            as d (dimension, key)
          where hour >= ${new Date(midnight)} and d.key is not null
        ) as each group by hour, dimension, key
      )
      select hour, dimension, key, views from (
        select *, row_number() over (partition by dimension order by views desc, key) as place from counted
      ) as placed where dimension is null or place <= ${MAX_TOP} order by dimension, place`.execute(db)
    const hours = new Map<number, number>()
    const top: TopLine[] = []
    for (const { hour, dimension, key, views } of rows) {
      if (hour !== null) hours.set(hour.getTime(), views)
      else if (dimension !== null) top.push({ dimension, key, views })
    }
    return { hours, top }
  }

  /** The most frequent pages. Those beyond the 500 most frequent of a finished hour are missing in it, unless a filter is given. */
  async function paths(fromMs: number, summedMs: number, toMs: number, filters: TodayFilters): Promise<readonly TopLine[]> {
    const isSummed = Object.keys(filters).length === 0
    const summed = sql`
      union all select key, events from analytics_rollup
      where period = 'hour' and starts_at >= ${new Date(fromMs)} and starts_at < ${new Date(summedMs)}
        and type = 'pageview' and dimension = 'path' and key <> '(other)'`
    const { rows } = await sql<TopLine>`
      select 'path' as dimension, path as key, sum(views)::int8 as views from (
        select path, count(*) as views ${buildPageViewClause(isSummed ? Math.max(fromMs, summedMs) : fromMs, toMs, filters)} group by path
        ${isSummed ? summed : sql``}
      ) as counted group by path order by views desc, key limit ${MAX_TOP}`.execute(db)
    return rows
  }

  async function minutesSince(fromMs: number, toMs: number, filters: TodayFilters): Promise<Map<number, number>> {
    const { rows } = await sql<{ at: Date; views: number }>`
      select ${buildTimeBin('minute')} as at, count(*) as views ${buildPageViewClause(fromMs, toMs, filters)} group by 1`.execute(db)
    return new Map(rows.map(({ at, views }) => [at.getTime(), views]))
  }

  async function viewsWithin(fromMs: number, toMs: number, filters: TodayFilters): Promise<number> {
    const { rows } = await sql<{ views: number }>`select count(*) as views ${buildPageViewClause(fromMs, toMs, filters)}`.execute(db)
    return rows[0]?.views ?? 0
  }

  return {
    /** Page views and visitors since midnight (UTC), which is `at`. */
    async countViews(filters: TodayFilters) {
      const now = clock.now()
      const at = floorToPeriod('day', now)
      return { at, now, ...(await visitors.within(at, now + 1, filters)) }
    },

    async read(filters: TodayFilters) {
      const now = clock.now()
      const midnight = floorToPeriod('day', now)
      const [before, hourBefore] = [midnight - DAY_MS, floorToPeriod('hour', now - DAY_MS)]
      const final = Math.min(await summedUpTo(), now)
      const { path, referrer } = filters
      const [live, who, { hours, top }, inHourBefore, minutes, pages] = await Promise.all([
        visitors.within(now - LIVE_MS, now + 1, filters),
        visitors.today(midnight, now, MAX_TOP, filters),
        sums(before, midnight, (path ?? referrer) === undefined ? Math.max(final, before) : before, now + 1, filters),
        viewsWithin(hourBefore, now - DAY_MS, filters),
        minutesSince(now - MINUTES * MINUTE_MS, now + 1, filters),
        path === undefined ? paths(midnight, final, now + 1, filters) : [],
      ])
      const sumOf = (fromMs: number, toMs: number) =>
        [...hours].reduce((sum, [at, views]) => (at >= fromMs && at < toMs ? sum + views : sum), 0)
      const views = sumOf(midnight, now + 1)
      const lastMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS
      return {
        now,
        live,
        today: { views, visitors: who.today },
        yesterday: { views: sumOf(before, hourBefore) + inHourBefore, visitors: who.yesterday },
        hours: Array.from({ length: 24 }, (_, hour) => {
          const at = midnight + hour * HOUR_MS
          return { at, views: at > now ? null : (hours.get(at) ?? 0), yesterday: hours.get(at - DAY_MS) ?? 0 }
        }),
        minutes: Array.from({ length: MINUTES }, (_, index) => {
          const at = lastMinute - (MINUTES - 1 - index) * MINUTE_MS
          return { at, views: minutes.get(at) ?? 0 }
        }),
        top: [...(path === undefined || views === 0 ? pages : [{ dimension: 'path', key: path, views }]), ...who.entries, ...top],
      }
    },
  }
}
