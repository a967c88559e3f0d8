export const EARTH_RADIUS_KM = 6_371
const RADIANS = Math.PI / 180

/** Coordinates in degrees. */
export interface Point {
  readonly lat: number
  readonly lon: number
}

/** Great-circle distance (haversine, on a sphere). */
export function computeDistanceKm(a: Point, b: Point): number {
  const lat = Math.sin(((b.lat - a.lat) * RADIANS) / 2)
  const lon = Math.sin(((b.lon - a.lon) * RADIANS) / 2)
  const h = lat * lat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * lon * lon
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
