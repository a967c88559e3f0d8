/** Scores of a sample that may be too small to say anything: where `enough` is false there is no score to show. */
export type Judged<Scores> = ({ readonly enough: true } & Scores) | { readonly enough: false }

/** The scores where the sample is large enough and they are defined. `scores` is not called otherwise. */
export function judged<Scores>(isEnough: boolean, scores: () => Scores | null): Judged<Scores> {
  const made = isEnough ? scores() : null
  return made === null ? { enough: false } : { enough: true, ...made }
}
