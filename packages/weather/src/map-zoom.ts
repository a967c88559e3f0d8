/** An address of a map tile in Web Mercator, `y` from the north. */
interface TilePosition {
  readonly z: number
  readonly x: number
  readonly y: number
}

/**
 * The zoom at which the provider is asked for what is shown at zooms 0, 1, 2 …: two steps below, so that a screen needs few calls, and the same for
 * two zooms, so that the next one often needs none.
 */
const SOURCE_ZOOMS = [0, 1, 1, 1, 2, 2, 4, 4]
/** From zoom 8 on. A pixel of it is 0.04° wide: the grids of global weather models are wider. */
const FINEST_ZOOM = 5
const STORED_ZOOMS = [FINEST_ZOOM, 4, 2, 1, 0]

/** Up to this zoom a layer has five tiles in all. */
export const WORLD_ZOOM = 1

/** The zoom at which the provider is asked for what is shown at a zoom. */
export function chooseSourceZoom(zoom: number): number {
  return SOURCE_ZOOMS[zoom] ?? FINEST_ZOOM
}

/** Whether tiles of a zoom come from the provider as they are. */
export function isSourceZoom(zoom: number): boolean {
  return STORED_ZOOMS.includes(zoom)
}

/** The tile that contains a tile, at the same or a lower zoom. */
export function findParentTile<T extends TilePosition>(tile: T, zoom: number): T {
  const across = 2 ** (tile.z - zoom)
  return { ...tile, z: zoom, x: Math.floor(tile.x / across), y: Math.floor(tile.y / across) }
}

/** The zooms below a source zoom at which tiles are kept, finest first. */
export function listCoarserZooms(zoom: number): readonly number[] {
  return STORED_ZOOMS.filter((each) => each < zoom)
}
