import { MIN_CHANCE } from './constants.ts'
import { createMemory, type Memory, openCase } from './memory.ts'
import { addPairs, copyPairs, countPairNumbers } from './pairs.ts'

/**
 * What is learned of an event (rain of an hour, rain of a day: each its own memory) in one band of lead time at one place. K sources, each
 * stating a probability or an amount:
 *
 * - slow: for each source and bin of `SCALES` n, Σx, cases with the event; then, for the pooled chance as it was issued, the same by bins of
 *   its logit; then counts of the true amount by bins.
 * - skill: for each pair i ≤ j of sources n, Σ r_i r_j, r being the chance that a source meant when it was issued, less 1 if the event came.
 */
export interface ChanceMemory extends Memory {
  readonly kinds: readonly ChanceKind[]
}

/** What a source states: a probability (0–1), or an amount (mm). */
export type ChanceKind = 'probability' | 'amount'

/** One forecast of an event by each source, what the blend then issued, and what came. */
export interface ChanceCase {
  /** When it was valid, in days since 1970. */
  readonly day: number
  /** By source, in the unit of its kind; null: missing. */
  readonly forecasts: readonly (number | null)[]
  readonly happened: boolean
  /** mm; null: unknown. */
  readonly amount: number | null
  /** The frozen record; null if the blend was not asked then. */
  readonly issued: IssuedChance | null
}

/** What of a pooled chance must be stored with it, so that it can be learned from. */
export interface IssuedChance {
  /** The pooled logit before its own calibration. */
  readonly logit: number
  /** By source, the chance that it meant; null: missing. */
  readonly chances: readonly (number | null)[]
}

const PER_BIN = 3
/** No predictor and no pooled logit is further from 0. */
export const MAX_LOGIT = 20
/** What single precision may make of a sum that is at its bound. */
const ROUNDED = 1.001
/** Bins of x by its kind: as many of this width from here, the outer ones open. */
export const CHANCE_BINS = 16
const SCALES = { probability: { from: -4, width: 0.5 }, amount: { from: 0, width: 0.25 } } as const

/** Without cases. */
export function createChanceMemory(kinds: readonly ChanceKind[]): ChanceMemory {
  const slow = (kinds.length + 1) * CHANCE_BINS * PER_BIN + CHANCE_BINS
  return { ...createMemory({ slow, fast: 0, skill: countPairNumbers(kinds.length) }), kinds }
}

/** Adds a case. The order of cases makes no difference but in the last digits. */
export function learnChanceCase(memory: ChanceMemory, { day, forecasts, happened, amount, issued }: ChanceCase): void {
  const { slow: weight, skill: pairWeight } = openCase(memory, day)
  const { slow, kinds } = memory
  const add = (index: number, value: number): void => {
    slow[index] = (slow[index] as number) + weight * value
  }
  const addPoint = (source: number, kind: ChanceKind, x: number): void => {
    const from = (source * CHANCE_BINS + findBin(kind, x)) * PER_BIN
    add(from, 1)
    add(from + 1, x)
    add(from + 2, Number(happened))
  }
  for (const [source, kind] of kinds.entries()) {
    const forecast = forecasts[source] ?? null
    if (forecast !== null) addPoint(source, kind, toPredictor(kind, forecast))
  }
  if (issued !== null) {
    addPoint(kinds.length, 'probability', issued.logit)
    const left = issued.chances.map((chance) => (chance === null ? null : chance - Number(happened)))
    addPairs(memory.skill, left, pairWeight)
  }
  if (amount !== null) add((kinds.length + 1) * CHANCE_BINS * PER_BIN + findBin('amount', toPredictor('amount', amount)), 1)
}

/** The same cases for other sources: `from[i]` is the former index of source i; -1: it is new, without cases. The memory is unchanged. */
export function mapChanceSources(memory: ChanceMemory, kinds: readonly ChanceKind[], from: readonly number[]): ChanceMemory {
  const mapped = createChanceMemory(kinds)
  const width = CHANCE_BINS * PER_BIN
  for (const [source, former] of from.entries()) {
    if (former !== -1) mapped.slow.set(memory.slow.subarray(former * width, (former + 1) * width), source * width)
  }
  // The pooled chance, and what came, do not depend on the order of the sources.
  mapped.slow.set(memory.slow.subarray(memory.kinds.length * width), kinds.length * width)
  copyPairs(mapped.skill, memory.skill, from)
  mapped.at = memory.at
  return mapped
}

/** Whether sums that anybody may have written could be of cases: no count is below 0, no bin has more events than cases, or cases beyond what can be predicted from. */
export function hasPossibleChances({ slow, skill, kinds }: ChanceMemory): boolean {
  const bins = (kinds.length + 1) * CHANCE_BINS
  for (let bin = 0; bin < bins; bin += 1) {
    const [n, sum, happened] = slow.subarray(bin * PER_BIN, (bin + 1) * PER_BIN) as unknown as [number, number, number]
    if (!(happened >= 0 && n >= happened && Math.abs(sum) <= MAX_LOGIT * ROUNDED * n)) return false
  }
  const pairs = skill.filter((_, at) => at % 2 === 0)
  return slow.subarray(bins * PER_BIN).every((count) => count >= 0) && pairs.every((count) => count >= 0)
}

/** Cases of one bin: how many, their mean x, how many with the event. */
export interface ChanceBin {
  readonly n: number
  readonly x: number
  readonly happened: number
}

/** The bins of a source; of index K, those of the pooled chance. Empty ones are left out. */
export function listChanceBins({ slow }: ChanceMemory, source: number): ChanceBin[] {
  return Array.from({ length: CHANCE_BINS }, (_, bin) => {
    const from = (source * CHANCE_BINS + bin) * PER_BIN
    const [n, sum, happened] = slow.subarray(from, from + PER_BIN) as unknown as [number, number, number]
    return { n, x: n === 0 ? 0 : sum / n, happened }
  }).filter(({ n }) => n > 0)
}

/** Counts by bins of amount: of a source's forecasts, or, for index K + 1, of what came. */
export function getAmountCounts({ slow, kinds }: ChanceMemory, source: number): number[] {
  const isTruth = source > kinds.length
  return Array.from(
    { length: CHANCE_BINS },
    (_, bin) => slow[(source * CHANCE_BINS + (isTruth ? 0 : bin)) * PER_BIN + (isTruth ? bin : 0)] ?? 0,
  )
}

/** What the regression works on: the logit of a probability, the cube root of an amount. */
export function toPredictor(kind: ChanceKind, forecast: number): number {
  return kind === 'amount' ? Math.cbrt(Math.max(0, forecast)) : computeLogit(forecast)
}

/** ln(p / (1 − p)), p being at most as sure as is allowed. */
export function computeLogit(p: number): number {
  const clipped = Math.max(MIN_CHANCE, Math.min(1 - MIN_CHANCE, p))
  return Math.log(clipped / (1 - clipped))
}

/** The upper end of a bin of amounts, as its cube root. */
export function getAmountEnd(bin: number): number {
  return SCALES.amount.from + (bin + 1) * SCALES.amount.width
}

function findBin(kind: ChanceKind, x: number): number {
  const { from, width } = SCALES[kind]
  return Math.max(0, Math.min(CHANCE_BINS - 1, Math.floor((x - from) / width)))
}
