import { type RawBuilder, sql } from 'kysely'
import { floorToPeriod } from './days.ts'

/** What is known of a visit, besides its pages. */
export const VISIT_DIMENSIONS = ['referrer', 'country', 'device', 'browser'] as const
export type VisitDimension = (typeof VISIT_DIMENSIONS)[number]
/** What page views can be narrowed down by. */
export const TODAY_FILTERS = ['path', ...VISIT_DIMENSIONS] as const
export type TodayFilters = { readonly [Name in (typeof TODAY_FILTERS)[number]]?: string | undefined }

/** The conditions of the filters that are given. */
export function buildFilterConditions(filters: TodayFilters): RawBuilder<unknown> {
  const conditions = TODAY_FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [sql`${sql.ref(name)} = ${filters[name]}`]))
  return sql.join([sql`true`, ...conditions], sql` and `)
}

/**
 * The end of a statement: page views within the time (epoch milliseconds, half-open), and with the values that are given. A referrer is that of a
 * visit: what its visitor read that day counts, not only the page that it led to.
 */
export function buildPageViewClause(fromMs: number, toMs: number, { referrer, ...filters }: TodayFilters): RawBuilder<unknown> {
  const isWithin = (from: number) => sql`type = 'pageview' and at >= ${new Date(from)} and at < ${new Date(toMs)}`
  const isReferred =
    referrer === undefined
      ? sql`true`
      : sql`visitor in (select visitor from analytics_event where ${isWithin(floorToPeriod('day', fromMs))} and referrer = ${referrer})`
  return sql`from analytics_event where ${isWithin(fromMs)} and ${isReferred} and ${buildFilterConditions(filters)}`
}

/** The start of a view's hour or minute, in UTC; `date_trunc` with a zone takes twice as long. */
export const buildTimeBin = (step: 'hour' | 'minute') => sql`date_bin(${sql.lit(`1 ${step}`)}, at, 'epoch')`
