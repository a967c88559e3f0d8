/** How forecasts are matched with what was observed. The scores are in `verification/`, the method in docs/measurements.md. */

/**
 * Upper bounds of the bands of lead time, in hours. A band holds leads above the previous bound, up to and including its own: that of 24
 * hours is "12 to 24 hours ahead".
 */
export const LEAD_HOURS = [1, 3, 6, 12, 24, 48, 72, 96, 120, 144, 168] as const

/** The bound that a band's leads are above, in hours. */
export function getLowerLeadBound(leadHours: number): number {
  return LEAD_HOURS.findLast((hours) => hours < leadHours) ?? 0
}

/** An hour with at least this much counts as wet: the smallest amount that a gauge reports. */
export const WET_HOUR_MM = 0.1

/** Maximum distance between an observation and the moment that it is matched to. */
export const MATCH_WITHIN_MINUTES = 30
