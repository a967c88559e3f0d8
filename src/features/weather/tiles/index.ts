import type { TileAddress, TileCapability } from '@isobar/providers/port'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { TileSource } from './address.ts'
import { registerRadar } from './radar-routes.ts'
import { createRadarService, type FrameTile, type RadarSource } from './radar.ts'
import { registerTiles, type TilePath } from './routes.ts'
import { createTileService, buildNoTilesError, type TileService, TILE_USABLE_SECONDS } from './service.ts'
import { createTileStore } from './store.ts'
import type { TileTables } from './tables.ts'
export { tileTables } from './tables.ts'
export type { RadarSource } from './radar.ts'

export interface TileNeeds {
  /** Undefined if no provider in use has tiles. */
  readonly provider: TileCapability | undefined
  readonly isSwitchedOff: () => boolean
  /** Undefined if no radar is named. */
  readonly radar: RadarSource | undefined
}

const MEMORY_BYTES = 32 * 1024 * 1024
const STORED_BYTES = 256 * 1024 * 1024

/** The service when no provider in use has tiles. */
const NONE: TileService<TileAddress> = {
  freshSeconds: 0,
  peek: () => undefined,
  tile: () => Promise.reject(buildNoTilesError()),
  evict: async () => 0,
  drain: async () => undefined,
}

/** Serves map tiles and the frames of a radar; each is bought once for all clients. */
export function openTiles(foundation: Foundation<TileTables>, { provider, isSwitchedOff, radar: source }: TileNeeds) {
  const { db, timeouts } = foundation
  const store = createTileStore(db)
  const common = { store, ...foundation, ...timeouts, memoryBytes: MEMORY_BYTES, storedBytes: STORED_BYTES }
  const tiles = provider === undefined ? NONE : createTileService({ ...common, tiles: provider, isSwitchedOff })
  const frames =
    source &&
    createTileService<FrameTile>({
      ...common,
      tiles: buildFrameSource(source),
      isSwitchedOff: () => true,
      // A frame never changes.
      freshSeconds: TILE_USABLE_SECONDS,
    })
  const radar = source && frames && createRadarService({ ...common, source, tiles: frames })
  return {
    ...tiles,
    routes: (app) => {
      registerTiles(app, foundation, tiles)
      registerRadar(app, foundation, radar)
    },
    /** Serves the same tiles under another path. */
    serveAt: (app: HttpServer, path: TilePath): void => registerTiles(app, foundation, tiles, path),
    tasks: [{ name: 'evicting old map tiles', everyMs: MINUTE_MS, run: async () => void (await (frames ?? tiles).evict()) }],
    drain,
    close: drain,
  } satisfies Feature & TileService<TileAddress> & { serveAt: unknown }

  async function drain(): Promise<void> {
    await Promise.all([tiles.drain(), radar?.drain()])
  }
}

function buildFrameSource({ radar, refusal }: RadarSource): TileSource<FrameTile> {
  return {
    configured: () => radar.configured() && refusal() === null,
    async fetch({ frame, z, x, y }, calls) {
      if (frame === null) throw new TypeError('a frame that is not listed is not fetched')
      return radar.fetch(frame, { z, x, y }, calls)
    },
  }
}

export type Tiles = ReturnType<typeof openTiles>
