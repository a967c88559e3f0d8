import type { Polygon } from '@isobar/weather'
import { toPlane, TURNS } from '../geometry/shape.ts'

type Ring = Polygon[number]
type Position = Ring[number]

/** GeoJSON's polygons of a polygon that may cross the date line: cut along it, and wound as RFC 7946 asks, the outer ring counterclockwise. */
export function cutPolygon(polygon: Polygon): Polygon[] {
  const plane = toPlane(polygon)
  return TURNS.flatMap((turn) => {
    const [west, east] = [plane.minX + turn, plane.maxX + turn]
    if (east <= -180 || west >= 180) return []
    const shifted = plane.rings.map((ring) => ring.map(([x, y]): Position => [x + turn, y]))
    const cut = west >= -180 && east <= 180 ? shifted : shifted.map((ring) => clipped(clipped(ring, -180, 1), 180, -1))
    const [outer, ...holes] = cut.filter((ring) => ring.length >= 4)
    return outer === undefined ? [] : [[wound(outer, 1), ...holes.map((hole) => wound(hole, -1))]]
  })
}

/** The part of a closed ring beyond a meridian: eastwards (`side` 1) or westwards (−1); Sutherland and Hodgman's way. */
function clipped(ring: Ring, meridian: number, side: 1 | -1): Ring {
  const isBeyond = ([x]: Position): boolean => (x - meridian) * side >= 0
  const part = ring.slice(1).flatMap((to, index): Position[] => {
    const from = ring[index] as Position
    if (isBeyond(from) === isBeyond(to)) return isBeyond(to) ? [to] : []
    const share = (meridian - from[0]) / (to[0] - from[0])
    const crossing: Position = [meridian, from[1] + share * (to[1] - from[1])]
    return isBeyond(to) ? [crossing, to] : [crossing]
  })
  const [first] = part
  return first === undefined ? [] : [...part, first]
}

/** The ring counterclockwise (1) or clockwise (−1). */
function wound(ring: Ring, direction: 1 | -1): Ring {
  const clockwise = ring.slice(1).reduce((sum, [x, y], index) => {
    const [fromX, fromY] = ring[index] as Position
    return sum + (x - fromX) * (y + fromY)
  }, 0)
  return clockwise * direction > 0 ? ring.toReversed() : ring
}
