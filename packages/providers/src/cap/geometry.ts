import { type Circle, type Polygon, thinPolygons } from '@isobar/weather'

type Position = readonly [lon: number, lat: number]

/** One metre, finer than any outline of a warning: further decimals are noise that costs memory. */
const DECIMALS = 1e5
/** The longest recorded ring has 93,667 points. */
const MAX_POINTS = 100_000

/** A pair has at most some thirty characters. */
const MAX_TEXT = 48 * MAX_POINTS
const MAX_CIRCLE = 200
/** One pair of a polygon. Sticky, so that no place of the text is read twice. */
const PAIR = /\s*([^\s,]{1,40})\s*,\s*([^\s,]{1,40})(?:\s|$)/y

/** CAP's polygon, `lat,lon lat,lon …` with any white space between. Null unless it has three points on the globe; closed if it is open. */
export function parsePolygon(text: string): Polygon | null {
  if (text.length > MAX_TEXT) return null
  const pairs: number[][] = []
  const pair = new RegExp(PAIR)
  let end = 0
  for (let found = pair.exec(text); found !== null && pairs.length <= MAX_POINTS; found = pair.exec(text)) {
    pairs.push([Number(found[2]), Number(found[1])])
    end = pair.lastIndex
  }
  return text.slice(end).trim() === '' ? ringOf(pairs) : null
}

/** CAP's circle, `lat,lon radius` in kilometres. Null unless it is on the globe. */
export function parseCircle(text: string): Circle | null {
  const [, lat, lon, radius] = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s+([\d.]+)\s*$/.exec(text.slice(0, MAX_CIRCLE)) ?? []
  const position = positionOf([Number(lon), Number(lat)])
  const radiusKm = Number(radius)
  return position === null || !(radiusKm >= 0 && radiusKm <= 20_040) ? null : { lat: position[1], lon: position[0], radiusKm }
}

/** The polygons of a GeoJSON geometry (Polygon, MultiPolygon); empty for anything else. Invalid rings are dropped. */
export function readPolygons(geometry: unknown): readonly Polygon[] {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown }
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : []
  return Array.isArray(polygons) ? thinPolygons(polygons.map(polygonOf).filter((polygon) => polygon !== null)) : []
}

function polygonOf(rings: unknown): Polygon | null {
  const [outer, ...holes] = Array.isArray(rings) ? rings.map((ring) => ringOf(ring)?.[0] ?? null) : []
  // A polygon without its outline is nothing; without an unreadable hole it only warns of more.
  return outer === undefined || outer === null ? null : [outer, ...holes.filter((hole) => hole !== null)]
}

/** A polygon of one ring, closed. */
function ringOf(positions: unknown): Polygon | null {
  if (!Array.isArray(positions) || positions.length > MAX_POINTS) return null
  const ring: Position[] = []
  for (const each of positions) {
    const position = positionOf(each)
    if (position === null) return null
    ring.push(position)
  }
  const [first] = ring
  const last = ring.at(-1)
  if (first === undefined || last === undefined) return null
  if (first[0] !== last[0] || first[1] !== last[1]) ring.push(first)
  return hasThreePoints(ring) ? [ring] : null
}

function hasThreePoints(ring: readonly Position[]): boolean {
  const distinct = new Set<string>()
  return ring.some((position) => distinct.add(String(position)).size >= 3)
}

/** Null off the globe. Longitudes beyond 180 occur in rings across the date line. */
function positionOf(value: unknown): Position | null {
  const [lon, lat] = Array.isArray(value) ? (value as unknown[]) : []
  if (typeof lon !== 'number' || typeof lat !== 'number' || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 360)) return null
  const east = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon
  return [rounded(east), rounded(lat)]
}

function rounded(degrees: number): number {
  return Math.round(degrees * DECIMALS) / DECIMALS + 0
}
