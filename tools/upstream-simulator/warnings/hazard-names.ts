import type { Hazard } from '../climate/hazards.ts'
import words from './words.json' with { type: 'json' }

/** The names and codes of a hazard: CAP words, VTEC phenomenon, tag (OpenWeather's words), names by kind of service. */
export interface HazardWords {
  /** [advisory, warning] each. */
  readonly us: readonly [string, string]
  readonly german: readonly [string, string]
  readonly plain: string
  readonly vtec: readonly [string, string]
  readonly eventCode: readonly [string, string]
  readonly tag: string
  readonly instruction: string | null
  readonly stormBased: boolean
}

export const HAZARD_WORDS = words.hazards as unknown as Readonly<Record<Hazard, HazardWords>>

const SENDERS: Readonly<Record<string, string>> = words.senders

/** The sender of a warning in a country. Russia's has none, as recorded. */
export function senderOf(country: string): string {
  return SENDERS[country] ?? 'National Meteorological Service'
}
