import type { UnitSystem, WeatherScope } from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import type { Queries, Transaction } from '../../../platform/db/queries.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import type { ReportField, ReportTables, ShownWeather } from './tables.ts'

export interface Report {
  readonly id: string
  /** Epoch milliseconds. */
  readonly receivedAt: number
  readonly lat: number
  readonly lon: number
  readonly cellId: number
  readonly scope: WeatherScope
  readonly field: ReportField
  readonly observedValue: number | string | null
  readonly units: UnitSystem | null
  readonly comment: string | null
  /** Keyed hash of the clientId. */
  readonly client: string | null
  readonly shown: readonly ShownWeather[]
}

export type ReportStore = ReturnType<typeof createReportStore>

const DELETE_STEP = 1_000

/** Reports in PostgreSQL. Database errors are thrown. */
export function createReportStore(db: Kysely<ReportTables>) {
  return {
    async insertReport({ receivedAt, cellId, observedValue, comment, shown, ...report }: Report): Promise<void> {
      await db
        .insertInto('inaccurate_report')
        .values({
          ...report,
          received_at: new Date(receivedAt),
          cell: cellId,
          observed_value: observedValue === null ? null : writeStorableJson(observedValue),
          comment: comment?.toWellFormed() ?? null,
          shown: writeStorableJson(shown),
        })
        .execute()
    },

    /** Deletes the reports received before the instant, and the oldest beyond `max`, in one bounded step. */
    async deleteBeyond(receivedBeforeMs: number, max: number): Promise<void> {
      await sql`
        delete from inaccurate_report where id in (
          (select id from inaccurate_report where received_at < ${new Date(receivedBeforeMs)} limit ${DELETE_STEP})
          union all
          (select id from inaccurate_report order by received_at desc offset ${max} limit ${DELETE_STEP}))`.execute(db)
    },
  }
}

const MAX_EXPORTED = 1_000

const holds = (emailKey: string) => {
  const pattern = buildContainsPattern(emailKey)
  return sql<boolean>`(comment ilike ${pattern} or observed_value::text ilike ${pattern})`
}

/** Reports whose text contains the email address. */
export async function exportPersonReports(db: Queries<ReportTables>, emailKey: string) {
  return db
    .selectFrom('inaccurate_report')
    .select(['id', 'received_at as receivedAt', 'lat', 'lon', 'comment', 'observed_value as observedValue'])
    .where(holds(emailKey))
    .orderBy('received_at')
    .limit(MAX_EXPORTED)
    .execute()
}

/** Removes texts that contain the address from reports. Scans all of them, since their number is bounded. */
export async function erasePersonReports(trx: Transaction<ReportTables>, emailKey: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('inaccurate_report')
    .set({ comment: null, observed_value: null, client: null })
    .where(holds(emailKey))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
