import type { Contingency } from './contingency.ts'
import type { ErrorSums } from './errors.ts'
import { BINS, type BinSums, toProbabilityBin, computeBrierScore } from './probability.ts'
import { EVENT_MM, type TallyKind } from './variables.ts'

/**
 * The sums that scores are computed from, as a row of numbers: tallies of disjoint sets of cases add up number by number. Stored by day,
 * they give the scores of any period, and their intervals.
 *
 * - `errors`: n, Σe, Σ|e|, Σe²; then n, Σ|e|, Σ|e of the baseline| of the cases with persistence, and the same with climatology.
 * - `events`: hits, false alarms, misses, correct negatives for each threshold of `EVENT_MM`.
 * - `probability`: n, Σ(p − o)²; n, Σ(p − o)², Σ(baseline − o)² with persistence, the same with climatology; n, Σp, Σo of each bin.
 */
export type Tally = readonly number[]

/** Index of a baseline's first number in a tally of errors, and in one of probabilities. */
const BASELINE_AT = { errors: { persistence: 4, climatology: 7 }, probability: { persistence: 2, climatology: 5 } } as const
const TABLE_WIDTH = 4
/** Numbers of a tally of probabilities before its bins. */
export const BINS_AT = 8
const BIN_WIDTH = 3

/** What forecasts are compared with: see `computeBaselines`. */
export type BaselineName = 'persistence' | 'climatology'

/** The errors of the baselines for the same case; null where the archive does not know one. */
export type BaselineErrors = Readonly<Record<BaselineName, number | null>>

/** Sums on the cases that both the forecast and the baseline have. */
export interface SharedSums {
  readonly n: number
  readonly forecast: number
  readonly baseline: number
}

/** One case of a quantity. */
export function buildErrorCase(error: number, baselines: BaselineErrors): Tally {
  const shared = (baseline: number | null) => (baseline === null ? [0, 0, 0] : [1, Math.abs(error), Math.abs(baseline)])
  return [1, error, Math.abs(error), error ** 2, ...shared(baselines.persistence), ...shared(baselines.climatology)]
}

/** One case of an amount, mm. */
export function buildEventCase(forecast: number, truth: number): Tally {
  return EVENT_MM.flatMap((least) => {
    const [said, was] = [forecast >= least, truth >= least]
    return [said && was, said && !was, !said && was, !said && !was].map(Number)
  })
}

/** One case of a probability; `baselines` are probabilities, too. */
export function buildProbabilityCase(p: number, observed: boolean, baselines: Readonly<Record<BaselineName, number | null>>): Tally {
  const own = computeBrierScore(p, observed)
  const shared = (baseline: number | null) => (baseline === null ? [0, 0, 0] : [1, own, computeBrierScore(baseline, observed)])
  const bins = Array.from<number>({ length: BINS * BIN_WIDTH }).fill(0)
  bins.splice(toProbabilityBin(p) * BIN_WIDTH, BIN_WIDTH, 1, p, Number(observed))
  return [1, own, ...shared(baselines.persistence), ...shared(baselines.climatology), ...bins]
}

/** Adds a tally to a sum of its kind. */
export function addTo(sum: number[], tally: Tally): void {
  for (let i = 0; i < tally.length; i += 1) sum[i] = (sum[i] ?? 0) + (tally[i] as number)
}

/** Cases in a tally. */
export function countCases(kind: TallyKind, sums: ArrayLike<number>): number {
  return kind === 'events' ? getContingency(sums, 0).n : at(sums, 0)
}

/** The sums of a tally of errors. */
export function getErrorSums(sums: ArrayLike<number>): ErrorSums {
  return { n: at(sums, 0), error: at(sums, 1), absolute: at(sums, 2), squared: at(sums, 3) }
}

/** The sums shared with a baseline: of absolute errors, or of squared errors of probabilities. */
export function getSharedSums(kind: 'errors' | 'probability', name: BaselineName, sums: ArrayLike<number>): SharedSums {
  const from = BASELINE_AT[kind][name]
  return { n: at(sums, from), forecast: at(sums, from + 1), baseline: at(sums, from + 2) }
}

/** The table of a threshold, given by its index in `EVENT_MM`, and the number of cases. */
export function getContingency(sums: ArrayLike<number>, threshold: number): Contingency & { readonly n: number } {
  const from = threshold * TABLE_WIDTH
  const [hits, falseAlarms, misses, correctNegatives] = [at(sums, from), at(sums, from + 1), at(sums, from + 2), at(sums, from + 3)]
  return { hits, falseAlarms, misses, correctNegatives, n: hits + falseAlarms + misses + correctNegatives }
}

/** n and the sum of the Brier score. */
export function getBrierSum(sums: ArrayLike<number>): { readonly n: number; readonly sum: number } {
  return { n: at(sums, 0), sum: at(sums, 1) }
}

/** The bins of a tally of probabilities. */
export function listBinSums(sums: ArrayLike<number>): BinSums[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const from = BINS_AT + bin * BIN_WIDTH
    return { n: at(sums, from), forecast: at(sums, from + 1), observed: at(sums, from + 2) }
  })
}

function at(sums: ArrayLike<number>, index: number): number {
  return sums[index] ?? 0
}
