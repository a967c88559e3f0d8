import { type Kysely, sql } from 'kysely'
import type { AuditTables } from '../../../admin/audit/index.ts'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import { type ConnectionTables, holdSecret } from '../../operations/connections/index.ts'
import type { EarningsReport } from './management-api.ts'
import type { DayRange } from './ranges.ts'
import type { ReportDimension } from './report-rows.ts'

export const adProgramTables = defineTables({
  ad_program: {
    one: 'bool default',
    connected_at: 'timestamptz',
    account: 'text null',
    currency: 'text null',
    simulated: 'bool default',
    synced_at: 'timestamptz null',
  },
  ad_earning: {
    day: 'date',
    dimension: narrowColumn<ReportDimension>()('text'),
    key: 'text',
    earnings: 'numeric',
    page_views: 'int8',
    ad_requests: 'int8',
    impressions: 'int8',
    clicks: 'int8',
  },
})
export type AdProgramTables = TablesOf<typeof adProgramTables>

/** The last sync under one permission. */
export interface Synced {
  readonly account: string | null
  /** ISO 4217. */
  readonly currency: string | null
  readonly simulated: boolean
  /** Epoch milliseconds. */
  readonly syncedAt: number
}

/** One sum of earnings; `earnings` in the account's currency. */
export interface Figures {
  readonly earnings: number
  readonly pageViews: number
  readonly adRequests: number
  readonly impressions: number
  readonly clicks: number
}

export type KeyFigures = Figures & { readonly key: string }

export type AdProgramStore = ReturnType<typeof createAdProgramStore>

/** The connection that has the permission. */
export const AD_PROGRAM = 'ad-program'
/** Well below PostgreSQL's limit on the parameters of a statement. */
const ROWS_PER_INSERT = 1_000

/** The figures of the last sync, in PostgreSQL. `connectedAt` is when the permission was granted. */
export function createAdProgramStore(db: Kysely<AdProgramTables & AuditTables & ConnectionTables>) {
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
    /** Null: nothing was synced under this permission. */
    async findSynced(connectedAt: number): Promise<Synced | null> {
      const row = await db.selectFrom('ad_program').selectAll().where('connected_at', '=', new Date(connectedAt)).executeTakeFirst()
      if (row === undefined || row.synced_at === null) return null
      return { account: row.account, currency: row.currency, simulated: row.simulated, syncedAt: row.synced_at.getTime() }
    },

    /** Replaces the figures, unless the permission has since been replaced or removed. */
    async replace(connectedAt: number, { syncedAt, ...synced }: Synced, reports: readonly EarningsReport[]): Promise<void> {
      const columns = { ...synced, connected_at: new Date(connectedAt), synced_at: new Date(syncedAt) }
      const rows = reports
        .flatMap((report) => report.rows)
        .map(({ pageViews, adRequests, ...figures }) => ({ ...figures, page_views: pageViews, ad_requests: adRequests }))
      await db.transaction().execute(async (trx) => {
        if (!(await holdSecret(trx, AD_PROGRAM, connectedAt))) return
        await trx
          .insertInto('ad_program')
          .values(columns)
          .onConflict((conflict) => conflict.column('one').doUpdateSet(columns))
          .execute()
        await trx.deleteFrom('ad_earning').execute()
        for (let begin = 0; begin < rows.length; begin += ROWS_PER_INSERT) {
          await trx
            .insertInto('ad_earning')
            .values(rows.slice(begin, begin + ROWS_PER_INSERT))
            .execute()
        }
      })
    },

    async clear(): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('ad_program').execute()
        await trx.deleteFrom('ad_earning').execute()
      })
    },

    /** By day, in order; days without figures are left out. `key` is the day. */
    listDays: (range: DayRange): Promise<KeyFigures[]> =>
      within('country', range).select('day as key').groupBy('day').orderBy('day').execute(),
    /** By slot or country, highest earnings first. */
    listKeys: (dimension: ReportDimension, range: DayRange, limit: number): Promise<KeyFigures[]> =>
      within(dimension, range).select('key').groupBy('key').orderBy('earnings', 'desc').orderBy('key').limit(limit).execute(),
  }
}
