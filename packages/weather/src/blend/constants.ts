/**
 * The constants of the method, the same for every variable, place and set. They were chosen on the first two thirds of the sets of
 * docs/blend.md. A strength `k` is a number of cases: an estimate from n cases counts n / (n + k), what it is shrunk to k / (n + k).
 */

/** How fast cases lose weight, per day: a factor of exp(−rate · days). */
export const DECAY_PER_DAY = {
  /** The usual bias, its slope and season: half in two years. */
  slow: 0.001,
  /** What the last days were like: half in five days. */
  fast: 0.15,
  /** Errors of the frozen record, for weights and bands: half in five weeks. */
  skill: 0.02,
} as const

/** The prior of a place's bias: normal around what neighbours, height and coast explain, with a variance of σ² / k. */
export const BIAS_CASES = 5
/** `BIAS_CASES` counts as much as this many neighbours when k is estimated from how neighbours differ. */
export const BIAS_NEIGHBOURS = 10
/** The bounds of that estimate. */
export const BIAS_CASES_RANGE = [2, 20] as const
/** What an hour's bias differs from that of all hours is shrunk to that of the neighbours, then to none. */
export const HOUR_CASES = 20
/** What the last days were like is shrunk to that of all hours, then to that of the neighbours, then to zero. */
export const FAST_CASES = 12
/** How the bias changes with the forecast is shrunk to how it does at the neighbours, then to not at all. */
export const SLOPE_CASES = 50
/** Bound of that slope. */
export const MAX_SLOPE = 0.6
/** The wave of the bias through the year is shrunk to none by this many days. */
export const SEASON_CASES = 50
/** The effects of height (per kilometre) and of the coast (from 0 inland to 1) are shrunk to none by this many neighbours. */
export const COVARIATE_NEIGHBOURS = 3
/** Neighbours count exp(−distance / this). */
export const NEIGHBOUR_KM = 200

/** Error covariances are shrunk to equal variances with the two correlations below, by this many cases for each source. */
export const COVARIANCE_CASES = 30
export const FAMILY_CORRELATION = 0.95
export const OTHER_CORRELATION = 0.5
/** Neighbours' errors count as at most this many cases, of which this share for the weights: they were made on the same days. */
export const NEIGHBOUR_CASES = 200
export const SHARE_FOR_WEIGHTS = 0.25

/** A place's variance of errors is shrunk to its neighbours'. */
export const SPREAD_CASES = 20
/** How the variance depends on the disagreement of the sources is shrunk to not at all; the quantiles of errors to a normal's. */
export const SHAPE_CASES = 30
/** Below this many cases of the frozen record there is no band. */
export const MIN_BAND_CASES = 20
/** The shares below the two ends of the band. */
export const BAND = [0.1, 0.9] as const
/** The standard normal quantile of `BAND[1]`. */
export const BAND_Z = 1.281_551_566

/** Prior of a calibration of stated probabilities: none is needed, as if this much information (p(1 − p) summed) had shown it. */
export const STATED_INFORMATION = { intercept: 12, slope: 50 } as const
/** Prior of the chance that an amount means: little more than that more is likelier. */
export const AMOUNT_INFORMATION = { intercept: 0.1, slope: 1 } as const
/** A probability is never surer than this and its complement. */
export const MIN_CHANCE = 0.005
/** Amounts are mapped from this many wet cases on. */
export const MIN_MAPPED_CASES = 100

/** The hours that share a class, and the classes of a day. */
export const CLASS_HOURS = 3
export const HOUR_CLASSES = 24 / CLASS_HOURS

/** Upper ends of the bands of lead time that are learned, in hours. */
export const BLEND_BANDS = [6, 24, 48, 72, 120, 168] as const
/** A source fades over its last hours, and from this age of its issue to the next it falls silent. */
export const FADE_HOURS = 6
export const FRESH_HOURS = 12
export const STALE_HOURS = 24
