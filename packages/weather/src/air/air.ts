import { type Instant, parseInstant } from '../instant.ts'
import { HOUR_MS } from '../time.ts'

/** What the indices count, and desert dust. */
export const POLLUTANTS = ['pm25', 'pm10', 'no2', 'o3', 'so2', 'co', 'dust'] as const
export type Pollutant = (typeof POLLUTANTS)[number]

/** The plants whose pollen a model forecasts. */
export const POLLEN = ['alder', 'birch', 'grass', 'mugwort', 'olive', 'ragweed'] as const
export type Pollen = (typeof POLLEN)[number]

/** Mean concentrations of one hour in µg/m³; null: unknown. */
export type Concentrations = { readonly [P in Pollutant]: number | null }

/** A value for each pollutant. */
export function mapPollutants<T>(valueOf: (pollutant: Pollutant) => T): Readonly<Record<Pollutant, T>> {
  return Object.fromEntries(POLLUTANTS.map((pollutant) => [pollutant, valueOf(pollutant)])) as Record<Pollutant, T>
}

/** The hour that begins at `time`. */
export interface HourOfAir extends Concentrations {
  readonly time: Instant
}

/** Grains/m³ by plant; null where the source has none. */
export type PollenCounts = { readonly [P in Pollen]: number | null }

/** The counts of all plants; null if none is known. */
export function buildPollenCounts(countOf: (plant: Pollen) => number | null): PollenCounts | null {
  const counts = POLLEN.map((plant) => [plant, countOf(plant)] as const)
  return counts.every(([, count]) => count === null) ? null : (Object.fromEntries(counts) as PollenCounts)
}

/** The bands of the European index, each of 20. */
export const EUROPEAN_CATEGORIES = ['good', 'fair', 'moderate', 'poor', 'very_poor', 'extremely_poor'] as const
/** The bands of the US index: to 50, 100, 150, 200, 300 and above. */
export const US_CATEGORIES = ['good', 'moderate', 'unhealthy_for_sensitive_groups', 'unhealthy', 'very_unhealthy', 'hazardous'] as const
export type EuropeanCategory = (typeof EUROPEAN_CATEGORIES)[number]
export type UsCategory = (typeof US_CATEGORIES)[number]

/** An index with what decides it. Those of two agencies are different scales, which are never compared, converted or mixed. */
export interface AirIndex<Category> {
  /** A whole number; 0 is the cleanest. */
  readonly value: number
  readonly category: Category
  /** The pollutant with the highest sub-index. */
  readonly pollutant: Pollutant
}

/** An hour with its indices; null if too little is known of the hours before. */
export interface AirPoint extends HourOfAir {
  readonly pollen: PollenCounts | null
  readonly europeanIndex: AirIndex<EuropeanCategory> | null
  readonly usIndex: AirIndex<UsCategory> | null
}

/** The last hours before and including one, newest first; null where the series has no such hour. */
export type Lookback = (pollutant: Pollutant, hours: number) => readonly (number | null)[]

/** Agencies state no mean of which more than a quarter is missing. */
const MIN_SHARE = 0.75

/** For each hour of a series how to look back from it, in the series' order. */
export function listLookbacks(series: readonly HourOfAir[]): Lookback[] {
  const byTime = new Map(series.map((hour) => [parseInstant(hour.time), hour]))
  return series.map(({ time }) => buildLookback(parseInstant(time), (epochMs) => byTime.get(epochMs)))
}

/** How to look back from an hour; `hourAt` gives the hour that begins then, epoch milliseconds. */
export function buildLookback(fromMs: number, hourAt: (epochMs: number) => Concentrations | undefined): Lookback {
  return (pollutant, hours) => Array.from({ length: hours }, (_, ago) => hourAt(fromMs - ago * HOUR_MS)?.[pollutant] ?? null)
}

/** The mean, if at least three quarters of the values are known. */
export function computeAirMean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < MIN_SHARE * values.length) return null
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

/** The highest of the sub-indices that are known, and whose it is. */
export function findHighestSubIndex(
  subIndices: readonly (readonly [Pollutant, number | null])[],
): { readonly pollutant: Pollutant; readonly value: number } | null {
  let top: { pollutant: Pollutant; value: number } | null = null
  for (const [pollutant, value] of subIndices) if (value !== null && (top === null || value > top.value)) top = { pollutant, value }
  return top
}
