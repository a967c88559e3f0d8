import { type Kysely, sql } from 'kysely'
import type { TileAddress } from '../../../providers/provider.ts'
import type { TileTables } from './tables.ts'

/** A tile as it is kept. */
export interface StoredTile {
  readonly png: Buffer
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/**
 * The tiles that all nodes share. They are kept in the database whichever engine the second cache level is: megabytes of pictures
 * would push the weather out of Valkey's memory.
 */
export interface TileStore {
  /** The tile, if it was fetched after `sinceMs`. */
  findTile(address: TileAddress, sinceMs: number): Promise<StoredTile | undefined>
  /** Keeps a tile unless a newer one is there. */
  putTile(address: TileAddress, tile: StoredTile): Promise<void>
  /** Forgets the tiles fetched before `sinceMs`, and the oldest ones beyond `maxBytes` of all together; returns how many went. */
  evict(sinceMs: number, maxBytes: number): Promise<number>
}

export function createTileStore(db: Kysely<TileTables>): TileStore {
  return {
    async findTile({ layer, z, x, y }, sinceMs) {
      const row = await db
        .selectFrom('map_tile')
        .select(['png', 'fetched_at'])
        .where('layer', '=', layer)
        .where('z', '=', z)
        .where('x', '=', x)
        .where('y', '=', y)
        .where('fetched_at', '>', new Date(sinceMs))
        .executeTakeFirst()
      return row === undefined ? undefined : { png: row.png, fetchedAt: row.fetched_at.getTime() }
    },

    async putTile({ layer, z, x, y }, { png, fetchedAt }) {
      await db
        .insertInto('map_tile')
        .values({ layer, z, x, y, png, fetched_at: new Date(fetchedAt) })
        .onConflict((conflict) =>
          conflict
            .columns(['layer', 'z', 'x', 'y'])
            .doUpdateSet((eb) => ({ png: eb.ref('excluded.png'), fetched_at: eb.ref('excluded.fetched_at') }))
            .whereRef('map_tile.fetched_at', '<', 'excluded.fetched_at'),
        )
        .execute()
    },

    async evict(sinceMs, maxBytes) {
      // A tile that is fetched anew meanwhile has another fetched_at, and stays. Lengths are read without reading the pictures.
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
