import type { Instant } from './instant.ts'

/** CAP's severities, most severe first. */
export const ALERT_SEVERITIES = ['extreme', 'severe', 'moderate', 'minor'] as const
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number]

/** `stated` by the source, or `derived` from the level, the colour or the wording of what it sent. */
export const SEVERITY_SOURCES = ['stated', 'derived'] as const

/** How severe an alert is, and where that comes from; both null if unknown. */
export interface AlertGrade {
  readonly severity: AlertSeverity | null
  readonly severitySource: (typeof SEVERITY_SOURCES)[number] | null
}

/** CAP's urgencies; `unknown` if not stated. */
export const ALERT_URGENCIES = ['immediate', 'expected', 'future', 'past', 'unknown'] as const
export type AlertUrgency = (typeof ALERT_URGENCIES)[number]

/** CAP's certainties; `unknown` if not stated. */
export const ALERT_CERTAINTIES = ['observed', 'likely', 'possible', 'unlikely', 'unknown'] as const
export type AlertCertainty = (typeof ALERT_CERTAINTIES)[number]

/** An alert in one language. */
export interface AlertText {
  /** BCP 47. */
  readonly language: string
  readonly event: string
  readonly headline: string | null
  readonly description: string
  readonly instruction: string | null
  /** Names of the areas that hold the place. */
  readonly areas: readonly string[]
}

/** An official warning as stored. Its state (upcoming, active, expired, cancelled) is computed from the clock and never stored. */
export interface Alert extends AlertGrade {
  /** URL-safe; stable across refreshes, extensions and rewording: see `alert-identity.ts`. */
  readonly id: string
  /** The provider that delivered it. */
  readonly source: string
  /** Null if the agency is not named. */
  readonly senderName: string | null
  /** Title of the event; if the upstream sends none, the first tag or the first line of the text. */
  readonly event: string
  readonly start: Instant
  /** End of the event, not of the message; null if none is stated. */
  readonly end: Instant | null
  /** Expiry of the issuer's latest message. This is not the end of the event; it only bounds an alert that has no `end`. */
  readonly expires?: Instant
  /** When the issuer sent its latest message; omitted by sources that do not say. */
  readonly sent?: Instant
  readonly description: string
  readonly instruction: string | null
  readonly urgency: AlertUrgency
  readonly certainty: AlertCertainty
  readonly tags: readonly string[]
  readonly areas: readonly string[]
  /** BCP 47 tag of its texts, if the source states it. */
  readonly language?: string
  /** The alert in every language that the issuer sent, its own order; omitted by sources that send one text without its language. */
  readonly texts?: readonly AlertText[]
  /** The issuer's own level (`orange`) and its colour; omitted if it has none. */
  readonly level?: { readonly name: string; readonly color: string | null }
  /** Whether its issuer numbers its events (VTEC), so that another number is another event; omitted: only the National Weather Service does. */
  readonly isNumbered?: boolean
  /** True when the issuer has cancelled it. */
  readonly cancelled: boolean
  /**
   * The issuer's identifiers of its latest message and of those that it replaces, which are the same through every channel; omitted by
   * sources that do not send them.
   */
  readonly messages?: readonly string[]
}
