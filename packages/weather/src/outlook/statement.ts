import type { Condition } from '../condition.ts'
import type { FallKind } from './severity.ts'
import type { FallSpell, PhenomenonSpell, Span } from './spell.ts'

/** The highest of wind and gusts, from a gale on. */
export interface WindStatement extends Span {
  readonly type: 'wind'
  readonly level: number
  readonly speedMps: number
  /** Whether it is a gust; else the wind itself blows so. */
  readonly isGust: boolean
}

/** Precipitation that is more than a trace only in all, or possible without an amount (`waterMm` null). */
export interface ScatteredStatement extends Span {
  readonly type: 'scattered'
  readonly level: number
  readonly kind: FallKind
  readonly waterMm: number | null
  readonly chance: number | null
}

/** That nothing falls. `isAfterNow`: what falls now does not count. */
export interface DryStatement {
  readonly type: 'dry'
  readonly level: number
  readonly isCertain: boolean
  readonly isAfterNow: boolean
}

export interface FrostStatement extends Span {
  readonly type: 'frost'
  readonly level: number
  readonly temperature: number
}

/** What falls now, as it is seen or measured, where the forecast has nothing. */
export interface NowStatement {
  readonly type: 'now'
  readonly level: number
  readonly condition: Condition
}

/** That tomorrow's high, in °C, differs from today's by so much that people notice. */
export interface ChangeStatement {
  readonly type: 'change'
  readonly level: number
  readonly isWarmer: boolean
  readonly high: number
}

export type OutlookStatement =
  | FallSpell
  | PhenomenonSpell
  | WindStatement
  | ScatteredStatement
  | DryStatement
  | FrostStatement
  | ChangeStatement
  | NowStatement

/** What is worth saying of a period, the worst first. */
export interface Outlook extends Span {
  readonly statements: readonly OutlookStatement[]
}
