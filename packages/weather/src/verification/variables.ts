import type { Pollutant } from '../air/air.ts'

/**
 * The variables that are verified, each with its kind of scores: errors of quantities, 2 × 2 tables of amounts at thresholds, or scores of
 * probabilities. Values over an hour (`gust`, amounts, their probability) are compared with the truth at the end of the hour, which covers
 * the same hour.
 */
export const VERIFIED = {
  temperature: 'errors',
  windSpeed: 'errors',
  windGust: 'errors',
  windDirection: 'errors',
  precipitation: 'events',
  precipitationProbability: 'probability',
  temperatureMax: 'errors',
  temperatureMin: 'errors',
  pm25: 'errors',
  pm10: 'errors',
  no2: 'errors',
  o3: 'errors',
} as const satisfies Readonly<Record<string, TallyKind>>

export type TallyKind = 'errors' | 'events' | 'probability'
/** The kinds of scores, and of the tallies that they are computed from. */
export type VerifiedVariable = keyof typeof VERIFIED

/** Those of the air. */
export const VERIFIED_AIR = ['pm25', 'pm10', 'no2', 'o3'] as const satisfies readonly (VerifiedVariable & Pollutant)[]

export const VERIFIED_VARIABLES = Object.keys(VERIFIED) as readonly VerifiedVariable[]

/** Amounts of an hour that make an event, mm. */
export const EVENT_MM = [0.2, 1, 5] as const
