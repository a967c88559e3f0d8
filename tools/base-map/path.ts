import { type Box, clipLine, clipRing } from './clip.ts'
import { type Point, simplify } from './simplify.ts'

/** The side of the Web Mercator square, in units; points are rounded to whole units. */
export const COARSE_SIZE = 4_096
export const FINE_SIZE = 65_536
/** In units. */
const TOLERANCE = 0.55
/** Islands smaller than this (in square units) are too small to be seen. */
const MIN_AREA = 3
/** Where Web Mercator ends. */
const MAX_LATITUDE = 85.051_129

export function project([lon = 0, lat = 0]: readonly number[], size: number): Point {
  const sine = Math.sin((Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat)) * Math.PI) / 180)
  return [(lon / 360 + 0.5) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size]
}

/** A closed ring in the plane, without its repeated first point; empty when it is too small to be seen. */
export function planeRing(ring: readonly (readonly number[])[], size: number): readonly Point[] {
  const line = closed(unwrapped(ring)).map((point) => project(point, size))
  return Math.abs(areaOf(line)) < MIN_AREA ? [] : simplify(line, TOLERANCE).slice(0, -1)
}

/** An open line in the plane. */
export function planeLine(line: readonly (readonly number[])[], size: number): readonly Point[] {
  return simplify(
    unwrapped(line).map((point) => project(point, size)),
    TOLERANCE,
  )
}

/** The rings' parts in a box as an SVG path. */
export function ringsPath(rings: readonly (readonly Point[])[], box: Box): string {
  return rings.map((ring) => pathOf(clipRing(ring, box), 'z')).join('')
}

/** The lines' parts in a box as an SVG path. */
export function linesPath(lines: readonly (readonly Point[])[], box: Box): string {
  return lines.flatMap((line) => clipLine(line, box).map((run) => pathOf(run, ''))).join('')
}

/** Longitudes that continue across the antimeridian instead of jumping to the other side of the map. */
export function unwrapped(line: readonly (readonly number[])[]): Point[] {
  let turns = 0
  return line.map(([lon = 0, lat = 0], i) => {
    const before = line[i - 1]?.[0] ?? lon
    if (lon - before > 180) turns -= 360
    if (before - lon > 180) turns += 360
    return [lon + turns, lat]
  })
}

/** A ring that goes around the Earth (Antarctica's) is closed over its pole. */
function closed(ring: readonly Point[]): readonly Point[] {
  const [[firstLon, firstLat], [lastLon]] = [ring[0] as Point, ring.at(-1) as Point]
  if (Math.abs(lastLon - firstLon) < 180) return ring
  const pole = Math.sign(firstLat) * 90
  return [...ring, [lastLon, pole], [firstLon, pole], ring[0] as Point]
}

/** Whole units, each point from the one before it, and as few characters as SVG allows. */
function pathOf(points: readonly Point[], end: string): string {
  let [atX, atY] = [0, 0]
  let path = ''
  for (const [i, [x, y]] of points.entries()) {
    const [dx, dy] = [Math.round(x) - atX, Math.round(y) - atY]
    if (i > 0 && dx === 0 && dy === 0) continue
    path += i === 0 ? `M${dx}` : path.endsWith('l') || dx < 0 ? `${dx}` : ` ${dx}`
    path += dy < 0 ? `${dy}` : ` ${dy}`
    if (i === 0) path += 'l'
    ;[atX, atY] = [atX + dx, atY + dy]
  }
  return path === '' || path.endsWith('l') ? '' : path + end
}

export function areaOf(ring: readonly Point[]): number {
  let sum = 0
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length] as Point
    sum += x * nextY - nextX * y
  }
  return sum / 2
}
