import type { Instant } from './instant.ts'

export const ALERT_SEVERITIES = ['extreme', 'severe', 'moderate', 'minor'] as const
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number]

/** `stated` by the source, or `derived` from the level, the colour or the wording of what it sent. */
export const SEVERITY_SOURCES = ['stated', 'derived'] as const

/** How severe an alert is, and who says so; both null where nothing tells. */
export interface AlertGrade {
  readonly severity: AlertSeverity | null
  readonly severitySource: (typeof SEVERITY_SOURCES)[number] | null
}

export const ALERT_URGENCIES = ['immediate', 'expected', 'future', 'past', 'unknown'] as const
export type AlertUrgency = (typeof ALERT_URGENCIES)[number]

export const ALERT_CERTAINTIES = ['observed', 'likely', 'possible', 'unlikely', 'unknown'] as const
export type AlertCertainty = (typeof ALERT_CERTAINTIES)[number]

/** An official warning as it is kept. Its state (upcoming, active, expired, cancelled) follows from the clock and is never kept. */
export interface Alert extends AlertGrade {
  /** URL-safe, stable over refreshes, extensions and rewording: see `alert-identity.ts`. */
  readonly id: string
  /** The provider that delivered it. */
  readonly source: string
  /** Null where the agency is not named. */
  readonly senderName: string | null
  /** Title of the event; the first tag or the first line of the text where the upstream sends none. */
  readonly event: string
  readonly start: Instant
  /** End of the event, not of the message; null where none is stated. */
  readonly end: Instant | null
  /** Until when the issuer's latest message holds. No end of the event: without one, it only says how long the alert may be taken to run. */
  readonly expires?: Instant
  readonly description: string
  readonly instruction: string | null
  readonly urgency: AlertUrgency
  readonly certainty: AlertCertainty
  readonly tags: readonly string[]
  readonly areas: readonly string[]
  /** True when its issuer has called it off. */
  readonly cancelled: boolean
}
