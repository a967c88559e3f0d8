import type { Comparison, ErrorScore, EventScore, ProbabilityScore } from '../../../../domain/verification/scores.ts'
import type { Tally } from '../../../../domain/verification/tally.ts'
import type { VERIFIED, VerifiedVariable } from '../../../../domain/verification/variables.ts'
import type { WeatherKind } from '../../../../domain/weather-kind.ts'

export type TruthKind = Exclude<WeatherKind, 'forecast'>

/** What forecasts are compared with: a provider's values of one kind. */
export interface TruthName {
  readonly source: string
  readonly kind: TruthKind
}

export type Tallies = { readonly [Name in VerifiedVariable]?: Tally }

/** The sums of one day, source, truth and band of lead time. */
export interface LeadSums {
  readonly source: string
  readonly truth: TruthName
  /** Only the cases that this source has, too; null: all. */
  readonly versus: string | null
  readonly leadHours: number
  /** Some of it was declared as made up. */
  readonly simulated: boolean
  readonly tallies: Tallies
}

/** Scores by variable, by the kind that each has. */
export type ScoresByVariable = {
  readonly [Name in VerifiedVariable]?: { errors: ErrorScore; events: EventScore; probability: ProbabilityScore }[(typeof VERIFIED)[Name]]
}

/** How two sources compare on the same cases. */
export interface SourceComparison {
  readonly versus: string
  readonly variables: { readonly [Name in VerifiedVariable]?: Comparison }
}

/** The scores of one source, truth and band of lead time. Canonical units. */
export interface LeadScores {
  readonly source: string
  readonly truth: TruthName
  readonly leadHours: number
  readonly variables: ScoresByVariable
  readonly comparisons: readonly SourceComparison[]
}

/** The scores of a place, or of all. Days are `2026-11-21`. */
export interface Verification {
  readonly from: string
  readonly to: string
  readonly places: number
  /** Some of it was declared as made up. */
  readonly simulated: boolean
  readonly scores: readonly LeadScores[]
}

/** In the column of the cell: all places together. */
export const ALL_PLACES = -1
