import type { Point } from './distance.ts'
import type { SunRange } from './sun-state.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

const DEGREE = Math.PI / 180
/** 2000-01-01 12:00 UTC. */
export const J2000_MS = 946_728_000_000
/** Elevation of the sun's centre when its upper edge is on the horizon: minus the sun's radius and the atmospheric refraction. */
export const RISING_DEGREES = -0.833

/** Whether the sun is above the horizon, seen from sea level. */
export function isSunUp(place: Point, timeMs: number): boolean {
  return computeSunElevation(place, timeMs) > RISING_DEGREES
}

/**
 * The elevation of the sun's centre above the horizon in degrees, without refraction. Uses the low-precision formulas of the Astronomical
 * Almanac, accurate to 0.01° from 1950 to 2050.
 */
export function computeSunElevation(place: Point, timeMs: number): number {
  return computeElevation(place, timeMs, computeSunLongitude(timeMs), 0)
}

/** The sun's ecliptic longitude in degrees, by the same formulas. */
export function computeSunLongitude(timeMs: number): number {
  const days = (timeMs - J2000_MS) / DAY_MS
  const anomaly = (357.528 + 0.985_600_3 * days) * DEGREE
  return 280.46 + 0.985_647_4 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)
}

/** The elevation in degrees of what stands at an ecliptic longitude and latitude in degrees, without parallax and refraction. */
export function computeElevation({ lat, lon }: Point, timeMs: number, eclipticLongitude: number, eclipticLatitude: number): number {
  const days = (timeMs - J2000_MS) / DAY_MS
  const [longitude, latitude] = [eclipticLongitude * DEGREE, eclipticLatitude * DEGREE]
  const obliquity = (23.439 - 0.000_000_4 * days) * DEGREE
  const declination = Math.asin(Math.sin(latitude) * Math.cos(obliquity) + Math.cos(latitude) * Math.sin(obliquity) * Math.sin(longitude))
  const ascension = Math.atan2(Math.sin(longitude) * Math.cos(obliquity) - Math.tan(latitude) * Math.sin(obliquity), Math.cos(longitude))
  const siderealDegrees = 280.460_618_37 + 360.985_647_366_29 * days
  const hourAngle = (siderealDegrees + lon) * DEGREE - ascension
  const sine = Math.sin(lat * DEGREE) * Math.sin(declination) + Math.cos(lat * DEGREE) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(Math.max(-1, Math.min(1, sine))) / DEGREE
}

/** How high the sun stands between two times at most an hour apart, or in steps of an hour between others; epoch milliseconds. */
export function computeSunRange(place: Point, fromMs: number, toMs: number): SunRange {
  let [lowest, highest] = [Infinity, -Infinity]
  for (let timeMs = fromMs; ; timeMs = Math.min(timeMs + HOUR_MS, toMs)) {
    const elevation = computeSunElevation(place, timeMs)
    lowest = Math.min(lowest, elevation)
    highest = Math.max(highest, elevation)
    if (timeMs >= toMs) return { lowest, highest }
  }
}
