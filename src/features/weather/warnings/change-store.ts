import { type Kysely, sql } from 'kysely'
import { takeLease } from '../../../platform/cache/lease.ts'
import type { SecondLevel } from '../../../platform/cache/second-level.ts'
import { MINUTE_MS } from '../../../time.ts'
import { computeTileRange } from './geometry/tiles.ts'
import type { WarningTables } from './tables.ts'

/** An area where a warning changed. */
export interface ChangedArea {
  /** When the message was issued, epoch milliseconds; the first, if several changed. */
  readonly sent: number
  /** The area's tiles, as ranges of the database's `warning_tile`; those that it fills, and those that its border runs through. */
  readonly inside: readonly (readonly [first: number, last: number])[]
  readonly border: readonly (readonly [first: number, last: number])[]
  /** Whether a point in a border tile is in the area. Degrees. */
  holds(lat: number, lon: number): boolean
}

export interface ChangeParts {
  readonly db: Kysely<WarningTables>
  readonly level: Pick<SecondLevel, 'lease'>
  readonly testsOf: (shapes: readonly number[]) => Promise<ReadonlyMap<number, ChangedArea['holds']>>
}

const CHANGES_STEP = 500
const LEASE_MS = MINUTE_MS

/** Passes on the areas of changed warnings, each once; a change is deleted only after `work` has succeeded. */
export async function takeChanges({ db, level, testsOf }: ChangeParts, work: (area: ChangedArea) => Promise<void>): Promise<void> {
  const lease = await takeLease(level, 'warnings:changes', LEASE_MS)
  if (lease === null) return
  try {
    for (;;) {
      const rows = await db.selectFrom('warning_change').select(['id', 'sent', 'shapes']).orderBy('id').limit(CHANGES_STEP).execute()
      if (rows.length === 0) return
      const sent = new Map<number, number>()
      for (const row of rows) for (const shape of row.shapes) sent.set(shape, Math.min(sent.get(shape) ?? Infinity, row.sent.getTime()))
      const tests = await testsOf([...sent.keys()])
      for (const [shape, at] of sent) {
        const holds = tests.get(shape)
        if (holds !== undefined) await work({ sent: at, holds, ...(await tilesOf(db, shape)) })
      }
      await sql`delete from warning_change where id = any(${rows.map(({ id }) => id)}::int8[])`.execute(db)
    }
  } finally {
    await lease.release()
  }
}

async function tilesOf(db: Kysely<WarningTables>, shape: number): Promise<Pick<ChangedArea, 'inside' | 'border'>> {
  const tiles = await db.selectFrom('warning_shape_tile').select(['tile', 'is_inside']).where('shape', '=', shape).execute()
  const ranges = (isInside: boolean) => tiles.flatMap(({ tile, is_inside }) => (is_inside === isInside ? [computeTileRange(tile)] : []))
  return { inside: ranges(true), border: ranges(false) }
}
