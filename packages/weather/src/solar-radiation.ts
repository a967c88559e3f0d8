import type { Cell } from './cell.ts'
import { computeSunElevation } from './sun.ts'
import { DAY_MS } from './time.ts'

/** W/m², the mean over a year at the top of the atmosphere (FAO-56 has it as 0.0820 MJ/m² a minute). */
const SOLAR_CONSTANT = 1_367
const DEGREE = Math.PI / 180
/** Of a period, in equal parts. */
const SAMPLES = 12

type Place = Pick<Cell, 'lat' | 'lon'>

/** The sine of the sun's elevation; 0 at night. */
function sineOfSun(place: Place, timeMs: number): number {
  return Math.max(0, Math.sin(computeSunElevation(place, timeMs) * DEGREE))
}

/** The sun's radiation on a horizontal plane above the atmosphere, in W/m² at a time (FAO-56, equations 21 and 23). */
export function computeTerrestrialRadiation(place: Place, timeMs: number): number {
  const dayOfYear = (timeMs - Date.UTC(new Date(timeMs).getUTCFullYear(), 0, 1)) / DAY_MS + 1
  const distance = 1 + 0.033 * Math.cos((2 * Math.PI * dayOfYear) / 365)
  return SOLAR_CONSTANT * distance * sineOfSun(place, timeMs)
}

/** The same as the mean of a period. */
export function computeMeanTerrestrialRadiation(place: Place, fromMs: number, toMs: number): number {
  const step = (toMs - fromMs) / SAMPLES
  const values = Array.from({ length: SAMPLES }, (_, index) => computeTerrestrialRadiation(place, fromMs + (index + 0.5) * step))
  return values.reduce((sum, value) => sum + value, 0) / SAMPLES
}

/**
 * The UV index under a clear sky, by Madronich's formula (2007, Photochem. Photobiol. 83): 12.5 · µ^2.42 with the sine µ of the sun's elevation,
 * for 300 Dobson units of ozone. An estimate: the ozone of the day is not known.
 */
export function estimateClearSkyUvIndex(place: Place, timeMs: number): number {
  return 12.5 * sineOfSun(place, timeMs) ** 2.42
}

/** What clouds let through of the UV, by their cover in percent: the classes of the UV index of the US National Weather Service. */
const UV_TRANSMISSION = [
  { upTo: 12.5, part: 1 },
  { upTo: 50, part: 0.89 },
  { upTo: 87.5, part: 0.73 },
  { upTo: Infinity, part: 0.31 },
] as const

/** The UV index under clouds. */
export function estimateUvIndex(place: Place, timeMs: number, cloudCover: number): number {
  const { part } = UV_TRANSMISSION.find(({ upTo }) => cloudCover <= upTo) ?? UV_TRANSMISSION[3]
  return estimateClearSkyUvIndex(place, timeMs) * part
}
