import { type EuropeanCategory, POLLEN, type Pollen, type PollenCounts, type UsCategory } from './air.ts'
import { toEuropeanCategory } from './european.ts'
import { toUsCategory } from './us.ts'

/**
 * Levels of bad air: a band in both indices with much the same advice. From 1 on, unusually sensitive people may feel it; from 2 on, sensitive
 * people should do less outdoors; from 3 on, everybody; from 4 on, sensitive people should stay inside. 0: none. Indices are not converted: the
 * bands have different numbers, such as the European third and the US second (decision 62).
 */
export type AirLevel = 0 | 1 | 2 | 3 | 4

const AIR_LEVELS: Readonly<Record<EuropeanCategory | UsCategory, AirLevel>> = {
  good: 0,
  fair: 0,
  moderate: 1,
  poor: 2,
  unhealthy_for_sensitive_groups: 2,
  very_poor: 3,
  unhealthy: 3,
  extremely_poor: 4,
  very_unhealthy: 4,
  hazardous: 4,
}

/** The band of a value of an index. */
export function toAirCategory(index: 'europeanIndex' | 'usIndex', value: number): EuropeanCategory | UsCategory {
  return index === 'europeanIndex' ? toEuropeanCategory(value) : toUsCategory(value)
}

/** The level of a band of either index. */
export function toAirLevel(category: EuropeanCategory | UsCategory): AirLevel {
  return AIR_LEVELS[category]
}

/** Levels of pollen: none, low, moderate, high, very high. */
export type PollenLevel = 0 | 1 | 2 | 3 | 4

/**
 * From how many grains/m³, as a mean of 24 hours, each level begins: the chart of the National Allergy Bureau (American Academy of Allergy,
 * Asthma & Immunology, https://pollen.aaaai.org; without an edition, compared on 2026-11-29), the one with four levels for trees, grasses and weeds,
 * and so for all six plants.
 */
const TREES = [1, 15, 90, 1_500]
const WEEDS = [1, 10, 50, 500]
const GRASSES = [1, 5, 20, 200]
const BEGINS: Readonly<Record<Pollen, readonly number[]>> = {
  alder: TREES,
  birch: TREES,
  grass: GRASSES,
  mugwort: WEEDS,
  olive: TREES,
  ragweed: WEEDS,
}

/** The level of a plant's mean of 24 hours, in grains/m³. */
export function gradePollen(plant: Pollen, grains: number): PollenLevel {
  return BEGINS[plant].filter((least) => grains >= least).length as PollenLevel
}

/** The plant that flies most: with the highest level and, of several, the most grains/m³. */
export interface WorstPollen {
  readonly plant: Pollen
  readonly grains: number
  readonly level: PollenLevel
}

/** The worst plant of these means of 24 hours; null if none is known. */
export function findWorstPollen(means: PollenCounts): WorstPollen | null {
  const known = POLLEN.flatMap((plant) => {
    const grains = means[plant]
    return grains === null ? [] : { plant, grains, level: gradePollen(plant, grains) }
  })
  return known.toSorted((a, b) => b.level - a.level || b.grains - a.grains)[0] ?? null
}
