import { HOUR_CLASSES } from './constants.ts'
import { createMemory, type Memory, openCase } from './memory.ts'
import { addPairs, copyPairs, countPairNumbers } from './pairs.ts'

/**
 * What is learned of one variable (°C, m/s, hPa …) in one band of lead time at one place. K sources, H classes of the hour (1 for values of a
 * day):
 *
 * - slow: for each source and class n, Σf, Σe; then for each source the sums of `SLOW_SUMS`. f is a forecast, e forecast minus truth, s and c
 *   are the sine and cosine of the time of the year.
 * - fast: for each source and class n, Σf, Σe; then for each source Σs, Σc.
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
/** Over all classes of a source. */
const SLOW_SUMS = ['ff', 'fe', 's', 'c', 'ss', 'sc', 'cc', 'fs', 'fc', 'se', 'ce'] as const
const FAST_SUMS = ['s', 'c'] as const
/** The year's length in days. */
const YEAR = 365.2425
const SPREAD_WIDTH = 5
/** Counts of standardised errors: bins of this width from −`BINS_TO` to `BINS_TO`, the outer ones open. */
export const BIN_WIDTH = 0.25
export const BINS_TO = 3
export const BINS = (2 * BINS_TO) / BIN_WIDTH

/** Without cases. `classes`: 1 for values of a day. */
export function createQuantityMemory(sources: number, classes: number = HOUR_CLASSES): QuantityMemory {
  const cells = sources * classes * PER_CLASS
  const memory = createMemory({
    slow: cells + sources * SLOW_SUMS.length,
    fast: cells + sources * FAST_SUMS.length,
    skill: countPairNumbers(sources) + SPREAD_WIDTH + BINS,
  })
  return { ...memory, sources, classes }
}

/** Adds a case. The order of cases makes no difference but in the last digits. */
export function learnQuantityCase(memory: QuantityMemory, { day, hourClass, forecasts, truth, issued }: QuantityCase): void {
  const weight = openCase(memory, day)
  const { slow, fast, sources } = memory
  const season = computeSeason(day)
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
    const products = [forecast ** 2, forecast * error, ...listSeasonSums(season, { n: 1, forecast, error })]
    for (const [index, each] of products.entries()) add(slow, sumsAt(memory, 'slow', source) + index, weight.slow * each)
    for (const [index, each] of season.entries()) add(fast, sumsAt(memory, 'fast', source) + index, weight.fast * each)
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
    for (const part of ['slow', 'fast'] as const) {
      reordered[part].set(memory[part].subarray(former * width, (former + 1) * width), source * width)
      reordered[part].set(getSums(memory, part, former), sumsAt(reordered, part, source))
    }
  }
  copyPairs(reordered.skill, memory.skill, from)
  reordered.skill.set(memory.skill.subarray(countPairNumbers(sources)), countPairNumbers(from.length))
  reordered.at = memory.at
  return reordered
}

/** How many numbers of `slow` and `fast` there were before seasons were learned. */
export function countSumsBeforeSeasons({ sources, classes }: QuantityMemory): Readonly<Record<'slow' | 'fast', number>> {
  const cells = sources * classes * PER_CLASS
  return { slow: cells + 2 * sources, fast: cells }
}

/**
 * Fills a memory without cases with sums of before seasons were learned, and its `at`. Their cases count as if all had been of that day, which
 * says nothing of how the bias changes through the year.
 */
export function fillSumsBeforeSeasons(memory: QuantityMemory, slow: Float32Array, fast: Float32Array, at: number): void {
  const cells = memory.sources * memory.classes * PER_CLASS
  memory.at = at
  memory.slow.set(slow.subarray(0, cells))
  memory.fast.set(fast)
  const season = computeSeason(at)
  for (let source = 0; source < memory.sources; source += 1) {
    const [ff = 0, fe = 0] = slow.subarray(cells + 2 * source)
    memory.slow.set([ff, fe, ...listSeasonSums(season, computeSourceMeans(memory, 'slow', source))], sumsAt(memory, 'slow', source))
    const { n } = computeSourceMeans(memory, 'fast', source)
    memory.fast.set(
      season.map((each) => n * each),
      sumsAt(memory, 'fast', source),
    )
  }
}

/** n, the mean forecast and the mean error of a source in a class; means are 0 without cases. */
export function getClassMeans(memory: QuantityMemory, part: 'slow' | 'fast', source: number, hourClass: number) {
  const from = cellAt(memory, source, hourClass)
  const sums = memory[part]
  const n = at(sums, from)
  return n === 0 ? { n, forecast: 0, error: 0 } : { n, forecast: at(sums, from + 1) / n, error: at(sums, from + 2) / n }
}

/** Means over a source's cases. */
export interface SourceMeans {
  readonly n: number
  /** Cases, as if all were of one class: those of one day depend on each other. */
  readonly days: number
  readonly forecast: number
  readonly error: number
}

/** The means over all classes of a source. */
export function computeSourceMeans(memory: QuantityMemory, part: 'slow' | 'fast', source: number): SourceMeans {
  let [n, squared, forecast, error] = [0, 0, 0, 0]
  for (let each = 0; each < memory.classes; each += 1) {
    const own = getClassMeans(memory, part, source, each)
    n += own.n
    squared += own.n ** 2
    forecast += own.n * own.forecast
    error += own.n * own.error
  }
  return n === 0 ? { n, days: 0, forecast: 0, error: 0 } : { n, days: squared / n, forecast: forecast / n, error: error / n }
}

/** The sums of a source over all its classes. */
export function getSlowSums(memory: QuantityMemory, source: number): Readonly<Record<(typeof SLOW_SUMS)[number], number>> {
  const [ff = 0, fe = 0, s = 0, c = 0, ss = 0, sc = 0, cc = 0, fs = 0, fc = 0, se = 0, ce = 0] = getSums(memory, 'slow', source)
  return { ff, fe, s, c, ss, sc, cc, fs, fc, se, ce }
}

/** Σs and Σc of a source's last days. */
export function getFastSums(memory: QuantityMemory, source: number): Readonly<Record<(typeof FAST_SUMS)[number], number>> {
  const [s = 0, c = 0] = getSums(memory, 'fast', source)
  return { s, c }
}

/** The sine and cosine of the time of the year of a day since 1970; both 0 where no day is known. */
export function computeSeason(day: number): readonly [s: number, c: number] {
  if (!Number.isFinite(day)) return [0, 0]
  const angle = (2 * Math.PI * day) / YEAR
  return [Math.sin(angle), Math.cos(angle)]
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

/** Those of `SLOW_SUMS` with s or c, of n cases in one season with these means. */
function listSeasonSums([s, c]: readonly [number, number], { n, forecast: f, error: e }: Pick<SourceMeans, 'n' | 'forecast' | 'error'>) {
  return [s, c, s * s, s * c, c * c, f * s, f * c, s * e, c * e].map((each) => n * each)
}

function getSums(memory: QuantityMemory, part: 'slow' | 'fast', source: number): Float64Array {
  const from = sumsAt(memory, part, source)
  return memory[part].subarray(from, from + (part === 'slow' ? SLOW_SUMS : FAST_SUMS).length)
}

function sumsAt({ sources, classes }: QuantityMemory, part: 'slow' | 'fast', source: number): number {
  return sources * classes * PER_CLASS + source * (part === 'slow' ? SLOW_SUMS : FAST_SUMS).length
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
