import { type Kysely, sql } from 'kysely'
import type { StoredMessage, WarningState } from './stored-warning.ts'
import type { WarningTables } from './tables.ts'

/** An area of a warning in one of a place's tiles. */
export interface Candidate {
  readonly id: number
  readonly feed: string
  readonly state: WarningState
  readonly state_at: Date
  readonly message: StoredMessage
  readonly simulated: boolean
  /** Index of the area in the warning. */
  readonly position: number
  readonly shape: number
  /** Whether the tile is entirely in the area; if not, only an exact test can tell. */
  readonly is_inside: boolean
}

export type PlaceStore = ReturnType<typeof createPlaceStore>

/** Finds the warnings that may hold a place, over PostgreSQL. */
export function createPlaceStore(db: Kysely<WarningTables>) {
  return {
    /** The areas in any of the tiles, of warnings that are listed at `now` (epoch milliseconds). */
    async listCandidates(tiles: readonly number[], now: number): Promise<Candidate[]> {
      const { rows } = await sql<Candidate>`
        select w.id, w.feed, w.state, w.state_at, w.message, w.simulated, a.position, a.shape, t.is_inside
        from warning_shape_tile t join warning_area a on a.shape = t.shape join warning w on w.id = a.warning
        where t.tile = any(${tiles}::int4[]) and w.listed_until > ${new Date(now)}`.execute(db)
      return rows
    },

    /** The geometry of shapes (`Shape`) as JSON. */
    async listGeometry(shapes: readonly number[]): Promise<{ readonly id: number; readonly geometry: string }[]> {
      const { rows } = await sql<{ id: number; geometry: string }>`
        select id, geometry::text as geometry from warning_shape where id = any(${shapes}::int8[])`.execute(db)
      return rows
    },
  }
}
