import { shrinkEstimate } from './bias.ts'
import { BAND, BAND_Z, MIN_BAND_CASES, SHAPE_CASES, SPREAD_CASES } from './constants.ts'
import { BIN_WIDTH, BINS_TO, getSpreadSums } from './quantity-memory.ts'

/** How wide the band is. */
export interface Spread {
  /** Variance of the blend's error at usual disagreement. */
  readonly variance: number
  /** By how much it grows with the variance among the sources. */
  readonly slope: number
  /** The usual variance among the sources. */
  readonly disagreement: number
  /** Ends of the band in standard deviations. */
  readonly low: number
  readonly high: number
}

/** Bounds of what disagreement makes of the usual variance. */
const RANGE = [0.25, 4] as const

/** From the frozen record at the place and that of its neighbours; null while both are too short. */
export function computeSpread(own: Float64Array, around: Float64Array | null, sources: number): Spread | null {
  const place = getSpreadSums(own, sources)
  const near = around === null ? null : getSpreadSums(around, sources)
  const n = place.n + (near?.n ?? 0)
  if (n < MIN_BAND_CASES) return null
  const both = (pick: (sums: typeof place) => number): number => pick(place) + (near === null ? 0 : pick(near))
  const squared = both((sums) => sums.squared) / n
  const disagreement = both((sums) => sums.disagreement) / n
  const variance = place.n === 0 ? squared : shrinkEstimate(place.squared / place.n, place.n, squared, near === null ? 0 : SPREAD_CASES)
  const spreadOf = both((sums) => sums.disagreement2) / n - disagreement ** 2
  const joint = both((sums) => sums.product) / n - disagreement * squared
  const slope = spreadOf > 1e-9 * disagreement ** 2 ? Math.max(0, joint / spreadOf) : 0
  const bins = place.bins.map((each, i) => each + (near?.bins[i] ?? 0))
  return {
    variance,
    slope: shrinkEstimate(slope, n, 0, SHAPE_CASES),
    disagreement,
    low: findQuantile(bins, BAND[0], -BAND_Z),
    high: findQuantile(bins, BAND[1], BAND_Z),
  }
}

/** The standard deviation of today's error. */
export function computeSigma({ variance, slope, disagreement }: Spread, today: number): number {
  const [least, most] = RANGE
  return Math.sqrt(Math.max(least * variance, Math.min(most * variance, variance + slope * (today - disagreement))))
}

/** The value below which a share of the counted errors lies, shrunk to that of a normal. */
function findQuantile(bins: Float64Array, share: number, normal: number): number {
  const n = bins.reduce((sum, each) => sum + each, 0)
  if (n === 0) return normal
  let below = 0
  for (const [index, count] of bins.entries()) {
    if (below + count >= share * n) {
      const within = count === 0 ? 0 : (share * n - below) / count
      return shrinkEstimate(-BINS_TO + (index + within) * BIN_WIDTH, n, normal, SHAPE_CASES)
    }
    below += count
  }
  return normal
}
