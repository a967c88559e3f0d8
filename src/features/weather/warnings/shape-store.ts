import { sql } from 'kysely'
import type { Queries } from '../../../platform/db/queries.ts'
import type { Shape } from './geometry/shape.ts'
import { tilesOf } from './geometry/tiles.ts'
import type { WarningTables } from './tables.ts'

/**
 * Stores shapes that are not stored yet, with their tiles.
 * @param shapes by hash (hexadecimal)
 * @returns their numbers, by hash
 */
export async function putShapes(trx: Queries<WarningTables>, shapes: ReadonlyMap<string, Shape>): Promise<Map<string, number>> {
  const ids = await shapeIds(trx, [...shapes.keys()])
  const missing = [...shapes].filter(([hash]) => !ids.has(hash))
  for (let from = 0; from < missing.length; from += PUT_STEP) {
    for (const [hash, id] of await insertShapes(trx, missing.slice(from, from + PUT_STEP))) ids.set(hash, id)
  }
  return ids
}

/** The numbers of the shapes that are stored, by hash. */
export async function shapeIds(trx: Queries<WarningTables>, hashes: readonly string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map()
  const rows = await trx
    .selectFrom('warning_shape')
    .select(['id', 'hash'])
    .where(sql<boolean>`hash = any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`)
    .execute()
  return new Map(rows.map(({ id, hash }) => [hash.toString('hex'), id]))
}

const PUT_STEP = 200

async function insertShapes(
  trx: Queries<WarningTables>,
  shapes: readonly (readonly [hash: string, shape: Shape])[],
): Promise<[string, number][]> {
  // Another transaction may be storing the same shape; writing the row again waits for it and returns its number. Sorted, so that two
  // transactions cannot deadlock.
  const ordered = shapes.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rows = ordered.map(([hash, geometry]) => ({ hash, geometry }))
  const { rows: stored } = await sql<{ id: number; hash: string }>`
    insert into warning_shape (hash, geometry)
    select decode(hash, 'hex'), geometry from json_to_recordset(${JSON.stringify(rows)}::json) as each (hash text, geometry jsonb)
    on conflict (hash) do update set hash = excluded.hash
    returning id, encode(hash, 'hex') as hash`.execute(trx)
  const ids = new Map(stored.map(({ hash, id }) => [hash, id]))
  const tiles = shapes.flatMap(([hash, shape]) => tilesOf(shape).map((tile) => ({ ...tile, shape: ids.get(hash) as number })))
  await sql`
    insert into warning_shape_tile (tile, shape, is_inside)
    select * from unnest(
      ${tiles.map(({ tile }) => tile)}::int4[], ${tiles.map(({ shape }) => shape)}::int8[], ${tiles.map(({ isInside }) => isInside)}::bool[])
    on conflict (tile, shape) do nothing`.execute(trx)
  return [...ids]
}

const DELETE_STEP = 1_000

/** Deletes a bounded number of shapes that no warning, region or change needs. */
export async function deleteUnusedShapes(db: Queries<WarningTables>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from warning_shape where id in (
      select id from warning_shape as shape
      where not exists (select from warning_area where warning_area.shape = shape.id)
        and not exists (select from warning_region where warning_region.shape = shape.id)
        and not exists (select from warning_change where shape.id = any(warning_change.shapes))
      limit ${DELETE_STEP})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
