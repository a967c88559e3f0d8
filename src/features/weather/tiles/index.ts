import type { TileCapability } from '@isobar/providers/port'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { MINUTE_MS } from '../../../time.ts'
import { registerTiles, type TilePath } from './routes.ts'
import { createTileService, buildNoTilesError, type TileService } from './service.ts'
import { createTileStore } from './store.ts'
import type { TileTables } from './tables.ts'
export { tileTables } from './tables.ts'

export interface TileNeeds {
  /** Undefined if no provider in use has tiles. */
  readonly provider: TileCapability | undefined
  readonly isSwitchedOff: () => boolean
}

const MEMORY_BYTES = 32 * 1024 * 1024
const STORED_BYTES = 256 * 1024 * 1024

/** The service when no provider in use has tiles. */
const NONE: TileService = {
  peek: () => undefined,
  tile: () => Promise.reject(buildNoTilesError()),
  evict: async () => 0,
  drain: async () => undefined,
}

/** Serves map tiles; each is bought once for all clients. */
export function openTiles(foundation: Foundation<TileTables>, { provider, isSwitchedOff }: TileNeeds) {
  const { db, timeouts } = foundation
  const tiles =
    provider === undefined
      ? NONE
      : createTileService({
          tiles: provider,
          isSwitchedOff,
          store: createTileStore(db),
          ...foundation,
          ...timeouts,
          memoryBytes: MEMORY_BYTES,
          storedBytes: STORED_BYTES,
        })
  return {
    ...tiles,
    routes: (app) => registerTiles(app, foundation, tiles),
    /** Serves the same tiles under another path. */
    serveAt: (app: HttpServer, path: TilePath): void => registerTiles(app, foundation, tiles, path),
    tasks: [{ name: 'evicting old map tiles', everyMs: MINUTE_MS, run: async () => void (await tiles.evict()) }],
    close: () => tiles.drain(),
  } satisfies Feature & TileService & { serveAt: unknown }
}

export type Tiles = ReturnType<typeof openTiles>
