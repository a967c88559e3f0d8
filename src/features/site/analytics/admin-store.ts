import { type Kysely, sql } from 'kysely'
import { buildContainsPattern, cutPage } from '../../../platform/db/keyset.ts'
import type { Listing } from '../../../platform/http/schema/listing.ts'
import { CROSSED } from './rollup-store.ts'
import type { AnalyticsTables, RollUpPeriod } from './tables.ts'
import type { VisitDimension } from './view-store.ts'

export interface AnalyticsSpan {
  readonly period: RollUpPeriod
  /** Epoch milliseconds, half-open: from `fromMs`, before `toMs`. */
  readonly fromMs: number
  readonly toMs: number
}

export interface Sums {
  readonly events: number
  /** Summed over hours or days: a visitor on two days counts twice. */
  readonly visitors: number
  readonly valueSum: number | null
}

/** The sums of a type of event in an hour or day. */
export interface SeriesPoint extends Sums {
  /** Epoch milliseconds. */
  readonly startsAt: number
  readonly type: string
}

export interface VisitFilter {
  readonly dimension: VisitDimension
  readonly key: string
}

export interface RollUpRow extends Sums {
  /** Epoch milliseconds. */
  readonly startsAt: number
  readonly type: string
  readonly name: string
  readonly dimension: string
  readonly key: string
  readonly valueP75: number | null
}

/** Reads the roll-ups for the back office. */
export function createAnalyticsAdminStore(db: Kysely<AnalyticsTables>) {
  const sums = sql`sum(events)::int8 as events, sum(visitors)::int8 as visitors, sum(value_sum) as "valueSum"`

  return {
    /** By hour or day and type of event. */
    async series(span: AnalyticsSpan): Promise<readonly SeriesPoint[]> {
      const { rows } = await sql<Sums & { startsAt: Date; type: string }>`
        select starts_at as "startsAt", type, ${sums}
        from analytics_rollup where ${within(span)} and dimension = 'all' group by starts_at, type order by starts_at, type`.execute(db)
      return rows.map((row) => ({ ...row, startsAt: row.startsAt.getTime() }))
    },

    /** Page views of such visits, by day: all of them, also of pages that are too many to be listed. */
    async visitSeries(span: AnalyticsSpan, { dimension, key }: VisitFilter): Promise<readonly SeriesPoint[]> {
      // A view has the referrer of its visit only there; the other values are those of all its views.
      const isWhole =
        dimension === 'referrer'
          ? sql`dimension = 'referrer_path' and key = ${key + CROSSED}`
          : sql`dimension = ${dimension} and key = ${key}`
      const { rows } = await sql<Sums & { startsAt: Date }>`
        select starts_at as "startsAt", ${sums} from analytics_rollup
        where ${within(span)} and type = 'pageview' and ${isWhole} group by starts_at order by starts_at`.execute(db)
      return rows.map((row) => ({ ...row, startsAt: row.startsAt.getTime(), type: 'pageview' }))
    },

    /** The most frequent pages of such visits. */
    async visitTop(span: AnalyticsSpan, { dimension, key }: VisitFilter, limit: number) {
      const { rows } = await sql<Sums & { dimension: string; key: string }>`
        select 'path' as dimension, split_part(key, ${CROSSED}, 2) as key, ${sums}
        from analytics_rollup where ${within(span)} and type = 'pageview' and ${isPageOf(dimension, key)} and key <> ${key + CROSSED}
        group by 2 order by events desc, 2 limit ${limit}`.execute(db)
      return rows
    },

    /** The most frequent keys of each dimension, for one type of event. */
    async top(
      span: AnalyticsSpan,
      type: string,
      perDimension: number,
    ): Promise<readonly (Sums & { readonly dimension: string; readonly key: string })[]> {
      const { rows } = await sql<Sums & { dimension: string; key: string }>`
        select dimension, key, events, visitors, "valueSum"
        from (
          select dimension, key, ${sums}, row_number() over (partition by dimension order by sum(events) desc, key) as rank
          from analytics_rollup where ${within(span)} and type = ${type} and dimension <> 'all' and dimension not like '%\\_path' group by dimension, key) as ranked
        where rank <= ${perDimension} order by dimension, rank`.execute(db)
      return rows
    },

    /** By name of the web vital; p75: the mean of the hours' or days' 75th percentiles, weighted by their events. */
    async vitals(span: AnalyticsSpan): Promise<readonly { readonly name: string; readonly events: number; readonly p75: number | null }[]> {
      const { rows } = await sql<{ name: string; events: number; p75: number | null }>`
        select name, sum(events)::int8 as events, sum(value_p75 * events) / nullif(sum(events) filter (where value_p75 is not null), 0) as p75
        from analytics_rollup where ${within(span)} and type = 'vitals' and dimension = 'all' group by name order by name`.execute(db)
      return rows
    },

    /** The roll-ups themselves, of one type of event or all. */
    list: (span: AnalyticsSpan, type: string | undefined): Listing<RollUpRow, 'startsAt'> => ({
      async page({ q, after, limit, descending }) {
        const direction = descending ? sql`desc` : sql`asc`
        const position = sql`(${after?.value ?? null}::timestamptz, ${after?.id ?? null}::text)`
        const begin =
          after === null ? sql`true` : descending ? sql`(starts_at, ${ID}) < ${position}` : sql`(starts_at, ${ID}) > ${position}`
        const { rows } = await sql<Omit<RollUpRow, 'startsAt'> & { startsAt: Date; id: string }>`
          select starts_at as "startsAt", ${ID} as id, type, name, dimension, key, events, visitors, value_sum as "valueSum", value_p75 as "valueP75"
          from analytics_rollup where ${matching(span, type, q)} and ${begin}
          order by starts_at ${direction}, ${ID} ${direction} limit ${limit + 1}`.execute(db)
        const page = cutPage(rows, limit, ({ startsAt, id }) => ({ value: startsAt.toISOString(), id }))
        return { next: page.next, items: page.rows.map(rollUpOf) }
      },
      async total(q) {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from analytics_rollup where ${matching(span, type, q)}`.execute(db)
        return rows[0]?.count ?? 0
      },
    }),
  }
}

/** Identifies a roll-up within its hour or day; keys are too long for a cursor. */
const ID = sql`md5(jsonb_build_array(type, name, dimension, key)::text)`

const isPageOf = (dimension: VisitDimension, key: string) => sql`dimension = ${`${dimension}_path`} and starts_with(key, ${key + CROSSED})`

function within({ period, fromMs, toMs }: AnalyticsSpan) {
  return sql`period = ${period} and starts_at >= ${new Date(fromMs)} and starts_at < ${new Date(toMs)}`
}

function matching(span: AnalyticsSpan, type: string | undefined, q: string | null) {
  const ofType = type === undefined ? sql`true` : sql`type = ${type}`
  return sql`${within(span)} and ${ofType} and ${q === null ? sql`true` : sql`key ilike ${buildContainsPattern(q)}`}`
}

function rollUpOf(row: Omit<RollUpRow, 'startsAt'> & { readonly startsAt: Date }): RollUpRow {
  const { startsAt, type, name, dimension, key, events, visitors, valueSum, valueP75 } = row
  return { startsAt: startsAt.getTime(), type, name, dimension, key, events, visitors, valueSum, valueP75 }
}
