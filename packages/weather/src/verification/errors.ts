/**
 * Scores of continuous quantities after the Joint Working Group on Forecast Verification Research (WWRP/WGNE) and WMO-No. 485. An error is
 * forecast minus truth, in the unit of the variable.
 */

/** The sums that all scores of a set of errors are computed from; sums of disjoint sets add up. */
export interface ErrorSums {
  /** Cases. */
  readonly n: number
  readonly error: number
  readonly absolute: number
  readonly squared: number
}

/** In the unit of the variable. `rmse² = bias² + variance`. */
export interface ErrorScores {
  readonly n: number
  /** Mean error; positive: forecasts are too high. */
  readonly bias: number
  readonly mae: number
  readonly rmse: number
}

/** The sums of single errors. */
export function sumErrors(errors: readonly number[]): ErrorSums {
  let [error, absolute, squared] = [0, 0, 0]
  for (const each of errors) {
    error += each
    absolute += Math.abs(each)
    squared += each * each
  }
  return { n: errors.length, error, absolute, squared }
}

/** Null without cases: the score is undefined. */
export function computeErrorScores({ n, error, absolute, squared }: ErrorSums): ErrorScores | null {
  return n === 0 ? null : { n, bias: error / n, mae: absolute / n, rmse: Math.sqrt(squared / n) }
}

/** `1 − score / reference` for scores that are 0 when perfect; null if the reference is perfect. Always name the reference with it. */
export function computeSkill(score: number, reference: number): number | null {
  return reference === 0 ? null : 1 - score / reference
}
