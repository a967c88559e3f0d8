import { type Box, type Circle, DEGREE_KM, type Polygon, type Thinning, computeBoundingBox, thinPolygons } from '@isobar/weather'
import { createShapeCache } from '../cached-shapes.ts'
import { CELL_RADIUS_KM, type Shape } from '../geometry/shape.ts'
import type { PlaceStore } from '../place-store.ts'
import { cutPolygon } from './cut-polygon.ts'

/** The geometry of an area, for maps. */
export interface Outline {
  /** As GeoJSON's, thinned. */
  readonly polygons: readonly Polygon[]
  /** The exact extent of each polygon before it was thinned. */
  readonly boxes: readonly Box[]
}

const CACHE_BYTES = 16 * 1024 * 1024
/** A position of two numbers, in its array. */
const POSITION_BYTES = 64
/** From half a kilometre to some 35. */
const OF_AREA: Thinning = { maxPoints: 400, firstDegrees: 0.005, lastDegrees: 0.32 }
const OF_WARNING: Thinning = { maxPoints: 2_000, firstDegrees: 0.01, lastDegrees: 0.32 }
/** Of a circle, as a polygon. */
const CORNERS = 24

/** The outlines of shapes for maps. */
export function createOutlines({ listGeometry }: Pick<PlaceStore, 'listGeometry'>) {
  return createShapeCache({
    name: 'warning-outlines',
    maxBytes: CACHE_BYTES,
    listGeometry,
    make: outlineOf,
    bytesOf: ({ polygons, boxes }) =>
      polygons.flat().reduce((bytes, ring) => bytes + ring.length * POSITION_BYTES, (1 + boxes.length) * POSITION_BYTES),
  })
}

function outlineOf({ polygons, circles }: Shape): Outline {
  const all = [...polygons, ...circles.map(polygonAround)].flatMap(cutPolygon)
  return { polygons: thinPolygons(all, OF_AREA), boxes: all.map(([outer = []]) => computeBoundingBox(outer)) }
}

/** GeoJSON's geometry of a warning's areas; null without any. Coordinates are rounded to 100 metres. */
export function buildWarningGeometry(outlines: readonly Outline[]) {
  const polygons = thinPolygons(
    outlines.flatMap((outline) => outline.polygons),
    OF_WARNING,
  ).map((rings) => rings.map((ring) => ring.map(([lon, lat]) => [rounded(lon), rounded(lat)])))
  const [first, ...others] = polygons
  if (first === undefined) return null
  return others.length === 0 ? { type: 'Polygon' as const, coordinates: first } : { type: 'MultiPolygon' as const, coordinates: polygons }
}

const rounded = (degrees: number): number => Math.round(degrees * 1_000) / 1_000

function polygonAround({ lat, lon, radiusKm }: Circle): Polygon {
  const up = Math.max(radiusKm, CELL_RADIUS_KM) / DEGREE_KM
  const right = up / Math.max(Math.cos((lat * Math.PI) / 180), 0.01)
  const ring = Array.from({ length: CORNERS + 1 }, (_, corner): [number, number] => {
    const turn = ((corner % CORNERS) / CORNERS) * 2 * Math.PI
    return [lon + right * Math.cos(turn), Math.max(-90, Math.min(90, lat + up * Math.sin(turn)))]
  })
  return [ring]
}
