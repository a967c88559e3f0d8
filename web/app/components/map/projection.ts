/** A spot of the map as a share of the world in Web Mercator, both 0…1; x runs on over the antimeridian. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** A tile is shown twice as large as it is: weather has no sharp edges, and a quarter of the tiles does. */
export const TILE_SIZE = 512
export const MIN_ZOOM = 1
export const MAX_ZOOM = 6
/** Where Web Mercator ends. */
const MAX_LATITUDE = 85.051_129

export function spotOf(lat: number, lon: number): Spot {
  const sine = Math.sin((Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat)) * Math.PI) / 180)
  return { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

/** How many pixels the world is wide. */
export function worldSize(zoom: number): number {
  return TILE_SIZE * 2 ** zoom
}

/** What is seen: a part of the world, `left` and `top` in pixels of it at this zoom. */
export interface View {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly zoom: number
}

/** A map of so many pixels with a spot at `anchor` (share of its width) and half its height; it never shows what is beyond the poles. */
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
  /** Where its corner is in the view, in pixels. */
  readonly left: number
  readonly top: number
}

/** The tiles that a view shows, those in the middle first. */
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

/** The copies of the world that a view touches, as numbers of worlds from the first. */
export function copiesOf({ left, width, zoom }: View): readonly number[] {
  const world = worldSize(zoom)
  // One more on the left: lands beyond the antimeridian belong to the copy before.
  const first = Math.floor(left / world) - 1
  const last = Math.floor((left + width) / world)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
