import type { Condition } from './condition.ts'

/**
 * How forecasts are verified against what was then observed. The scores are those of the Joint Working Group on Forecast Verification
 * Research (WWRP/WGNE): mean error (bias, forecast minus observed), mean absolute error, probability of detection and false alarm ratio.
 */

/** Lead times by which pairs are grouped: a group holds leads over the one before it up to and including its own, in hours. */
export const LEAD_HOURS = [1, 3, 6, 12, 24, 48, 72, 120, 168] as const

/** An hour with at least this much is a wet one: the least that a gauge reports. */
export const WET_HOUR_MM = 0.1

/** How far an observation may be from the moment that it stands for. */
export const MATCH_WITHIN_MINUTES = 30

/**
 * Conditions without precipitation. A source that sends no amount with one of these says that it is dry; with any other condition,
 * or none, a missing amount stays unknown. Used for verification only: answers show null.
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
