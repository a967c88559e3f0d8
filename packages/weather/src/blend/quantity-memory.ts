import { HOUR_CLASSES } from './constants.ts'
import { createMemory, type Memory, openCase } from './memory.ts'
import { addPairs, copyPairs, countPairNumbers } from './pairs.ts'

/**
 * What is learned of one variable (°C, m/s, hPa …) in one band of lead time at one place. K sources, H classes of the hour (1 for values of a
 * day):
 *
 * - slow: for each source and class n, Σf, Σe; then for each source Σf², Σfe. f is a forecast, e forecast minus truth.
 * - fast: for each source and class n, Σf, Σe.
 * - skill: for each pair i ≤ j of sources n, Σ r_i r_j, r being what was left of an error after what had been subtracted when it was issued;
 *   then n, Σρ², Σd, Σd², Σρ²d with ρ truth minus blend and d the variance among sources; then counts of ρ / σ by `BINS`.
 */
export interface QuantityMemory extends Memory {
  readonly sources: number
  readonly classes: number
}

/** One forecast of a quantity by each source, what the blend then issued, and what came. */
export interface QuantityCase {
  /** When it was valid, in days since 1970. */
  readonly day: number
  /** `toHourClass`; 0 for a value of a day. */
  readonly hourClass: number
  /** By source; null: missing. */
  readonly forecasts: readonly (number | null)[]
  readonly truth: number
  /** The frozen record; null if the blend was not asked then. */
  readonly issued: IssuedQuantity | null
}

/** What of a blended value must be stored with it, so that it can be learned from. */
export interface IssuedQuantity {
  readonly value: number
  /** Standard deviation; null: not known then. */
  readonly sigma: number | null
  /** By source, its value less what was subtracted; null: missing. */
  readonly corrected: readonly (number | null)[]
  /** The variance among the corrected sources. */
  readonly disagreement: number
  /** 0–1: how much of what was subtracted came from cases, not from a prior. The errors of a new place say nothing about it later. */
  readonly confidence: number
}

const PER_CLASS = 3
const SPREAD_WIDTH = 5
/** Counts of standardised errors: bins of this width from −`BINS_TO` to `BINS_TO`, the outer ones open. */
export const BIN_WIDTH = 0.25
export const BINS_TO = 3
export const BINS = (2 * BINS_TO) / BIN_WIDTH

/** Without cases. `classes`: 1 for values of a day. */
export function createQuantityMemory(sources: number, classes: number = HOUR_CLASSES): QuantityMemory {
  const cells = sources * classes * PER_CLASS
  const memory = createMemory({ slow: cells + 2 * sources, fast: cells, skill: countPairNumbers(sources) + SPREAD_WIDTH + BINS })
  return { ...memory, sources, classes }
}

/** Adds a case. The order of cases makes no difference but in the last digits. */
export function learnQuantityCase(memory: QuantityMemory, { day, hourClass, forecasts, truth, issued }: QuantityCase): void {
  const weight = openCase(memory, day)
  const { slow, fast, sources, classes } = memory
  for (let source = 0; source < sources; source += 1) {
    const forecast = forecasts[source] ?? null
    if (forecast === null) continue
    const error = forecast - truth
    const from = cellAt(memory, source, hourClass)
    for (const [sums, w] of [
      [slow, weight.slow],
      [fast, weight.fast],
    ] as const) {
      add(sums, from, w)
      add(sums, from + 1, w * forecast)
      add(sums, from + 2, w * error)
    }
    const squares = sources * classes * PER_CLASS + 2 * source
    add(slow, squares, weight.slow * forecast ** 2)
    add(slow, squares + 1, weight.slow * forecast * error)
  }
  if (issued !== null) learnIssued(memory, issued, truth, weight.skill)
}

function learnIssued(
  { skill, sources }: QuantityMemory,
  { value, sigma, corrected, disagreement, confidence }: IssuedQuantity,
  truth: number,
  weight: number,
) {
  const w = weight * confidence
  const left = corrected.map((each) => (each === null ? null : each - truth))
  addPairs(skill, left, w)
  const from = countPairNumbers(sources)
  const squared = (truth - value) ** 2
  for (const [index, each] of [1, squared, disagreement, disagreement ** 2, squared * disagreement].entries())
    add(skill, from + index, w * each)
  if (sigma === null) return
  const bin = Math.floor(((truth - value) / sigma + BINS_TO) / BIN_WIDTH)
  add(skill, from + SPREAD_WIDTH + Math.min(BINS - 1, Math.max(0, bin)), w)
}

/** The same cases for other sources: `from[i]` is the former index of source i; -1: it is new, without cases. The memory is unchanged. */
export function mapQuantitySources(memory: QuantityMemory, from: readonly number[]): QuantityMemory {
  const { sources, classes } = memory
  const reordered = createQuantityMemory(from.length, classes)
  const width = classes * PER_CLASS
  for (const [source, former] of from.entries()) {
    if (former === -1) continue
    for (const part of ['slow', 'fast'] as const)
      reordered[part].set(memory[part].subarray(former * width, (former + 1) * width), source * width)
    const { ff, fe } = getSquares(memory, former)
    reordered.slow.set([ff, fe], from.length * width + 2 * source)
  }
  copyPairs(reordered.skill, memory.skill, from)
  reordered.skill.set(memory.skill.subarray(countPairNumbers(sources)), countPairNumbers(from.length))
  reordered.at = memory.at
  return reordered
}

/** n, the mean forecast and the mean error of a source in a class; means are 0 without cases. */
export function getClassMeans(memory: QuantityMemory, part: 'slow' | 'fast', source: number, hourClass: number) {
  const from = cellAt(memory, source, hourClass)
  const sums = memory[part]
  const n = at(sums, from)
  return n === 0 ? { n, forecast: 0, error: 0 } : { n, forecast: at(sums, from + 1) / n, error: at(sums, from + 2) / n }
}

/** Σf² and Σfe of a source. */
export function getSquares({ slow, sources, classes }: QuantityMemory, source: number) {
  const from = sources * classes * PER_CLASS + 2 * source
  return { ff: at(slow, from), fe: at(slow, from + 1) }
}

/** The sums of the blend's own errors, of a `skill`. */
export function getSpreadSums(skill: Float64Array, sources: number) {
  const from = countPairNumbers(sources)
  const [n, squared, disagreement, disagreement2, product] = skill.subarray(from, from + SPREAD_WIDTH) as unknown as [
    number,
    number,
    number,
    number,
    number,
  ]
  return { n, squared, disagreement, disagreement2, product, bins: skill.subarray(from + SPREAD_WIDTH) }
}

/** The class of a local hour, 0–23. */
export function toHourClass(hour: number): number {
  return Math.floor(hour / (24 / HOUR_CLASSES))
}

function cellAt({ classes }: QuantityMemory, source: number, hourClass: number): number {
  return (source * classes + hourClass) * PER_CLASS
}

function add(sums: Float64Array, index: number, value: number): void {
  sums[index] = (sums[index] as number) + value
}

function at(sums: Float64Array, index: number): number {
  return sums[index] ?? 0
}
