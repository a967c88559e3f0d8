/**
 * Below these numbers a score says more about chance than about the forecast. It then cannot be shown: a `Judged` value with too few cases
 * has no score.
 */
export const MIN_DAYS = 30
/** Minimum number of observed and of forecast events. */
export const MIN_EVENTS = 20
/** Minimum number of forecasts in a bin of the reliability diagram. */
export const MIN_IN_BIN = 20

/** Scores of a sample that is large enough; otherwise there are none. */
export type Judged<Scores> = ({ readonly enough: true } & Scores) | { readonly enough: false }

/** The scores, if the sample is large enough and they are defined. Otherwise `scores` is not called, or returned null. */
export function judgeSample<Scores>(isEnough: boolean, scores: () => Scores | null): Judged<Scores> {
  const made = isEnough ? scores() : null
  return made === null ? { enough: false } : { enough: true, ...made }
}
