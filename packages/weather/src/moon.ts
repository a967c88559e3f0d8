import type { Point } from './distance.ts'
import { computeElevation, computeSunLongitude, J2000_MS } from './sun.ts'
import { DAY_MS } from './time.ts'

const DEGREE = Math.PI / 180
const CENTURY_DAYS = 36_525

/** Geocentric ecliptic longitude, latitude and horizontal parallax in degrees, of the date. */
interface MoonPosition {
  readonly longitude: number
  readonly latitude: number
  readonly parallax: number
}

/** The low-precision formulas of the Astronomical Almanac (section D), to 0.3° in longitude and 0.2° in latitude from 1900 to 2100. */
function computeMoonPosition(timeMs: number): MoonPosition {
  const centuries = (timeMs - J2000_MS) / DAY_MS / CENTURY_DAYS
  const sine = (phase: number, rate: number) => Math.sin((phase + rate * centuries) * DEGREE)
  const cosine = (phase: number, rate: number) => Math.cos((phase + rate * centuries) * DEGREE)
  return {
    longitude:
      218.32 +
      481_267.881 * centuries +
      6.29 * sine(135, 477_198.87) -
      1.27 * sine(259.3, -413_335.36) +
      0.66 * sine(235.7, 890_534.22) +
      0.21 * sine(269.9, 954_397.74) -
      0.19 * sine(357.5, 35_999.05) -
      0.11 * sine(186.5, 966_404.03),
    latitude:
      5.13 * sine(93.3, 483_202.02) + 0.28 * sine(228.2, 960_400.89) - 0.28 * sine(318.3, 6_003.15) - 0.17 * sine(217.6, -407_332.21),
    parallax:
      0.950_8 +
      0.051_8 * cosine(135, 477_198.87) +
      0.009_5 * cosine(259.3, -413_335.36) +
      0.007_8 * cosine(235.7, 890_534.22) +
      0.002_8 * cosine(269.9, 954_397.74),
  }
}

/** The phase of the moon: 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter, below 1. To two decimals, which is some seven hours. */
export function computeMoonPhase(timeMs: number): number {
  const ahead = (computeMoonPosition(timeMs).longitude - computeSunLongitude(timeMs)) / 360
  return (Math.round((ahead - Math.floor(ahead)) * 100) % 100) / 100
}

/** How far the moon's upper edge is above the horizon in degrees, with refraction, seen from sea level. */
export function computeMoonHeight(place: Point, timeMs: number): number {
  const { longitude, latitude, parallax } = computeMoonPosition(timeMs)
  // The moon's edge and parallax, and the refraction at the horizon (Meeus, Astronomical Algorithms, chapter 15).
  return computeElevation(place, timeMs, longitude, latitude) - (0.727_5 * parallax - 0.566_7)
}
