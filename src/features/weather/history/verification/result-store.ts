import { type Kysely, sql } from 'kysely'
import type { HistoryTables } from '../tables.ts'
import { ALL_PLACES, type Verification } from './model.ts'

export type ResultStore = ReturnType<typeof createResultStore>

const MANY_DAYS = 60
const NO_STATION = { station: null }

/** Stores the scores of each place and of all places. Database errors are thrown. */
export function createResultStore(db: Kysely<HistoryTables>) {
  return {
    /** The scores of a cell, or of all places; null before the first scores. */
    async find(cell: number): Promise<Verification | null> {
      const row = await db.selectFrom('verification_result').selectAll().where('cell', '=', cell).executeTakeFirst()
      if (row === undefined || row.scores === null || row.from_day === null || row.to_day === null) return null
      // Scores of former releases have no station.
      const scores = row.scores.map((each) => ({ ...each, truth: { ...NO_STATION, ...each.truth } }))
      return { from: row.from_day, to: row.to_day, places: row.places ?? 1, simulated: row.simulated ?? false, scores }
    },

    /**
     * Cells whose sums are newer than their scores. Scores of more than `MANY_DAYS` days are listed only when they end at `oldDay` or
     * before; those of all places always.
     */
    async listStale(oldDay: string, limit: number): Promise<number[]> {
      const { rows } = await sql<{ cell: number }>`
        select cell from verification_result
        where is_stale and (cell = ${ALL_PLACES} or to_day is null or to_day <= ${oldDay}::date or to_day - from_day < ${MANY_DAYS})
        order by cell limit ${limit}`.execute(db)
      return rows.map(({ cell }) => cell)
    },

    /** Null: there are no sums any more. */
    async write(cell: number, result: Verification | null): Promise<void> {
      if (result === null) {
        await db.deleteFrom('verification_result').where('cell', '=', cell).execute()
        return
      }
      const { from, to, places, simulated, scores } = result
      await db
        .updateTable('verification_result')
        .set({ is_stale: false, from_day: from, to_day: to, places, simulated, scores: JSON.stringify(scores) })
        .where('cell', '=', cell)
        .execute()
    },
  }
}
