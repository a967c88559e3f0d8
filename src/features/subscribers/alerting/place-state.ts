import {
  EXTRA_SCOPES,
  type ExtraScope,
  type ForecastHazardName,
  type Instant,
  type LevelDetail,
  getHazardScope,
  parseInstant,
} from '@isobar/weather'
import type { ForecastEvent } from './event.ts'
import { findEndOfView, type OfficialView } from './official-view.ts'
import type { Question } from './questions.ts'
import type { SourceOutcome } from './source-reading.ts'

/**
 * What the alert job reads a source for: `relay`, a weather provider that passes on the warnings of others; `forecast`, one without
 * warnings; `feed`, an issuer's own warnings by place; `air` and `marine`, a weather provider's air and sea, which it is asked for separately.
 * Official warnings of whole countries are already stored here.
 */
export type SourceKind = 'relay' | 'forecast' | 'feed' | ExtraScope

/** Whether the job reads the source for its air or sea alone. */
export function isExtra(kind: SourceKind): kind is ExtraScope {
  return (EXTRA_SCOPES as readonly SourceKind[]).includes(kind)
}

/** Whether what is read from a source of this kind can show the hazard. */
export function canShowHazard(kind: SourceKind, hazard: ForecastHazardName): boolean {
  const scope = getHazardScope(hazard)
  return scope === 'weather' ? kind === 'relay' || kind === 'forecast' : kind === scope
}

/**
 * Everything that one run knows about a place: decisions and mails depend on nothing else. Immutable and JSON-serializable without loss, so
 * that a run can be replayed.
 */
export interface PlaceState {
  /** IANA name, if a source knows it. */
  readonly timezone: string | null
  /** True when any of it is simulated. */
  readonly simulated: boolean
  /** The sources that were read for the place, in the gateway's order. */
  readonly sources: readonly SourceState[]
  /** The feeds of official warnings that have a say about the place; omitted if there are none. */
  readonly feeds?: readonly SourceState[]
  /** Official events that are not over. */
  readonly officials: readonly OfficialView[]
  /** Whether the forecasts show an official event, by event id: those of sources that carry no warnings. No entry: none has an opinion. */
  readonly opinions: Readonly<Record<string, readonly Opinion[]>>
  /** Forecast events, not yet over, of the questions that subscribers ask. */
  readonly forecasts: readonly ForecastEvent[]
  readonly outlooks: readonly Outlook[]
}

/** The result of one source. */
export type SourceState = SourceOutcome & {
  /** Provider id. */
  readonly source: string
  readonly kind: SourceKind
  /** Fetch time of the oldest data used; null without data. */
  readonly fetchedAt: Instant | null
  /** Number of official alerts in its list; null without a list, which differs from an empty one. */
  readonly alerts: number | null
  /** Only when calls are not allowed: the job would call it now. */
  readonly wouldBeAsked?: true
}

/** Whether one source's forecast shows the hazard of an official event; null: it cannot tell. */
export interface Opinion {
  readonly source: string
  readonly shows: boolean | null
}

/** The worst value that one forecast expects of a hazard that somebody asks about, at the chance asked for, regardless of thresholds. */
export interface Outlook extends Omit<Question, 'threshold'> {
  readonly source: string
  /** False: below every threshold. Null: it lacks the data to tell. */
  readonly shows: boolean | null
  /** In the canonical unit; null where there is none. */
  readonly peak: number | null
  readonly peakAt: Instant | null
  readonly detail?: LevelDetail
}

/** Whether any event may need a notification at `now`, epoch milliseconds. */
export function isEventful({ officials, forecasts }: Pick<PlaceState, 'officials' | 'forecasts'>, now: number): boolean {
  return (
    officials.some((view) => findEndOfView(view) > now) ||
    forecasts.some(({ state, data }) => state === 'open' || (state === 'cancelled' && parseInstant(data.start) > now))
  )
}
