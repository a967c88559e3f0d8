import { HOUR_MS } from '../../time.ts'

/**
 * What a forecast must beat, from the archive alone and from before it was made. Persistence: the truth at the same hour of the last day
 * that was known then. Climatology: the mean of the truth at the same hour of the 30 days before.
 */
export interface Baselines {
  readonly persistence: number | null
  readonly climatology: number | null
}

/** Days that climatology is made of, and how many of them must be known. */
export const CLIMATE_DAYS = 30
const LEAST_CLIMATE_DAYS = 10
/** The longest way back that baselines look: the whole days of the longest lead, and those of climatology. */
export const BASELINE_DAYS = 7 + CLIMATE_DAYS

/**
 * The baselines of a forecast for `validAt` with a lead of at most `leadHours`; `truthAt` is the truth of a moment in epoch milliseconds.
 * What lies the lead's whole days back was known when the forecast was made.
 */
export function baselinesOf(truthAt: (epochMs: number) => number | null, validAt: number, leadHours: number): Baselines {
  const back = Math.ceil(leadHours / 24)
  const dayBack = (days: number) => truthAt(validAt - days * 24 * HOUR_MS)
  let [sum, known] = [0, 0]
  for (let day = 0; day < CLIMATE_DAYS; day += 1) {
    const value = dayBack(back + day)
    if (value === null) continue
    sum += value
    known += 1
  }
  return { persistence: dayBack(back), climatology: known < LEAST_CLIMATE_DAYS ? null : sum / known }
}
