import { type Circle, type Polygon, computeBoundingBox, computeDistanceKm } from '@isobar/weather'
import pointInPolygon from 'point-in-polygon-hao'

/** The geometry of one area: everything in any of its polygons and circles. */
export interface Shape {
  readonly polygons: readonly Polygon[]
  readonly circles: readonly Circle[]
}

type Position = readonly [x: number, y: number]
type Ring = readonly Position[]
/** A polygon laid out in the plane: neighbouring vertices are never on opposite sides of the date line, so `x` may leave −180…180. */
export interface PlanarPolygon {
  readonly rings: readonly Ring[]
  readonly minX: number
  readonly maxX: number
  readonly minY: number
  readonly maxY: number
}

type Extent = Omit<PlanarPolygon, 'rings'>

/** The turns by which a polygon in the plane may have to be shifted to meet the world's −180…180. */
export const TURNS = [-360, 0, 360] as const
/** A point of a cell's own size: the corner of a cell is 0.8 km from its middle. */
export const CELL_RADIUS_KM = 0.8

/** Whether the point (degrees) is in the shape, borders included. */
export function createShapeTest({ polygons, circles }: Shape): (lat: number, lon: number) => boolean {
  const planes = polygons.map(toPlane)
  return (lat, lon) =>
    circles.some((circle) => computeDistanceKm(circle, { lat, lon }) <= Math.max(circle.radiusKm, CELL_RADIUS_KM)) ||
    planes.some((plane) => TURNS.some((turn) => isInPlane(plane, lon + turn, lat)))
}

/** Whether the point is in a planar polygon and in none of its holes; the borders belong to the polygon. */
export function isInPlane({ rings, minX, maxX, minY, maxY }: PlanarPolygon, x: number, y: number): boolean {
  if (x < minX || x > maxX || y < minY || y > maxY) return false
  const [outer, ...holes] = rings
  if (outer === undefined || pointInPolygon([x, y], [outer as [number, number][]]) === false) return false
  return !holes.some((hole) => pointInPolygon([x, y], [hole as [number, number][]]) === true)
}

/** Lays out a polygon in the plane; a ring around a pole is closed along the pole. */
export function toPlane(polygon: Polygon): PlanarPolygon {
  const [outer = [], ...holes] = polygon.map(unrolled)
  const extent = extentOf(outer)
  return { rings: [outer, ...holes.map((hole) => alignToOutline(hole, extent))], ...extent }
}

/**
 * A step of more than half a turn takes the short way over the date line, unless it leads from one edge of the map to the other: areas that
 * reach all around the globe are drawn like that.
 */
function unrolled(ring: Ring): Ring {
  let turn = 0
  let before: number | undefined
  const line = ring.map(([lon, lat]): Position => {
    if (before !== undefined && Math.abs(lon - before) > 180 && !isAcrossTheMap(lon, before)) turn += lon < before ? 360 : -360
    before = lon
    return [lon + turn, lat]
  })
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined) return line
  if (Math.abs(first[0] - last[0]) < 180) return first[0] === last[0] && first[1] === last[1] ? line : [...line, first]
  const pole = line.reduce((sum, [, lat]) => sum + lat, 0) < 0 ? -90 : 90
  return [...line, [last[0], pole], [first[0], pole], first]
}

function isAcrossTheMap(a: number, b: number): boolean {
  return Math.abs(a) === 180 && Math.abs(b) === 180
}

/** Shifts a hole that was laid out a turn away from its outer ring into it. */
function alignToOutline(hole: Ring, { minX, maxX }: Extent): Ring {
  const own = extentOf(hole)
  const turn = TURNS.find((each) => own.minX + each >= minX && own.maxX + each <= maxX) ?? 0
  return turn === 0 ? hole : hole.map(([x, y]) => [x + turn, y])
}

function extentOf(ring: Ring): Extent {
  const { west, east, south, north } = computeBoundingBox(ring)
  return { minX: west, maxX: east, minY: south, maxY: north }
}
