import type { Comparison, ErrorScore, EventScore, ProbabilityScore, Tally, VERIFIED, VerifiedVariable, WeatherKind } from '@isobar/weather'

export type TruthKind = Exclude<WeatherKind, 'forecast'>

/** A station as it is seen from the place. */
export interface TruthStation {
  readonly id: string
  readonly name: string
  readonly distanceKm: number
  readonly heightMetres: number | null
}

/** What forecasts are compared with: a provider's values of one kind. */
export interface TruthName {
  readonly source: string
  readonly kind: TruthKind
  /** Where they were measured, of several days the station of the last; null if nowhere, or at more than one place. */
  readonly station: TruthStation | null
}

export type Tallies = { readonly [Name in VerifiedVariable]?: Tally }

/** The sums of one day, source, truth and lead time band. */
export interface LeadSums {
  readonly source: string
  readonly truth: TruthName
  /** Restricted to the cases that this other source has, too; null: all cases. */
  readonly versus: string | null
  readonly leadHours: number
  readonly simulated: boolean
  readonly tallies: Tallies
}

/** Names the row that sums of a place and day belong to. */
export function buildSumsKey({ source, truth, versus, leadHours }: Pick<LeadSums, 'source' | 'truth' | 'versus' | 'leadHours'>): string {
  return `${source} ${truth.source} ${truth.kind} ${versus} ${leadHours}`
}

/** Scores by variable, each of the kind that fits the variable. */
export type ScoresByVariable = {
  readonly [Name in VerifiedVariable]?: { errors: ErrorScore; events: EventScore; probability: ProbabilityScore }[(typeof VERIFIED)[Name]]
}

/** How two sources compare on the same cases. */
export interface SourceComparison {
  readonly versus: string
  readonly variables: { readonly [Name in VerifiedVariable]?: Comparison }
}

/** The scores of one source, truth and lead time band. Canonical units. */
export interface LeadScores {
  readonly source: string
  readonly truth: TruthName
  readonly leadHours: number
  readonly variables: ScoresByVariable
  readonly comparisons: readonly SourceComparison[]
}

/** The scores of a place, or of all places. Days are `2026-11-21`. */
export interface Verification {
  readonly from: string
  readonly to: string
  readonly places: number
  readonly simulated: boolean
  readonly scores: readonly LeadScores[]
}

/** The value of the cell column for all places. */
export const ALL_PLACES = -1
