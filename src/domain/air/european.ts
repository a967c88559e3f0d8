import { type AirIndex, EUROPEAN_CATEGORIES, type EuropeanCategory, highest, type Lookback, mean, type Pollutant } from './air.ts'

/**
 * The European Air Quality Index as the Copernicus service and Open-Meteo state it: bands of 20 by the thresholds of the European Environment
 * Agency of 2017 to 2024 in µg/m³, linear within a band. Gases count by the hour, particles by their running mean of 24 hours.
 */
const THRESHOLDS = {
  pm25: [0, 10, 20, 25, 50, 75],
  pm10: [0, 20, 40, 50, 100, 150],
  no2: [0, 40, 90, 120, 230, 340],
  o3: [0, 50, 100, 130, 240, 380],
  so2: [0, 100, 200, 350, 500, 750],
} as const satisfies Partial<Record<Pollutant, readonly number[]>>

const BAND = 20

/** The index of an hour; null if no pollutant is known well enough. */
export function europeanIndex(back: Lookback): AirIndex<EuropeanCategory> | null {
  const top = highest([
    ['pm25', europeanSubIndex('pm25', mean(back('pm25', 24)))],
    ['pm10', europeanSubIndex('pm10', mean(back('pm10', 24)))],
    ['no2', europeanSubIndex('no2', mean(back('no2', 1)))],
    ['o3', europeanSubIndex('o3', mean(back('o3', 1)))],
    ['so2', europeanSubIndex('so2', mean(back('so2', 1)))],
  ])
  if (top === null) return null
  const value = Math.round(top.value)
  return { value, category: europeanCategory(value), pollutant: top.pollutant }
}

/** The band of a value of the index. */
export function europeanCategory(value: number): EuropeanCategory {
  const band = Math.min(Math.max(Math.ceil(value / BAND), 1), EUROPEAN_CATEGORIES.length)
  return EUROPEAN_CATEGORIES[band - 1] as EuropeanCategory
}

/** The sub-index of a concentration in µg/m³, not rounded. Above the last threshold the last band's slope goes on: the scale is open. */
export function europeanSubIndex(pollutant: keyof typeof THRESHOLDS, concentration: number | null): number | null {
  if (concentration === null || concentration < 0) return null
  const thresholds = THRESHOLDS[pollutant]
  const above = thresholds.findIndex((threshold) => concentration < threshold)
  const upper = above === -1 ? thresholds.length - 1 : above
  const [from, to] = [thresholds[upper - 1] as number, thresholds[upper] as number]
  return BAND * (upper - 1 + (concentration - from) / (to - from))
}
