/**
 * Below these numbers a score says more about chance than about the forecast: it is not shown, and cannot be: a `Judged` value that is not
 * enough has no score.
 */
export const LEAST_DAYS = 30
/** Of observed and of forecast events. */
export const LEAST_EVENTS = 20
/** Of the forecasts in a bin of the reliability diagram. */
export const LEAST_IN_BIN = 20

export type Judged<Scores> = ({ readonly enough: true } & Scores) | { readonly enough: false }

/** The scores where the sample is large enough and they are defined. `scores` is not called otherwise. */
export function judged<Scores>(isEnough: boolean, scores: () => Scores | null): Judged<Scores> {
  const made = isEnough ? scores() : null
  return made === null ? { enough: false } : { enough: true, ...made }
}
