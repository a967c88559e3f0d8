import { type Kysely, sql } from 'kysely'
import { buildExcludedValues } from '../../../platform/db/queries.ts'
import { CLOCK_TOLERANCE_MS } from '../../../time.ts'
import type { TileKey } from './address.ts'
import type { TileTables } from './tables.ts'

export interface StoredTile {
  readonly png: Buffer
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/**
 * The tiles shared by all nodes. They are stored in the database even if the second cache level is Valkey: megabytes of images would evict
 * the weather from its memory.
 */
export type TileStore = ReturnType<typeof createTileStore>

/** Tiles in PostgreSQL. Database errors are thrown. */
export function createTileStore(db: Kysely<TileTables>) {
  return {
    /** The tile, if it was fetched after `sinceMs`; not if it was fetched while a clock was ahead. */
    async findTile({ layer, z, x, y }: TileKey, sinceMs: number, now: number): Promise<StoredTile | undefined> {
      const row = await db
        .selectFrom('map_tile')
        .select(['png', 'fetched_at'])
        .where('layer', '=', layer)
        .where('z', '=', z)
        .where('x', '=', x)
        .where('y', '=', y)
        .where('fetched_at', '>', new Date(sinceMs))
        .where('fetched_at', '<=', new Date(now + CLOCK_TOLERANCE_MS))
        .executeTakeFirst()
      return row === undefined ? undefined : { png: row.png, fetchedAt: row.fetched_at.getTime() }
    },

    /** Stores a tile unless a newer one exists; one that was fetched while a clock was ahead is not newer. */
    async putTile({ layer, z, x, y }: TileKey, { png, fetchedAt }: StoredTile): Promise<void> {
      await db
        .insertInto('map_tile')
        .values({ layer, z, x, y, png, fetched_at: new Date(fetchedAt) })
        .onConflict((conflict) =>
          conflict
            .columns(['layer', 'z', 'x', 'y'])
            .doUpdateSet(buildExcludedValues('png', 'fetched_at'))
            .where((eb) =>
              eb.or([
                eb('map_tile.fetched_at', '<', eb.ref('excluded.fetched_at')),
                eb('map_tile.fetched_at', '>', new Date(fetchedAt + CLOCK_TOLERANCE_MS)),
              ]),
            ),
        )
        .execute()
    },

    /** Deletes the tiles fetched before `sinceMs`, and the oldest ones beyond `maxBytes` in total; returns how many. */
    async evict(sinceMs: number, maxBytes: number): Promise<number> {
      // A tile refetched meanwhile has a different fetched_at and is not deleted. Lengths are read without reading the images.
      const { numAffectedRows } = await sql`
        with tiles as (
          select layer, z, x, y, fetched_at,
            sum(octet_length(png)) over (order by fetched_at desc, layer, z, x, y) as bytes
          from map_tile
        )
        delete from map_tile held using tiles
        where (held.layer, held.z, held.x, held.y, held.fetched_at) = (tiles.layer, tiles.z, tiles.x, tiles.y, tiles.fetched_at)
          and (tiles.bytes > ${maxBytes} or tiles.fetched_at <= ${new Date(sinceMs)})`.execute(db)
      return Number(numAffectedRows ?? 0n)
    },
  }
}
