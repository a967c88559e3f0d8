import { type Contingency, computeEventScores, type EventScores } from './contingency.ts'
import { computeErrorScores, computeSkill } from './errors.ts'
import { bootstrapIntervals, type Interval, computeWilsonInterval } from './interval.ts'
import { computeMurphyTerms, type MurphyTerms } from './probability.ts'
import { judgeSample, type Judged, MIN_DAYS, MIN_EVENTS, MIN_IN_BIN } from './sample.ts'
import {
  addTo,
  type BaselineName,
  BINS_AT,
  listBinSums,
  getBrierSum,
  countCases,
  getErrorSums,
  getSharedSums,
  getContingency,
  type Tally,
} from './tally.ts'
import { EVENT_MM, type TallyKind } from './variables.ts'

/** A score with its interval; null: undefined in too many of the samples. */
export interface Estimate {
  readonly value: number
  readonly interval: Interval | null
}

/** How the forecast compares with a baseline on the cases that both have. */
export interface AgainstBaseline {
  readonly n: number
  /** The baseline's own score: MAE, or Brier score. */
  readonly score: number
  /** 1 − score / score of the baseline. */
  readonly skill: Estimate | null
}

/** The comparison with each baseline; null if the baseline is known for too few cases. */
export type Baselined = Readonly<Record<BaselineName, AgainstBaseline | null>>

/** The size of a sample: its cases, and its days. */
export interface Sample {
  readonly n: number
  /** Days with cases. */
  readonly days: number
}

/** Scores of a quantity, in its unit: mean error, mean absolute error and root mean square error. */
export type ErrorScore = Sample & Judged<{ readonly bias: Estimate; readonly mae: Estimate; readonly rmse: Estimate } & Baselined>

/** The scores of the table that get an interval. */
const WITH_INTERVAL = ['pod', 'far', 'csi', 'ets', 'frequencyBias'] as const

/** The scores of the event "at least `leastMm` in an hour". */
export type ThresholdScore = Contingency & { readonly leastMm: number } & Judged<
    EventScores & { readonly intervals: Readonly<Record<(typeof WITH_INTERVAL)[number], Interval | null>> }
  >

/** Scores of amounts, by threshold. */
export type EventScore = Sample & { readonly thresholds: readonly ThresholdScore[] }

/** A bin of the reliability diagram; without a frequency if it has too few forecasts. */
export type Bin = { readonly n: number; readonly forecast: number } & Judged<{
  readonly observed: number
  readonly interval: Interval | null
}>

/** Scores of the probability of a wet hour: Brier score, its decomposition, and the reliability diagram. */
export type ProbabilityScore = Sample &
  Judged<{ readonly baseRate: number; readonly brier: Estimate } & MurphyTerms & Baselined & { readonly bins: readonly Bin[] }>

/** The difference of two sources on the cases that both have: MAE or Brier score of the first, minus that of the second. */
export type Comparison = Sample & Judged<{ readonly difference: Estimate; readonly isDecided: boolean }>

/** A baseline is reported if it is known for at least this share of the cases. */
const MIN_SHARED = 0.5

/** Scores of a quantity from its tallies by day, oldest first. */
export function scoreErrors(days: readonly Tally[], seed: number): ErrorScore {
  const { total, ...sample } = sampleOf('errors', days)
  const made = judgeSample(sample.days >= MIN_DAYS, () => {
    const scores = computeErrorScores(getErrorSums(total))
    if (scores === null) return null
    const [bias, mae, rmse, ...skills] = bootstrapIntervals(days, errorStatistics, seed)
    return {
      bias: estimate(scores.bias, bias),
      mae: estimate(scores.mae, mae),
      rmse: estimate(scores.rmse, rmse),
      ...baselined('errors', total, sample.n, skills),
    }
  })
  return { ...sample, ...made }
}

function errorStatistics(sums: ArrayLike<number>): (number | null)[] {
  const scores = computeErrorScores(getErrorSums(sums))
  const { bias = null, mae = null, rmse = null } = scores ?? {}
  return [bias, mae, rmse, ...BASELINES.map((name) => skillIn('errors', name, sums))]
}

/** Scores of amounts from their tallies by day. */
export function scoreEvents(days: readonly Tally[], seed: number): EventScore {
  const { total, ...sample } = sampleOf('events', days)
  const isLong = sample.days >= MIN_DAYS
  const intervals = isLong ? bootstrapIntervals(days, eventStatistics, seed) : []
  const thresholds = EVENT_MM.map((leastMm, index) => {
    const { n: _, ...table } = getContingency(total, index)
    const { hits, falseAlarms, misses } = table
    const isEnough = isLong && Math.min(hits + misses, hits + falseAlarms) >= MIN_EVENTS
    const made = judgeSample(isEnough, () => ({
      ...computeEventScores(table),
      intervals: Object.fromEntries(
        WITH_INTERVAL.map((score, i) => [score, intervals[index * WITH_INTERVAL.length + i] ?? null]),
      ) as Readonly<Record<(typeof WITH_INTERVAL)[number], Interval | null>>,
    }))
    return { leastMm, ...table, ...made }
  })
  return { ...sample, thresholds }
}

function eventStatistics(sums: ArrayLike<number>): (number | null)[] {
  return EVENT_MM.flatMap((_, index) => {
    const scores = computeEventScores(getContingency(sums, index))
    return WITH_INTERVAL.map((score) => scores[score])
  })
}

/** Scores of probabilities from their tallies by day. */
export function scoreProbabilities(days: readonly Tally[], seed: number): ProbabilityScore {
  const { total, ...sample } = sampleOf('probability', days)
  const bins = listBinSums(total)
  const events = bins.reduce((sum, { observed }) => sum + observed, 0)
  const made = judgeSample(sample.days >= MIN_DAYS && events >= MIN_EVENTS, () => {
    const terms = computeMurphyTerms(bins)
    if (terms === null) return null
    // The bins need no resampling, and they make up most of a tally.
    const short = days.map((day) => day.slice(0, BINS_AT))
    const [brier, ...skills] = bootstrapIntervals(short, probabilityStatistics, seed)
    return {
      baseRate: events / sample.n,
      brier: estimate(getBrierSum(total).sum / sample.n, brier),
      ...terms,
      ...baselined('probability', total, sample.n, skills),
      bins: bins.filter(({ n }) => n > 0).map(binScore),
    }
  })
  return { ...sample, ...made }
}

function probabilityStatistics(sums: ArrayLike<number>): (number | null)[] {
  const { n, sum } = getBrierSum(sums)
  return [n === 0 ? null : sum / n, ...BASELINES.map((name) => skillIn('probability', name, sums))]
}

function binScore({ n, forecast, observed }: ReturnType<typeof listBinSums>[number]): Bin {
  const made = judgeSample(n >= MIN_IN_BIN, () => ({ observed: observed / n, interval: computeWilsonInterval(observed, n) }))
  return { n, forecast: forecast / n, ...made }
}

/** Compares two sources by their tallies of the same cases, day by day. */
export function compareSources(
  kind: 'errors' | 'probability',
  days: readonly (readonly [first: Tally, second: Tally])[],
  seed: number,
): Comparison {
  const sumIn = (tally: ArrayLike<number>) => (kind === 'errors' ? getErrorSums(tally).absolute : getBrierSum(tally).sum)
  const paired = days.map(([first, second]) => [countCases(kind, first), sumIn(first) - sumIn(second)])
  const total = paired.reduce(([n = 0, sum = 0], [count = 0, each = 0]) => [n + count, sum + each], [0, 0])
  const sample = { n: total[0] ?? 0, days: days.length }
  const made = judgeSample(sample.days >= MIN_DAYS, () => {
    const value = meanOf(total)
    if (value === null) return null
    const [interval = null] = bootstrapIntervals(paired, (sums) => [meanOf(sums)], seed)
    return { difference: estimate(value, interval), isDecided: interval !== null && interval.low * interval.high > 0 }
  })
  return { ...sample, ...made }
}

/** From n and a sum. By index: it is called for each of a thousand samples, in which iterators cost most of the time. */
function meanOf(sums: ArrayLike<number>): number | null {
  const [n, sum] = [sums[0] ?? 0, sums[1] ?? 0]
  return n === 0 ? null : sum / n
}

const BASELINES = ['persistence', 'climatology'] as const satisfies readonly BaselineName[]

function baselined(kind: 'errors' | 'probability', total: Tally, n: number, skills: readonly (Interval | null)[]): Baselined {
  const [persistence = null, climatology = null] = BASELINES.map((name, index) => {
    const shared = getSharedSums(kind, name, total)
    if (shared.n === 0 || shared.n < MIN_SHARED * n) return null
    const skill = skillIn(kind, name, total)
    return { n: shared.n, score: shared.baseline / shared.n, skill: skill === null ? null : estimate(skill, skills[index]) }
  })
  return { persistence, climatology }
}

function skillIn(kind: 'errors' | 'probability', name: BaselineName, sums: ArrayLike<number>): number | null {
  const { n, forecast, baseline } = getSharedSums(kind, name, sums)
  return n === 0 ? null : computeSkill(forecast, baseline)
}

function sampleOf(kind: TallyKind, days: readonly Tally[]): Sample & { readonly total: Tally } {
  const total: number[] = days[0]?.map(() => 0) ?? []
  for (const day of days) addTo(total, day)
  return { n: countCases(kind, total), days: days.length, total }
}

function estimate(value: number, interval: Interval | null | undefined): Estimate {
  return { value, interval: interval ?? null }
}
