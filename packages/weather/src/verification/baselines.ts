import { HOUR_MS } from '../time.ts'

/**
 * What a forecast must beat, computed from the archive as it was known before the forecast was issued. Persistence: the truth at the same
 * hour of the last day known by then. Climatology: the mean of the truth at the same hour of the 30 days before.
 */
export interface Baselines {
  readonly persistence: number | null
  readonly climatology: number | null
}

/** Days that climatology averages; `MIN_CLIMATE_DAYS` of them must be known. */
export const CLIMATE_DAYS = 30
const MIN_CLIMATE_DAYS = 10
/** How many days back baselines reach: the whole days of the longest lead, plus those of climatology. */
export const BASELINE_DAYS = 7 + CLIMATE_DAYS

/**
 * The baselines of a forecast for `validAt` with a lead of at most `leadHours`; `truthAt` is the truth at a moment in epoch milliseconds.
 * Going back by the lead, rounded up to whole days, ensures that the value was known when the forecast was issued.
 */
export function computeBaselines(truthAt: (epochMs: number) => number | null, validAt: number, leadHours: number): Baselines {
  const back = Math.ceil(leadHours / 24)
  const dayBack = (days: number) => truthAt(validAt - days * 24 * HOUR_MS)
  let [sum, known] = [0, 0]
  for (let day = 0; day < CLIMATE_DAYS; day += 1) {
    const value = dayBack(back + day)
    if (value === null) continue
    sum += value
    known += 1
  }
  return { persistence: dayBack(back), climatology: known < MIN_CLIMATE_DAYS ? null : sum / known }
}
