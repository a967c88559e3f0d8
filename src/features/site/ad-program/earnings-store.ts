import { type Kysely, sql } from 'kysely'
import type { AdProgramTables, ReportDimension } from './tables.ts'

/** One sum of earnings; `earnings` in the account's currency. */
export interface Figures {
  readonly earnings: number
  readonly pageViews: number
  readonly adRequests: number
  readonly impressions: number
  readonly clicks: number
}

export interface KeyFigures extends Figures {
  readonly key: string
}

/** `YYYY-MM-DD`, inclusive at both ends. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export type EarningsStore = ReturnType<typeof createEarningsStore>

/** The earnings of past syncs, in PostgreSQL. */
export function createEarningsStore(db: Kysely<AdProgramTables>) {
  // Every day is stored twice, by slot and by country. Ads without a slot are only in the countries, so those hold the totals.
  const within = (dimension: ReportDimension, { from, to }: DayRange) =>
    db
      .selectFrom('ad_earning')
      .where('dimension', '=', dimension)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .select([
        sql<number>`sum(earnings)::float8`.as('earnings'),
        sql<number>`sum(page_views)::int8`.as('pageViews'),
        sql<number>`sum(ad_requests)::int8`.as('adRequests'),
        sql<number>`sum(impressions)::int8`.as('impressions'),
        sql<number>`sum(clicks)::int8`.as('clicks'),
      ])

  return {
    /** By day, in order; days without figures are left out. `key` is the day. */
    listDays: (range: DayRange): Promise<KeyFigures[]> =>
      within('country', range).select('day as key').groupBy('day').orderBy('day').execute(),
    /** By slot or country, highest earnings first. */
    listKeys: (dimension: ReportDimension, range: DayRange, limit: number): Promise<KeyFigures[]> =>
      within(dimension, range).select('key').groupBy('key').orderBy('earnings', 'desc').orderBy('key').limit(limit).execute(),
  }
}
