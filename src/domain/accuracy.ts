import type { Condition } from './condition.ts'

/**
 * How forecasts are verified against observations. The scores are those of the Joint Working Group on Forecast Verification Research
 * (WWRP/WGNE): mean error (bias, forecast minus observed), mean absolute error, probability of detection and false alarm ratio.
 */

/** Upper bounds of the lead time groups, in hours. A group holds leads above the previous bound, up to and including its own. */
export const LEAD_HOURS = [1, 3, 6, 12, 24, 48, 72, 120, 168] as const

/** An hour with at least this much counts as wet: the smallest amount that a gauge reports. */
export const WET_HOUR_MM = 0.1

/** Maximum distance between an observation and the moment that it is matched to. */
export const MATCH_WITHIN_MINUTES = 30

/**
 * Conditions without precipitation. With one of these, a missing amount means dry; with any other condition, or none, it stays unknown.
 * Used for verification only: answers show null.
 */
export const DRY_CONDITIONS: readonly Condition[] = [
  'clear',
  'mostly_clear',
  'partly_cloudy',
  'mostly_cloudy',
  'overcast',
  'haze',
  'mist',
  'fog',
  'dust',
  'smoke',
  'ash',
]
