import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import type { Shape } from './geometry/shape.ts'
import { type ShapeTile, listShapeTiles } from './geometry/tiles.ts'
import type { WarningTables } from './tables.ts'

/**
 * Stores shapes that are not stored yet, with their tiles.
 * @param shapes their geometry as JSON, by hash (hexadecimal)
 * @returns their numbers, by hash
 */
export async function putShapes(trx: Queries<WarningTables>, shapes: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const ids = await readShapeIds(trx, [...shapes.keys()])
  const missing = [...shapes].filter(([hash]) => !ids.has(hash))
  while (missing.length > 0) {
    let bytes = 0
    const most = missing.findIndex(([, geometry], index) => index > 0 && (bytes += geometry.length) > PUT_CHARACTERS)
    const step = missing.splice(0, most < 0 ? PUT_STEP : Math.min(most, PUT_STEP))
    for (const [hash, id] of await insertShapes(trx, step)) ids.set(hash, id)
  }
  return ids
}

/** The numbers of the shapes that are stored, by hash. */
export async function readShapeIds(trx: Queries<WarningTables>, hashes: readonly string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map()
  const rows = await trx
    .selectFrom('warning_shape')
    .select(['id', 'hash'])
    .where(sql<boolean>`hash = any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`)
    .execute()
  return new Map(rows.map(({ id, hash }) => [hash.toString('hex'), id]))
}

/** In one statement. */
const PUT_STEP = 200
const PUT_CHARACTERS = 500_000

async function insertShapes(
  trx: Queries<WarningTables>,
  shapes: readonly (readonly [hash: string, geometry: string])[],
): Promise<[string, number][]> {
  // Another transaction may be storing the same shape; writing the row again waits for it and returns its number. Sorted, so that two
  // transactions cannot deadlock.
  const ordered = shapes.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rows = ordered.map(([hash, geometry]) => `{"hash":"${hash}","geometry":${geometry}}`)
  const { rows: stored } = await sql<{ id: number; hash: string }>`
    insert into warning_shape (hash, geometry)
    select decode(hash, 'hex'), geometry from json_to_recordset(${`[${rows.join()}]`}::json) as each (hash text, geometry jsonb)
    on conflict (hash) do update set hash = excluded.hash
    returning id, encode(hash, 'hex') as hash`.execute(trx)
  const ids = new Map(stored.map(({ hash, id }) => [hash, id]))
  const tiles: (ShapeTile & { readonly shape: number })[] = []
  for (const [hash, geometry] of shapes) {
    const shape = ids.get(hash) as number
    for (const tile of listShapeTiles(JSON.parse(geometry) as Shape)) tiles.push({ ...tile, shape })
    // The largest is a step of its own.
    await setImmediate()
  }
  await sql`
    insert into warning_shape_tile (tile, shape, is_inside)
    select * from unnest(
      ${tiles.map(({ tile }) => tile)}::int4[], ${tiles.map(({ shape }) => shape)}::int8[], ${tiles.map(({ isInside }) => isInside)}::bool[])
    on conflict (tile, shape) do nothing`.execute(trx)
  return [...ids]
}

/** Deletes the shapes that no warning, region or change needs; resolves to how many. */
export const deleteUnusedShapes = (db: Queries<WarningTables>): Promise<number> =>
  deleteInSteps(
    db,
    'warning_shape',
    sql`not exists (select from warning_area where warning_area.shape = warning_shape.id)
      and not exists (select from warning_region where warning_region.shape = warning_shape.id)
      and not exists (select from warning_change where warning_shape.id = any(warning_change.shapes))`,
  )
