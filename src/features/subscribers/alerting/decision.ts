import type { AlertSeverity } from '@isobar/weather'
import type { OfficialStage, ForecastMatch } from './emails/weather-alert/data.ts'
import type { ForecastEvent, TrackedEvent } from './event.ts'
import type { OfficialView } from './official-view.ts'

/** What an address was last sent about an event. Instants are epoch milliseconds. */
export interface Notice {
  readonly event: TrackedEvent
  readonly state: 'open' | 'cancelled'
  readonly severity: AlertSeverity | null
  /** Infinity: until further notice. */
  readonly end: number
  readonly at: number
  readonly times: number
}

/** An event that an address is to be notified of. */
export type Match = OfficialDue | ForecastDue

/** An official warning to notify of; `notice` is what the address was last sent about it. */
export interface OfficialDue {
  readonly kind: 'official'
  readonly stage: OfficialStage
  readonly view: OfficialView
  readonly notice: Notice | undefined
}

/** A forecast hazard to notify of; `notice` is what the address was last sent about it. */
export interface ForecastDue {
  readonly kind: 'forecast'
  readonly stage: ForecastMatch['stage']
  readonly event: ForecastEvent
  readonly notice: Notice | undefined
}

/**
 * Why an address is not notified of an event, ordered from farthest from a notification to nearest; of several subscriptions the nearest
 * counts. `below_chance`: it was as likely as is asked for, and is not now. `no_warning`: its issuer only informs, or its time has passed. `improbable`: its issuer calls it past or unlikely. `never_notified`,
 * `cancellation_not_asked`: for a cancelled event.
 */
export const SKIP_REASONS = [
  'no_warning',
  'not_asked',
  'below_severity',
  'below_chance',
  'improbable',
  'lead_time',
  'never_notified',
  'over',
  'cancellation_not_asked',
  'cooldown',
  'already_notified',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** An event that the address is not notified of, with the nearest reason. */
export interface Skipped {
  readonly event: TrackedEvent
  readonly reason: SkipReason
}

/** The decision for one address and place. */
export interface AlertDecision {
  /** Everything to send to the address now. */
  readonly matches: readonly Match[]
  /** The place's other events. */
  readonly skipped: readonly Skipped[]
  /** Why the mail is held back until a later run; null when it is sent. */
  readonly held: 'quiet_hours' | 'frequency' | null
  /** Forecast events held back by the cooldown of their hazard. */
  readonly cooling: number
}

/** A forecast hazard ranks like an official warning of unknown severity. */
export const FORECAST_SEVERITY: AlertSeverity = 'moderate'

/** The event of a match, official or forecast. */
export const getMatchEvent = (match: Match): TrackedEvent => (match.kind === 'official' ? match.view.event : match.event)

/** The reason that is nearest to a notification; `not_asked` without reasons. */
export function chooseNearestReason(reasons: readonly SkipReason[]): SkipReason {
  return SKIP_REASONS.findLast((reason) => reasons.includes(reason)) ?? 'not_asked'
}
