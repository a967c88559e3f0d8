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
  for (const [hash, shape] of shapes) if (!ids.has(hash)) ids.set(hash, await putShape(trx, hash, shape))
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

async function putShape(trx: Queries<WarningTables>, hash: string, shape: Shape): Promise<number> {
  // Another transaction may store the same at the moment; writing the row again waits for it and returns its number.
  const { id } = await trx
    .insertInto('warning_shape')
    .values({ hash: Buffer.from(hash, 'hex'), geometry: JSON.stringify(shape) })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash: Buffer.from(hash, 'hex') }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const tiles = tilesOf(shape)
  await sql`
    insert into warning_shape_tile (tile, shape, is_inside)
    select tile, ${id}, is_inside from unnest(${tiles.map(({ tile }) => tile)}::int4[], ${tiles.map(({ isInside }) => isInside)}::bool[]) as covering (tile, is_inside)
    on conflict (tile, shape) do nothing`.execute(trx)
  return id
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
