/** A position as a share of the world in Web Mercator, both 0…1; x continues across the antimeridian. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** Tiles are shown at twice their size: weather has no sharp edges, and it takes a quarter of the tiles. */
export const TILE_SIZE = 512
export const MIN_ZOOM = 1
export const MAX_ZOOM = 6
/** The limit of Web Mercator. */
const MAX_LATITUDE = 85.051_129

/** The position of coordinates in degrees; latitudes are clamped to MAX_LATITUDE. */
export function spotOf(lat: number, lon: number): Spot {
  const sine = Math.sin((Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat)) * Math.PI) / 180)
  return { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

/** Width of the world in pixels. */
export function worldSize(zoom: number): number {
  return TILE_SIZE * 2 ** zoom
}

/** The visible part of the world; `left` and `top` in pixels of the world at this zoom. */
export interface View {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly zoom: number
}

/** The view of a map of that size with a spot at `anchor` (share of its width) and half its height; it never extends beyond the poles. */
export function viewOf(
  spot: Spot,
  zoom: number,
  { width, height }: { readonly width: number; readonly height: number },
  anchor: number,
): View {
  const world = worldSize(zoom)
  const top = spot.y * world - height / 2
  return { left: spot.x * world - anchor * width, top: Math.max(0, Math.min(world - height, top)), width, height, zoom }
}

export interface Tile {
  readonly z: number
  readonly x: number
  readonly y: number
  /** Position of its corner in the view, in pixels. */
  readonly left: number
  readonly top: number
}

/** The visible tiles, those in the middle first. */
export function tilesOf({ left, top, width, height, zoom }: View): readonly Tile[] {
  const across = 2 ** zoom
  const tiles: Tile[] = []
  for (let column = Math.floor(left / TILE_SIZE); column * TILE_SIZE < left + width; column++) {
    for (let row = Math.max(0, Math.floor(top / TILE_SIZE)); row < across && row * TILE_SIZE < top + height; row++) {
      const x = ((column % across) + across) % across
      tiles.push({ z: zoom, x, y: row, left: column * TILE_SIZE - left, top: row * TILE_SIZE - top })
    }
  }
  const fromMiddle = (tile: Tile) => Math.hypot(tile.left + (TILE_SIZE - width) / 2, tile.top + (TILE_SIZE - height) / 2)
  return tiles.toSorted((a, b) => fromMiddle(a) - fromMiddle(b))
}

/** The visible copies of the world, numbered from the first. */
export function copiesOf({ left, width, zoom }: View): readonly number[] {
  const world = worldSize(zoom)
  // One more on the left: land beyond the antimeridian belongs to the copy before.
  const first = Math.floor(left / world) - 1
  const last = Math.floor((left + width) / world)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
