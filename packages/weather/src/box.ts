import { computeDistanceKm, type Point } from './distance.ts'

/** An area between two parallels and two meridians, in degrees. `east` is greater than `west`: boxes do not cross the antimeridian. */
export interface Box {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** One degree of a great circle. */
export const DEGREE_KM = 111.2

/** The box of the grid with this spacing that a point is in. The spacing divides 180. Points on the upper edges belong to the last row or column. */
export function toGridBox({ lat, lon }: Point, degrees: number): Box {
  const index = (value: number, rows: number) => Math.min(Math.floor(value / degrees), rows - 1)
  return buildGridBox(index(lat + 90, 180 / degrees), index(lon + 180, 360 / degrees), degrees)
}

/** The boxes of the grid that anything within the distance may be in: one to four, more near the poles. */
export function listNearbyBoxes(point: Point, withinKm: number, degrees: number): Box[] {
  const { lat, lon } = point
  const latExtent = withinKm / DEGREE_KM
  const [south, north] = [Math.max(-90, lat - latExtent), Math.min(90, lat + latExtent)]
  // Towards the pole, a degree of longitude is shortest.
  const shrink = Math.cos((Math.min(90, Math.max(Math.abs(south), Math.abs(north))) * Math.PI) / 180)
  const lonExtent = Math.min(180, latExtent / Math.max(shrink, 1e-9))
  const columns = Math.round(360 / degrees)
  const first = Math.floor((lon - lonExtent + 180) / degrees)
  const last = Math.min(Math.floor((lon + lonExtent + 180) / degrees), first + columns - 1)
  const rows = [toGridBox({ lat: south, lon }, degrees), toGridBox({ lat: north, lon }, degrees)].map((box) =>
    Math.round((box.south + 90) / degrees),
  )
  const boxes: Box[] = []
  for (let row = rows[0] as number; row <= (rows[1] as number); row++)
    for (let column = first; column <= last; column++) boxes.push(buildGridBox(row, ((column % columns) + columns) % columns, degrees))
  return boxes
}

/** The name under which a box is stored: its south-western corner, `47.5,8`. */
export function writeBoxName({ south, west }: Box): string {
  return `${south},${west}`
}

/** The box of a name; `degrees` is the spacing of its grid. */
export function parseBoxName(name: string, degrees: number): Box {
  const [south = 0, west = 0] = name.split(',').map(Number)
  return { south, west, north: south + degrees, east: west + degrees }
}

/** The smallest box around positions of longitude and latitude; inside out without any. */
export function computeBoundingBox(positions: readonly (readonly [lon: number, lat: number])[]): Box {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lon, lat] of positions) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return { south, west, north, east }
}

/** Halfway between its sides. */
export function computeBoxCentre({ south, west, north, east }: Box): Point {
  return { lat: (south + north) / 2, lon: (west + east) / 2 }
}

/** From the centre to the farthest corner. */
export function computeBoxRadiusKm(box: Box): number {
  const { south, west, north } = box
  const centre = computeBoxCentre(box)
  return Math.max(computeDistanceKm(centre, { lat: south, lon: west }), computeDistanceKm(centre, { lat: north, lon: west }))
}

/** The box of a grid by its row, from the south pole, and its column, from the antimeridian. */
export function buildGridBox(row: number, column: number, degrees: number): Box {
  const [south, west] = [row * degrees - 90, column * degrees - 180]
  return { south, west, north: south + degrees, east: west + degrees }
}
