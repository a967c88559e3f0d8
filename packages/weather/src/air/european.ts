import { type AirIndex, EUROPEAN_CATEGORIES, type EuropeanCategory, findHighestSubIndex, type Lookback, type Pollutant } from './air.ts'

/**
 * The European Air Quality Index by the bands of the European Environment Agency that are in force: those of its revision of 2024 (ETC HE Report
 * 2024/17, https://airindex.eea.europa.eu; compared on 2026-11-29), µg/m³. All five pollutants count by the hour. The agency states bands only:
 * within one, ours is linear in steps of 20, as Copernicus and Open-Meteo write it.
 */
const THRESHOLDS = {
  pm25: [0, 5, 15, 50, 90, 140],
  pm10: [0, 15, 45, 120, 195, 270],
  no2: [0, 10, 25, 60, 100, 150],
  o3: [0, 60, 100, 120, 160, 180],
  so2: [0, 20, 40, 125, 190, 275],
} as const satisfies Partial<Record<Pollutant, readonly number[]>>

const BAND = 20

/** The index of an hour; null if no pollutant is known. */
export function computeEuropeanIndex(back: Lookback): AirIndex<EuropeanCategory> | null {
  const pollutants = Object.keys(THRESHOLDS) as (keyof typeof THRESHOLDS)[]
  const top = findHighestSubIndex(
    pollutants.map((pollutant) => [pollutant, computeEuropeanSubIndex(pollutant, back(pollutant, 1)[0] ?? null)]),
  )
  if (top === null) return null
  // A whole number of the band that the concentration is in: 40.3 is above 40.
  const category = toEuropeanCategory(top.value)
  const band = EUROPEAN_CATEGORIES.indexOf(category)
  const value = Math.max(Math.round(top.value), band === 0 ? 0 : BAND * band + 1)
  return { value, category, pollutant: top.pollutant }
}

/** The band of a value of the index. */
export function toEuropeanCategory(value: number): EuropeanCategory {
  const band = Math.min(Math.max(Math.ceil(value / BAND - 1e-9), 1), EUROPEAN_CATEGORIES.length)
  return EUROPEAN_CATEGORIES[band - 1] as EuropeanCategory
}

/** The sub-index of a concentration in µg/m³, not rounded. Above the last threshold the last band's slope goes on: the scale is open. */
export function computeEuropeanSubIndex(pollutant: keyof typeof THRESHOLDS, concentration: number | null): number | null {
  if (concentration === null || concentration < 0) return null
  const thresholds = THRESHOLDS[pollutant]
  const above = thresholds.findIndex((threshold) => concentration < threshold)
  const upper = above === -1 ? thresholds.length - 1 : above
  const [from, to] = [thresholds[upper - 1] as number, thresholds[upper] as number]
  return BAND * (upper - 1 + (concentration - from) / (to - from))
}
