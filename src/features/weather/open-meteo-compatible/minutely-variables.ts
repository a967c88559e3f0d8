import { definition, type Definitions, findIn } from './definition.ts'

/** The rates of the fifteen minutes before a row's time, in mm/h; fewer where some are unknown. */
export type QuarterRow = readonly number[]

const MINUTES = 15

/** Sources forecast by the minute how much falls; the state of the weather between full hours would have to be interpolated. */
const MINUTELY: Definitions<QuarterRow> = {
  precipitation: definition('amount', (rates) => (rates.length < MINUTES ? null : rates.reduce((sum, rate) => sum + rate, 0) / 60)),
}

/** By today's name. */
export const findMinutely = findIn(MINUTELY)
