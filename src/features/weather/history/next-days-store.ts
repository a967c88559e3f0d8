import { type Kysely, sql } from 'kysely'
import type { DailyPoint } from '../../../domain/model.ts'
import { HOUR_MS } from '../../../time.ts'
import type { Archived } from './read-store.ts'
import type { HistoryTables } from './tables.ts'

/** A source's last forecast of the days of a cell. */
export interface IssuedDays extends Archived {
  readonly issuedAt: Date
  /** Fields that are null are omitted. Canonical units. */
  readonly points: readonly (Pick<DailyPoint, 'date'> & Partial<DailyPoint>)[]
}

export type NextDaysStore = ReturnType<typeof createNextDaysStore>

/** Reads what each source last said of the days to come. Database errors are thrown. */
export function createNextDaysStore(db: Kysely<HistoryTables>) {
  return {
    /** The last issue of each source after `sinceMs` (epoch milliseconds), by source. */
    async listIssued(cellId: number, sinceMs: number): Promise<IssuedDays[]> {
      const { rows } = await sql<IssuedDays>`
        select distinct on (source) source, simulated, issued_at as "issuedAt", points from daily_issue
        where cell = ${cellId} and issued_hour > ${new Date(sinceMs - HOUR_MS)} and issued_at > ${new Date(sinceMs)}
        order by source, issued_hour desc`.execute(db)
      return rows
    },
  }
}
