import { computeBoundingBox } from './box.ts'
import type { Polygon } from './official-warning.ts'

type Ring = Polygon[number]

/** How far outlines are thinned. */
export interface Thinning {
  /** Of all polygons together. */
  readonly maxPoints: number
  /** The distance between points that is tried first, and the last one. */
  readonly firstDegrees: number
  readonly lastDegrees: number
}

/**
 * Outlines with more points cost too much to index and to look places up in; the longest recorded one has 93,667. Some 50 m, to begin with,
 * and at most half of a cell, the smallest place that there is.
 */
const TO_LOOK_UP: Thinning = { maxPoints: 5_000, firstDegrees: 0.0005, lastDegrees: 0.004 }
const TRIANGLE = 4
const BOX = 5

/**
 * The polygons of one area with some 5,000 points at most, or as many as `thinning` says. Of longer outlines, points are left out that are closer
 * than 50 m to the last one, or closer than up to 400 m if that does not suffice; what is smaller becomes its bounding box, and so does everything
 * if there is too much of it: rather a place too many than one too few.
 */
export function thinPolygons(polygons: readonly Polygon[], { maxPoints, firstDegrees, lastDegrees } = TO_LOOK_UP): readonly Polygon[] {
  if (pointsOf(polygons) <= maxPoints) return polygons
  for (let degrees = firstDegrees; degrees <= lastDegrees; degrees *= 2) {
    const thin = polygons.map((rings) => thinPolygon(rings, degrees))
    if (pointsOf(thin) <= maxPoints) return thin
  }
  return polygons.length * BOX <= maxPoints
    ? polygons.map(([outer = []]) => [boxOf(outer)])
    : [[boxOf(polygons.flatMap(([outer = []]) => outer))]]
}

function pointsOf(polygons: readonly Polygon[]): number {
  return polygons.reduce((sum, rings) => sum + rings.reduce((points, ring) => points + ring.length, 0), 0)
}

/** Holes that become too small are filled. */
function thinPolygon([outer = [], ...holes]: Polygon, degrees: number): Polygon {
  const thin = thinRing(outer, degrees)
  const thinHoles = holes.map((hole) => thinRing(hole, degrees)).filter(({ length }) => length >= TRIANGLE)
  return thin.length < TRIANGLE ? [boxOf(outer)] : [thin, ...thinHoles]
}

/** Keeps the first and the last point. */
function thinRing(ring: Ring, degrees: number): Ring {
  let last = ring[0]
  return ring.filter((point, index) => {
    const isFar = last !== undefined && (Math.abs(point[0] - last[0]) > degrees || Math.abs(point[1] - last[1]) > degrees)
    const isRetained = index === 0 || index === ring.length - 1 || isFar
    if (isRetained) last = point
    return isRetained
  })
}

function boxOf(ring: Ring): Ring {
  const { west, south, east, north } = computeBoundingBox(ring)
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}
