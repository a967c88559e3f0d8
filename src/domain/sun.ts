import { DAY_MS } from '../time.ts'
import type { Cell } from './cell.ts'

const DEGREE = Math.PI / 180
/** 2000-01-01 12:00 UTC. */
const J2000_MS = 946_728_000_000
/** Elevation of the sun's centre when its upper edge is on the horizon: minus the sun's radius and the atmospheric refraction. */
const RISING_DEGREES = -0.833

/** Whether the sun is above the horizon, seen from sea level. */
export function isSunUp(place: Pick<Cell, 'lat' | 'lon'>, timeMs: number): boolean {
  return sunElevation(place, timeMs) > RISING_DEGREES
}

/**
 * The elevation of the sun's centre above the horizon in degrees, without refraction. Uses the low-precision formulas of the Astronomical
 * Almanac, accurate to 0.01° from 1950 to 2050.
 */
export function sunElevation({ lat, lon }: Pick<Cell, 'lat' | 'lon'>, timeMs: number): number {
  const days = (timeMs - J2000_MS) / DAY_MS
  const anomaly = (357.528 + 0.985_600_3 * days) * DEGREE
  const longitude = (280.46 + 0.985_647_4 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * DEGREE
  const obliquity = (23.439 - 0.000_000_4 * days) * DEGREE
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(longitude))
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude))
  const siderealDegrees = 280.460_618_37 + 360.985_647_366_29 * days
  const hourAngle = (siderealDegrees + lon) * DEGREE - ascension
  const sine = Math.sin(lat * DEGREE) * Math.sin(declination) + Math.cos(lat * DEGREE) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(Math.max(-1, Math.min(1, sine))) / DEGREE
}
