import { BIAS_CASES, DECAY_PER_DAY, FAST_CASES, HOUR_CASES, MAX_SLOPE, SLOPE_CASES } from './constants.ts'
import { getClassMeans, getSquares, type QuantityMemory } from './quantity-memory.ts'

/** What is subtracted from a source: `intercepts[class] + slope · forecast`, in the unit of the variable. */
export interface Bias {
  readonly intercepts: readonly number[]
  readonly slope: number
  /** Cases, by weight; of the hour class with the most. */
  readonly n: number
}

/** What a place's bias is shrunk to, by source; without neighbours zero. */
export interface BiasPrior {
  /** k of the prior: the place's own cases that count as much as it. */
  readonly cases: number
  readonly offsets: readonly number[]
  /** By source and hour class, what differs from the offset. */
  readonly byHour: readonly (readonly number[])[]
  readonly slopes: readonly number[]
  /** Variance of the forecasts about the means of their classes. */
  readonly variances: readonly number[]
  /** What the last days differed at the neighbours. */
  readonly lately: readonly number[]
  /** The neighbours' errors; null without any. */
  readonly skill: Float64Array | null
}

/** Zero, by the stated strength. */
export const NO_NEIGHBOURS: BiasPrior = {
  cases: BIAS_CASES,
  offsets: [],
  byHour: [],
  slopes: [],
  variances: [],
  lately: [],
  skill: null,
}

/** Means over a source's cases. */
export interface SourceMeans {
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
  return n === 0 ? { days: 0, forecast: 0, error: 0 } : { days: squared / n, forecast: forecast / n, error: error / n }
}

/** Sums of squares about the means of the classes: of forecasts, and with errors. */
export function computeSlopeSums(memory: QuantityMemory, source: number) {
  let { ff, fe } = getSquares(memory, source)
  let n = 0
  for (let each = 0; each < memory.classes; each += 1) {
    const own = getClassMeans(memory, 'slow', source, each)
    n += own.n
    ff -= own.n * own.forecast ** 2
    fe -= own.n * own.forecast * own.error
  }
  return { n, ff: Math.max(0, ff), fe }
}

/**
 * The bias of a source for a time `aheadDays` after the memory's last case. Three parts: the usual bias, which
 * is shrunk from the class to all hours to the prior; a slope on the forecast; what the last days differed, shrunk likewise, the more the
 * farther ahead.
 */
export function computeBias(memory: QuantityMemory, source: number, prior: BiasPrior, aheadDays: number): Bias {
  const { classes } = memory
  const all = computeSourceMeans(memory, 'slow', source)
  const recent = computeSourceMeans(memory, 'fast', source)
  const slope = computeSlope(memory, source, prior, all.days)
  const usual = shrinkEstimate(all.error, all.days, prior.offsets[source] ?? 0, prior.cases)
  const aged = Math.exp(-DECAY_PER_DAY.fast * aheadDays)
  const days = aged * recent.days
  const lately = shrinkEstimate(
    recent.error - usual - slope * (recent.forecast - all.forecast),
    days,
    aged * (prior.lately[source] ?? 0),
    FAST_CASES,
  )
  let most = 0
  const intercepts = Array.from({ length: classes }, (_, hourClass) => {
    const own = getClassMeans(memory, 'slow', source, hourClass)
    const last = getClassMeans(memory, 'fast', source, hourClass)
    most = Math.max(most, own.n)
    const centre = (own.n * own.forecast + all.forecast) / (own.n + 1)
    const byHour = classes === 1 ? 0 : shrinkEstimate(own.error - all.error, own.n, prior.byHour[source]?.[hourClass] ?? 0, HOUR_CASES)
    const left = last.error - usual - byHour - slope * (last.forecast - centre)
    return usual + byHour + shrinkEstimate(left, aged * last.n, lately, FAST_CASES) - slope * centre
  })
  return { intercepts, slope, n: most }
}

function computeSlope(memory: QuantityMemory, source: number, prior: BiasPrior, days: number): number {
  const { n, ff, fe } = computeSlopeSums(memory, source)
  const variance = prior.variances[source] ?? (n === 0 ? 0 : ff / n)
  const strength = SLOPE_CASES * variance
  if (ff + strength === 0) return 0
  const slope = (fe + strength * (prior.slopes[source] ?? 0)) / (ff + strength)
  // Without cases of its own a place does not know its mean, about which the slope turns.
  return (Math.max(-MAX_SLOPE, Math.min(MAX_SLOPE, slope)) * days) / (days + BIAS_CASES)
}

/** An estimate from n cases, shrunk to `to` by the strength of `cases`. */
export function shrinkEstimate(estimate: number, n: number, to: number, cases: number): number {
  return n === 0 ? to : (n * estimate + cases * to) / (n + cases)
}
