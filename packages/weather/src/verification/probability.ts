/**
 * Scores of probabilities of a yes/no event: `p` from 0 to 1, and whether the event was observed (Murphy 1973). Probabilities are rounded
 * to bins of a tenth: 0, 10 … 100 %; each bin keeps the mean of its probabilities, so rounding loses little.
 */
export const BINS = 11

/** The forecasts of one bin; sums of disjoint sets add up. */
export interface BinSums {
  readonly n: number
  /** Sum of the probabilities. */
  readonly forecast: number
  /** Cases in which the event was observed. */
  readonly observed: number
}

/** One point of the reliability diagram. */
export interface ReliabilityPoint {
  readonly n: number
  /** Mean forecast probability of the bin. */
  readonly forecast: number
  /** Relative frequency of the event. */
  readonly observed: number
}

/** `score = reliability − resolution + uncertainty`; exact if all probabilities within a bin are equal. */
export interface MurphyTerms {
  /** Weighted squared distance of the diagram from the diagonal; best 0. */
  readonly reliability: number
  /** How far the bins' frequencies are from the base rate; more is better. */
  readonly resolution: number
  /** The score of always forecasting the base rate, which is known only afterwards. */
  readonly uncertainty: number
}

/** The bin of a probability, 0–10. */
export function toProbabilityBin(p: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.round(p * (BINS - 1))))
}

/** The squared error of one probability: the mean of many is the Brier score, 0–1, best 0. */
export function computeBrierScore(p: number, observed: boolean): number {
  return (p - Number(observed)) ** 2
}

/** The points of the reliability diagram; empty bins are left out. */
export function listReliabilityPoints(bins: readonly BinSums[]): ReliabilityPoint[] {
  return bins.filter(({ n }) => n > 0).map(({ n, forecast, observed }) => ({ n, forecast: forecast / n, observed: observed / n }))
}

/** Null without cases. */
export function computeMurphyTerms(bins: readonly BinSums[]): MurphyTerms | null {
  const points = listReliabilityPoints(bins)
  const cases = points.reduce((sum, { n }) => sum + n, 0)
  if (cases === 0) return null
  const baseRate = bins.reduce((sum, { observed }) => sum + observed, 0) / cases
  const weighted = (term: (point: ReliabilityPoint) => number) => points.reduce((sum, point) => sum + point.n * term(point), 0) / cases
  return {
    reliability: weighted(({ forecast, observed }) => (forecast - observed) ** 2),
    resolution: weighted(({ observed }) => (observed - baseRate) ** 2),
    uncertainty: baseRate * (1 - baseRate),
  }
}
