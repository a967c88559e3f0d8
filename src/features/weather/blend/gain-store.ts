import { type Kysely, type Selectable, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { Gain, GainOfDay } from './gains.ts'
import type { BlendTables } from './tables.ts'

/** What a day at one place showed of its sources. */
export interface GainsOfPlace {
  /** `2026-11-21`. */
  readonly day: string
  readonly simulated: boolean
  readonly gains: readonly Gain[]
}

export type GainStore = ReturnType<typeof createGainStore>

/** Stores what the blend gains from sources, as sums over places. Database errors are thrown. */
export function createGainStore(db: Kysely<BlendTables>) {
  return {
    /** Adds what places showed, in the transaction that marks their day as done. */
    async add(trx: Kysely<BlendTables>, places: readonly GainsOfPlace[]): Promise<void> {
      const rows = sumPlaces(places)
      if (rows.length === 0) return
      await trx
        .insertInto('blend_gain')
        .values(rows)
        .onConflict((on) =>
          on.columns(['day', 'source', 'simulated']).doUpdateSet({
            places: sql<number>`blend_gain.places + excluded.places`,
            cases: sql<number>`blend_gain.cases + excluded.cases`,
            blend_error: sql<number>`blend_gain.blend_error + excluded.blend_error`,
            without_error: sql<number>`blend_gain.without_error + excluded.without_error`,
          }),
        )
        .execute()
    },

    /** The days from one on (`2026-11-21`), of the world that the newest is of: real or simulated. */
    async list(fromDay: string): Promise<{ readonly simulated: boolean; readonly days: readonly GainOfDay[] }> {
      const rows = await db
        .selectFrom('blend_gain')
        .selectAll()
        .where('day', '>=', fromDay)
        .orderBy('day', 'desc')
        .orderBy('simulated')
        .orderBy('source')
        .execute()
      const simulated = rows[0]?.simulated ?? false
      const days = rows
        .filter((row) => row.simulated === simulated)
        .map(({ day, source, places, cases, blend_error: blend, without_error: without }) => ({
          day,
          source,
          places,
          cases,
          blend,
          without,
        }))
      return { simulated, days }
    },

    /** Deletes days before this one, step by step. */
    deleteBefore: (day: string): Promise<number> => deleteInSteps(db, 'blend_gain', sql`day < ${day}::date`),
  }
}

/** One row for a day and source: a statement may not add to one twice. */
function sumPlaces(places: readonly GainsOfPlace[]) {
  const rows = new Map<string, Selectable<BlendTables['blend_gain']>>()
  for (const { day, simulated, gains } of places) {
    for (const { source, cases, blend, without } of gains) {
      const key = `${day} ${simulated} ${source}`
      const row = rows.get(key) ?? { day, source, simulated, places: 0, cases: 0, blend_error: 0, without_error: 0 }
      rows.set(key, {
        ...row,
        places: row.places + 1,
        cases: row.cases + cases,
        blend_error: row.blend_error + blend,
        without_error: row.without_error + without,
      })
    }
  }
  return [...rows.values()]
}
