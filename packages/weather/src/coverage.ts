/**
 * The least share of a period's hours (or days) that must be known to state its sum, or its lowest, highest and mean value. Below it, the number says
 * more about when values were fetched than about the weather. Extremes need more, because the missing hours may be the warmest (WMO climate
 * practice).
 */
export const MIN_COVERAGE = { sum: 0.8, extremes: 0.9 } as const

/** Whether enough of `all` hours or days are known; never of none. */
export function isCovered(what: keyof typeof MIN_COVERAGE, known: number, all: number): boolean {
  return all > 0 && known >= MIN_COVERAGE[what] * all
}
