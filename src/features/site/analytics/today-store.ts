import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { startOf } from './days.ts'
import type { AnalyticsTables } from './tables.ts'

/** What page views can be narrowed down by. */
export const TODAY_FILTERS = ['path', 'referrer', 'country', 'device', 'browser'] as const
export type TodayFilters = { readonly [Name in (typeof TODAY_FILTERS)[number]]?: string }

export interface Views {
  readonly views: number
  readonly visitors: number
}

export type TodayStore = ReturnType<typeof createTodayStore>

const LIVE_MS = 5 * MINUTE_MS
const MINUTES = 60
const MAX_TOP = 10

/** Reads the page views of today (UTC) and yesterday, up to the second before last, from the events themselves. */
export function createTodayStore(db: Kysely<AnalyticsTables>, clock: Clock) {
  /** Distinct visitors by a hash aggregate: `count(distinct)` would sort. */
  async function total(fromMs: number, toMs: number, filters: TodayFilters): Promise<Views> {
    const { rows } = await sql<Views>`
      select coalesce(sum(views), 0)::int8 as views, count(*) as visitors
      from (select visitor, count(*) as views ${matching(fromMs, toMs, filters)} group by visitor) as each`.execute(db)
    return rows[0] ?? { views: 0, visitors: 0 }
  }

  async function series(step: 'hour' | 'minute', fromMs: number, toMs: number, filters: TodayFilters): Promise<Map<number, number>> {
    const { rows } = await sql<{ at: Date; views: number }>`
      select date_trunc(${step}, at, 'UTC') as at, count(*) as views ${matching(fromMs, toMs, filters)} group by 1`.execute(db)
    return new Map(rows.map(({ at, views }) => [at.getTime(), views]))
  }

  async function top(fromMs: number, toMs: number, filters: TodayFilters) {
    const { rows } = await sql<{ dimension: string; key: string; views: number }>`
      select dimension, key, views from (
        select dimension, key, views, row_number() over (partition by dimension order by views desc, key) as place from (
          select case grouping(path, referrer, country, device, browser)
              when 15 then 'path' when 23 then 'referrer' when 27 then 'country' when 29 then 'device' else 'browser' end as dimension,
            coalesce(path, referrer, country, device, browser) as key, count(*) as views
          ${matching(fromMs, toMs, filters)}
          group by grouping sets ((path), (referrer), (country), (device), (browser))
          union all
          select 'entry', path, count(*) from (
            select distinct on (visitor) path ${matching(fromMs, toMs, filters)} order by visitor, at) as first group by path
        ) as counted where key is not null
      ) as placed where place <= ${MAX_TOP} order by dimension, place`.execute(db)
    return rows
  }

  return {
    async read(filters: TodayFilters) {
      const now = clock.now()
      const midnight = startOf('day', now)
      const [live, today, yesterday, hours, hoursBefore, minutes, most] = await Promise.all([
        total(now - LIVE_MS, now + 1, filters),
        total(midnight, now + 1, filters),
        total(midnight - DAY_MS, now - DAY_MS, filters),
        series('hour', midnight, now + 1, filters),
        series('hour', midnight - DAY_MS, midnight, filters),
        series('minute', now - MINUTES * MINUTE_MS, now + 1, filters),
        top(midnight, now + 1, filters),
      ])
      const lastMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS
      return {
        now,
        live,
        today,
        yesterday,
        hours: Array.from({ length: 24 }, (_, hour) => {
          const at = midnight + hour * HOUR_MS
          return { at, views: at > now ? null : (hours.get(at) ?? 0), yesterday: hoursBefore.get(at - DAY_MS) ?? 0 }
        }),
        minutes: Array.from({ length: MINUTES }, (_, index) => {
          const at = lastMinute - (MINUTES - 1 - index) * MINUTE_MS
          return { at, views: minutes.get(at) ?? 0 }
        }),
        top: most,
      }
    },
  }
}

/** The end of a statement: page views within the time, and with the values that are given. */
function matching(fromMs: number, toMs: number, filters: TodayFilters): RawBuilder<unknown> {
  const conditions = TODAY_FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [sql`${sql.ref(name)} = ${filters[name]}`]))
  const inTime = sql`type = 'pageview' and at >= ${new Date(fromMs)} and at < ${new Date(toMs)}`
  return sql`from analytics_event where ${sql.join([inTime, ...conditions], sql` and `)}`
}
