/**
 * What is verified, and by which scores: errors of quantities, 2 × 2 tables of amounts at thresholds, or those of probabilities. What is of
 * an hour's end (`gust`, amounts, their probability) is compared with what the truth says then of the hour before.
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
} as const satisfies Readonly<Record<string, TallyKind>>

export type TallyKind = 'errors' | 'events' | 'probability'
export type VerifiedVariable = keyof typeof VERIFIED

export const VERIFIED_VARIABLES = Object.keys(VERIFIED) as readonly VerifiedVariable[]

/** Amounts of an hour that make an event, mm. */
export const EVENT_MM = [0.2, 1, 5] as const
