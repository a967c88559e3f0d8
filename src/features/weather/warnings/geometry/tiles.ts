import { type Box, type Circle, DEGREE_KM, buildGridBox, computeBoxCentre, computeDistanceKm } from '@isobar/weather'
import { CELL_RADIUS_KM, isInPlane, type PlanarPolygon, type Shape, toPlane, TURNS } from './shape.ts'

/**
 * Tiles of a quarter of a degree, and squares of four, sixteen … of them. A tile's number is its level, then its place on the Z-order curve,
 * so that the smallest tiles within a larger one are one range of numbers (`computeTileRange`). The migration's `warning_tile` computes the number
 * of the smallest.
 */
const SMALLEST_DEGREES = 0.25
const ROWS = 180 / SMALLEST_DEGREES
const COLUMNS = 360 / SMALLEST_DEGREES
/** Two bits of the curve for each level: 2,048 by 2,048 of the smallest tiles, of which 720 by 1,440 are the world's. */
const CURVE_BITS = 22
/** Squares of 16 degrees. */
const TOP_LEVEL = 6

/** A tile of a shape; entirely inside it, or with its border running through. */
export interface ShapeTile {
  readonly tile: number
  readonly isInside: boolean
}

/** The numbers of the tiles that hold the point (degrees), smallest first. */
export function listPointTiles(lat: number, lon: number): number[] {
  const row = Math.min(ROWS - 1, Math.floor((lat + 90) / SMALLEST_DEGREES))
  const column = Math.min(COLUMNS - 1, Math.floor((lon + 180) / SMALLEST_DEGREES))
  return Array.from({ length: TOP_LEVEL + 1 }, (_, level) => numberOf(level, row >> level, column >> level))
}

/** The first and last of the smallest tiles within a tile. */
export function computeTileRange(tile: number): readonly [first: number, last: number] {
  const level = tile >> CURVE_BITS
  const place = (tile & ((1 << CURVE_BITS) - 1)) << (2 * level)
  return [place, place + 4 ** level - 1]
}

/** A box is looked up by at most this many tiles of the same size. */
const MAX_BOX_TILES = 64

/** The numbers of all tiles, small and large, that meet the box or are within a quarter of its size of it, as ranges. */
export function listTileRanges({ south, west, north, east }: Box): (readonly [first: number, last: number])[] {
  // Ends with 3 by 6 squares of the whole world, at the latest.
  for (let level = 0; ; level++) {
    const [rows, columns] = [span(south + 90, north + 90, ROWS, level), span(west + 180, east + 180, COLUMNS, level)]
    if (rows.length * columns.length <= MAX_BOX_TILES)
      return rows.flatMap((row) => columns.flatMap((column) => rangesAt(level, row, column)))
  }
}

/** The rows or columns of a level between two distances from the first one, in degrees. */
function span(from: number, to: number, count: number, level: number): number[] {
  const indexOf = (degrees: number): number => Math.min(count - 1, Math.floor(degrees / SMALLEST_DEGREES)) >> level
  return Array.from({ length: indexOf(to) - indexOf(from) + 1 }, (_, index) => indexOf(from) + index)
}

/** The tile with all that are in it and all that it is in. */
function rangesAt(level: number, row: number, column: number): (readonly [first: number, last: number])[] {
  return Array.from({ length: TOP_LEVEL + 1 }, (_, other) => {
    if (other >= level) {
      const tile = numberOf(other, row >> (other - level), column >> (other - level))
      return [tile, tile] as const
    }
    const down = level - other
    const first = numberOf(other, row << down, column << down)
    return [first, first + 4 ** down - 1] as const
  })
}

/** Edges compared with boxes for one shape. Borders that would need more get larger tiles, whose places are tested exactly. */
const MAX_COMPARED = 1_000_000

/** The tiles that cover a shape, as large as its border allows. */
export function listShapeTiles({ polygons, circles }: Shape): ShapeTile[] {
  const tiles = new Map<number, boolean>()
  const add = (tile: number, isInside: boolean): void => void tiles.set(tile, isInside || tiles.get(tile) === true)
  const effort = { left: MAX_COMPARED }
  for (const plane of polygons.map(toPlane)) for (const turn of TURNS) coverPlane(plane, turn, add, effort)
  for (const circle of circles) descendAll((box) => ({ relation: circleRelation(circle, box), state: null }), null, add)
  return [...tiles].map(([tile, isInside]) => ({ tile, isInside }))
}

/** `coarse`: a border that is not followed any further. */
type Relation = 'inside' | 'outside' | 'border' | 'coarse'
type Add = (tile: number, isInside: boolean) => void
/** Relates a box to a shape; `state` is what the box's quarters need from the result. */
type Relate<S> = (box: Box, state: S) => { readonly relation: Relation; readonly state: S }

function descendAll<S>(relate: Relate<S>, state: S, add: Add): void {
  for (let row = 0; row << TOP_LEVEL < ROWS; row++) {
    for (let column = 0; column << TOP_LEVEL < COLUMNS; column++) descend(TOP_LEVEL, row, column, relate, state, add)
  }
}

function descend<S>(level: number, row: number, column: number, relate: Relate<S>, from: S, add: Add): void {
  if (row << level >= ROWS || column << level >= COLUMNS) return
  const { relation, state } = relate(buildGridBox(row, column, SMALLEST_DEGREES * 2 ** level), from)
  if (relation === 'outside') return
  if (relation !== 'border' || level === 0) return add(numberOf(level, row, column), relation === 'inside')
  for (const [up, right] of QUARTERS) descend(level - 1, 2 * row + up, 2 * column + right, relate, state, add)
}

const QUARTERS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const

type Edge = readonly [x1: number, y1: number, x2: number, y2: number]

/** Follows the polygon's edges down the tiles; a tile without an edge is in the polygon if its middle is. */
function coverPlane(plane: PlanarPolygon, turn: number, add: Add, effort: { left: number }): void {
  const [minX, maxX] = [plane.minX + turn, plane.maxX + turn]
  if (minX > 180 || maxX < -180) return
  const edges = plane.rings.flatMap((ring) =>
    ring.slice(1).map(([x, y], index): Edge => {
      const [fromX, fromY] = ring[index] as readonly [number, number]
      return [fromX + turn, fromY, x + turn, y]
    }),
  )
  const relate: Relate<readonly Edge[]> = (box, near) => {
    if (box.east < minX || box.west > maxX || box.north < plane.minY || box.south > plane.maxY) return { relation: 'outside', state: [] }
    effort.left -= near.length + 1
    if (effort.left < 0) return { relation: 'coarse', state: [] }
    const crossing = near.filter((edge) => meets(edge, box))
    if (crossing.length > 0) return { relation: 'border', state: crossing }
    const isInside = isInPlane(plane, (box.west + box.east) / 2 - turn, (box.south + box.north) / 2)
    return { relation: isInside ? 'inside' : 'outside', state: crossing }
  }
  descendAll(relate, edges, add)
}

/** Whether an edge has a point in the box, borders included (separating axis theorem). */
function meets([x1, y1, x2, y2]: Edge, { west, south, east, north }: Box): boolean {
  if (Math.max(x1, x2) < west || Math.min(x1, x2) > east || Math.max(y1, y2) < south || Math.min(y1, y2) > north) return false
  const [dx, dy] = [x2 - x1, y2 - y1]
  const [left, right, down, up] = [dy * (west - x1), dy * (east - x1), dx * (south - y1), dx * (north - y1)]
  // Each corner's side of the edge's line.
  const isAbove = down > left && down > right && up > left && up > right
  const isBelow = down < left && down < right && up < left && up < right
  return !isAbove && !isBelow
}

/** By the distance of the box's middle: no corner is further from it than half the box's diagonal at the equator. */
function circleRelation(circle: Circle, box: Box): Relation {
  const { west, south, east, north } = box
  const halfDiagonalKm = (Math.hypot(east - west, north - south) / 2) * DEGREE_KM
  const away = computeDistanceKm(circle, computeBoxCentre(box))
  const radiusKm = Math.max(circle.radiusKm, CELL_RADIUS_KM)
  if (away + halfDiagonalKm <= radiusKm) return 'inside'
  return away - halfDiagonalKm > radiusKm ? 'outside' : 'border'
}

function numberOf(level: number, row: number, column: number): number {
  return (level << CURVE_BITS) | spread(column) | (spread(row) << 1)
}

/** Interleaves the eleven bits with zeros. */
function spread(bits: number): number {
  let wide = (bits | (bits << 8)) & 0x00ff00ff
  wide = (wide | (wide << 4)) & 0x0f0f0f0f
  wide = (wide | (wide << 2)) & 0x33333333
  return (wide | (wide << 1)) & 0x55555555
}
