import { type Kysely, sql } from 'kysely'
import { CLOCK_TOLERANCE_MS, HOUR_MS } from '../../../time.ts'
import type { StationTables } from './tables.ts'

export interface BoxKey {
  readonly source: string
  readonly box: string
}

/** A box that is due, with what its next reading needs. */
export interface DueBox extends BoxKey {
  readonly failures: number
  readonly state: unknown
}

export type BoxStore = ReturnType<typeof createBoxStore>

/** The boxes that are read, over PostgreSQL. Instants are epoch milliseconds. */
export function createBoxStore(db: Kysely<StationTables>) {
  return {
    /** Notes that somebody is interested in the boxes; new ones are due at once. */
    async want(boxes: readonly BoxKey[], now: number): Promise<void> {
      if (boxes.length === 0) return
      const at = new Date(now)
      await db
        .insertInto('station_box')
        .values(boxes.map((box) => ({ ...box, wanted_at: at, next_at: at })))
        .onConflict((conflict) =>
          conflict
            .columns(['source', 'box'])
            .doUpdateSet({ wanted_at: at })
            // Many nodes and places want the same: the row changes once in an hour.
            .where((eb) =>
              eb.or([
                eb('station_box.wanted_at', '<', new Date(now - RENEW_WANTED_MS)),
                eb('station_box.wanted_at', '>', new Date(now + CLOCK_TOLERANCE_MS)),
              ]),
            ),
        )
        .execute()
    },

    /**
     * Takes boxes that are due and wanted, the most overdue first, and puts them off until `nextAt`: no other node takes them as well, and those
     * of a node that dies are read then. Also those that were read in the future, or are to be read later than any wait could have ended: a clock
     * was ahead.
     */
    async takeDue(sources: readonly string[], now: number, wantedSince: number, nextAt: number, limit: number): Promise<DueBox[]> {
      if (sources.length === 0) return []
      const { rows } = await sql<DueBox>`
        update station_box box set next_at = ${new Date(nextAt)}, read_at = least(read_at, ${new Date(now)})
        from (
          select source, box from station_box
          where (next_at <= ${new Date(now)} or next_at > ${new Date(now + LONGEST_WAIT_MS)} or read_at > ${new Date(now + CLOCK_TOLERANCE_MS)})
            and wanted_at >= ${new Date(wantedSince)} and source = any(${sources}::text[])
          order by next_at limit ${limit} for update skip locked
        ) due
        where box.source = due.source and box.box = due.box
        returning box.source, box.box, box.failures, box.state`.execute(db)
      return rows
    },

    async noteRead({ source, box }: BoxKey, at: number, nextAt: number, state: unknown): Promise<void> {
      await db
        .updateTable('station_box')
        .set({
          read_at: new Date(at),
          next_at: new Date(nextAt),
          failures: 0,
          failure: null,
          state: state === null ? null : JSON.stringify(state),
        })
        .where('source', '=', source)
        .where('box', '=', box)
        .execute()
    },

    async noteFailure({ source, box }: BoxKey, failure: string, nextAt: number): Promise<void> {
      await db
        .updateTable('station_box')
        .set((eb) => ({ failures: eb('failures', '+', 1), failure, next_at: new Date(nextAt) }))
        .where('source', '=', source)
        .where('box', '=', box)
        .execute()
    },

    /** Notes that a box was not read because no call was left. */
    async putOff({ source, box }: BoxKey, nextAt: number): Promise<void> {
      const next_at = new Date(nextAt)
      await db.updateTable('station_box').set({ next_at }).where('source', '=', source).where('box', '=', box).execute()
    },

    /** Deletes the boxes that nobody has wanted since; returns how many. */
    async deleteUnwanted(since: number): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('station_box').where('wanted_at', '<', new Date(since)).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

const RENEW_WANTED_MS = HOUR_MS
/** Longer than intervals and backoffs with their jitter. */
const LONGEST_WAIT_MS = 2 * HOUR_MS
