import { Matrix, solve } from 'ml-matrix'
import { BIAS_CASES, DECAY_PER_DAY, FAST_CASES, HOUR_CASES, MAX_SLOPE, SEASON_CASES, SLOPE_CASES } from './constants.ts'
import {
  computeSeason,
  computeSourceMeans,
  getClassMeans,
  getFastSums,
  getSlowSums,
  type QuantityMemory,
  type SourceMeans,
} from './quantity-memory.ts'

/** What is subtracted from a source: `intercepts[class] + slope · forecast`, in the unit of the variable. The season is in the intercepts. */
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

/** Sums of squares about the means of the classes: of forecasts, and with errors. */
export function computeSlopeSums(memory: QuantityMemory, source: number) {
  let { ff, fe } = getSlowSums(memory, source)
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
 * The bias of a source for a time `aheadDays` after the memory's last case. Four parts: the usual bias, which is shrunk from the class to all
 * hours to the prior; a slope on the forecast; a wave through the year; what the last days differed, shrunk likewise, the more the farther ahead.
 */
export function computeBias(memory: QuantityMemory, source: number, prior: BiasPrior, aheadDays: number): Bias {
  const { classes } = memory
  const all = computeSourceMeans(memory, 'slow', source)
  const recent = computeSourceMeans(memory, 'fast', source)
  const { slope, seasonAt } = computeTrends(memory, source, prior, all)
  const seasonNow = seasonAt(computeSeason(memory.at + aheadDays))
  const lastDays = getFastSums(memory, source)
  const seasonLately = recent.n === 0 ? 0 : seasonAt([lastDays.s / recent.n, lastDays.c / recent.n])
  const usual = shrinkEstimate(all.error, all.days, prior.offsets[source] ?? 0, prior.cases)
  const aged = Math.exp(-DECAY_PER_DAY.fast * aheadDays)
  const days = aged * recent.days
  const lately = shrinkEstimate(
    recent.error - usual - seasonLately - slope * (recent.forecast - all.forecast),
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
    const left = last.error - usual - byHour - seasonLately - slope * (last.forecast - centre)
    return usual + byHour + seasonNow + shrinkEstimate(left, aged * last.n, lately, FAST_CASES) - slope * centre
  })
  return { intercepts, slope, n: most }
}

/**
 * How the bias changes with the forecast and through the year: a ridge regression on the forecast and the sine and cosine of the time of the
 * year. `seasonAt` is by how much the bias then differs from the usual one.
 */
function computeTrends(memory: QuantityMemory, source: number, prior: BiasPrior, { n, days, forecast, error }: SourceMeans) {
  // Without cases of its own a place does not know its means, about which both turn.
  if (n === 0) return { slope: 0, seasonAt: () => 0 }
  const { ff, fe } = computeSlopeSums(memory, source)
  const slopeStrength = SLOPE_CASES * (prior.variances[source] ?? ff / n)
  // The mean square of a wave is a half. The hours of a day are one case of its season.
  const seasonStrength = (SEASON_CASES / 2) * (n / days)
  const sums = getSlowSums(memory, source)
  const [s, c] = [sums.s / n, sums.c / n]
  const [fs, fc, sc] = [sums.fs - sums.s * forecast, sums.fc - sums.c * forecast, sums.sc - sums.s * c]
  const normal = new Matrix([
    [ff + slopeStrength || 1, fs, fc],
    [fs, sums.ss - sums.s * s + seasonStrength, sc],
    [fc, sc, sums.cc - sums.c * c + seasonStrength],
  ])
  const right = [fe + slopeStrength * (prior.slopes[source] ?? 0), sums.se - sums.s * error, sums.ce - sums.c * error]
  const [slope, bySine, byCosine] = solve(normal, Matrix.columnVector(right)).to1DArray() as [number, number, number]
  const trust = days / (days + BIAS_CASES)
  return {
    slope: trust * Math.max(-MAX_SLOPE, Math.min(MAX_SLOPE, slope)),
    seasonAt: ([sine, cosine]: readonly [number, number]) => trust * (bySine * (sine - s) + byCosine * (cosine - c)),
  }
}

/** An estimate from n cases, shrunk to `to` by the strength of `cases`. */
export function shrinkEstimate(estimate: number, n: number, to: number, cases: number): number {
  return n === 0 ? to : (n * estimate + cases * to) / (n + cases)
}
