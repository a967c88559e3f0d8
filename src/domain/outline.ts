import type { Polygon } from './official-warning.ts'

type Ring = Polygon[number]

/** Outlines with more points cost too much to index and to look places up in; the longest recorded one has 93,667. */
const MAX_POINTS = 10_000
/** Some 50 m, to begin with, and at most the size of a cell, the smallest place that there is. */
const FIRST_DEGREES = 0.0005
const LAST_DEGREES = 0.01
const TRIANGLE = 4

/**
 * The polygons of one area with some 10,000 points at most. From longer outlines, points are left out that are closer than 50 m to the last one,
 * or closer than up to a kilometre if that does not suffice; then, all but every nth. Empty if there are too many polygons for that.
 */
export function thinned(polygons: readonly Polygon[]): readonly Polygon[] {
  const points = pointsOf(polygons)
  if (points <= MAX_POINTS) return polygons
  if (polygons.reduce((rings, polygon) => rings + polygon.length, 0) * TRIANGLE > MAX_POINTS) return []
  for (let degrees = FIRST_DEGREES; degrees <= LAST_DEGREES; degrees *= 2) {
    const thin = polygons.map((rings) => rings.map((ring) => thinRing(ring, degrees)))
    if (pointsOf(thin) <= MAX_POINTS) return thin
  }
  const step = Math.ceil((2 * points) / MAX_POINTS)
  return polygons.map((rings) => rings.map((ring) => everyNth(ring, step)))
}

function pointsOf(polygons: readonly Polygon[]): number {
  return polygons.reduce((sum, rings) => sum + rings.reduce((points, ring) => points + ring.length, 0), 0)
}

/** Keeps the first and the last point, and at least a triangle. */
function thinRing(ring: Ring, degrees: number): Ring {
  let last = ring[0]
  const kept = ring.filter((point, index) => {
    const isFar = last !== undefined && (Math.abs(point[0] - last[0]) > degrees || Math.abs(point[1] - last[1]) > degrees)
    const isKept = index === 0 || index === ring.length - 1 || isFar
    if (isKept) last = point
    return isKept
  })
  return kept.length < TRIANGLE ? everyNth(ring, ring.length) : kept
}

/** Every nth point and the last one, and at least a triangle. */
function everyNth(ring: Ring, n: number): Ring {
  const step = Math.max(1, Math.min(n, Math.floor((ring.length - 1) / (TRIANGLE - 1))))
  return ring.filter((_, index) => index === ring.length - 1 || index % step === 0)
}
