import {
  type AlertPreferences,
  type AlertSeverity,
  formatInstant,
  isAlertDue,
  isRunningOrComing,
  isSameEvent,
  matchOfficial,
  parseInstant,
  rankSeverity,
} from '@isobar/weather'
import { MINUTE_MS } from '../../../time.ts'
import { chooseNearestReason, type SkipReason, type OfficialDue, type Notice } from './decision.ts'
import type { OfficialStage } from './emails/weather-alert/data.ts'
import { isOfficial, type OfficialEvent } from './event.ts'
import { findEndOfView, type OfficialView } from './official-view.ts'
import type { Recipient } from './subscriber.ts'

/** Smaller extensions are not worth another mail. */
const EXTENSION_MS = 15 * MINUTE_MS

/**
 * Decides whether to notify an address of an official event at `now` (epoch milliseconds), or gives the reason not to. `notices` are all that
 * the address has had about the place.
 */
export function decideOfficial(
  view: OfficialView,
  { subscriptions }: Recipient,
  notices: readonly Notice[],
  now: number,
): OfficialDue | SkipReason {
  const notice = notices.find(({ event }) => event.id === view.event.id)
  const due = (stage: OfficialStage): OfficialDue => ({ kind: 'official', stage, view, notice })
  const wanted = subscriptions.map(({ preferences }) => preferences)
  if (view.event.state === 'over') return 'over'
  if (view.event.state === 'cancelled') {
    if (notice === undefined) return 'never_notified'
    if (notice.state === 'cancelled') return 'already_notified'
    if (notice.end <= now) return 'over'
    return wanted.some(({ notifyCancelled }) => notifyCancelled) ? due('cancelled') : 'cancellation_not_asked'
  }
  const refusals = wanted.flatMap((preferences) => refusalOf(view, preferences, now) ?? [])
  if (refusals.length === wanted.length) return chooseNearestReason(refusals)
  if (notices.some((other) => other !== notice && hasNotified(other, view, now) && !wasCalledOffSince(other, view, notices)))
    return 'already_notified'
  if (notice === undefined || notice.state === 'cancelled') return due('new')
  if (rankSeverity(view.severity) > rankSeverity(notice.severity ?? view.event.data.firstSeverity)) return due('upgraded')
  const isLonger = notice.end !== Infinity && findEndOfView(view) >= notice.end + EXTENSION_MS && !isRelaysEnd(view, notice.end)
  return isLonger ? due('extended') : 'already_notified'
}

/**
 * Whether a notice about another event has told all that there is to tell of this one: its issuer warned of the same under another identifier,
 * no less severe and no shorter, and has not called it off.
 */
function hasNotified({ event, state, severity, end }: Notice, view: OfficialView, now: number): boolean {
  if (!isOfficial(event) || event.state === 'cancelled' || state === 'cancelled' || end <= now) return false
  return notifiesOf({ alerts: event.data.alerts, severity: severity ?? event.data.firstSeverity, end }, view)
}

/** Whether what a notice told of, which ended while another warning of its event stood, was called off with that one. */
function wasCalledOffSince(notice: Notice, { lead }: OfficialView, notices: readonly Notice[]): boolean {
  if (notice.event.state !== 'over') return false
  return notices.some(({ event, state, at }) => {
    const since = state === 'cancelled' ? at : event.state === 'cancelled' ? event.seenAt : -Infinity
    return since >= notice.at && isOfficial(event) && event.data.alerts.some(({ alert }) => isSameEvent(alert, lead))
  })
}

/** Those of the matches of one mail that tell something which no other one of them does. */
export function dropNotified(due: readonly OfficialDue[]): OfficialDue[] {
  return due.filter(
    (one, index) =>
      one.stage === 'cancelled' ||
      !due.some((other, before) => other !== one && notifies(other, one.view) && (before < index || !notifies(one, other.view))),
  )
}

function notifies({ stage, view: { event, severity, end } }: OfficialDue, other: OfficialView): boolean {
  return stage !== 'cancelled' && notifiesOf({ alerts: event.data.alerts, severity, end: findEndOfView({ end }) }, other)
}

interface NotifiedEvent {
  readonly alerts: OfficialEvent['data']['alerts']
  readonly severity: AlertSeverity | null
  /** Epoch milliseconds; Infinity: until further notice. */
  readonly end: number
}

/** Whether what was told of an event is all that there is to tell of another one. */
function notifiesOf({ alerts, severity, end }: NotifiedEvent, view: OfficialView): boolean {
  if (rankSeverity(severity) < rankSeverity(view.severity) || findEndOfView(view) >= end + EXTENSION_MS) return false
  const notified = { end: end === Infinity ? null : formatInstant(end) }
  return alerts.some(({ alert: { expires: _expires, ...alert } }) => isSameEvent({ ...alert, ...notified }, view.lead))
}

/** Why these preferences exclude the event now; null when they include it. */
function refusalOf(view: OfficialView, preferences: AlertPreferences, now: number): SkipReason | null {
  if (matchOfficial(view, preferences) === null) {
    if (!view.isWarning) return 'no_warning'
    return matchOfficial(view, { ...preferences, minSeverity: null }) === null ? 'not_asked' : 'below_severity'
  }
  if (isAlertDue(view, preferences, now)) return null
  if (!isRunningOrComing(view.lead, now)) return 'no_warning'
  return view.lead.urgency === 'past' || view.lead.certainty === 'unlikely' ? 'improbable' : 'lead_time'
}

/**
 * Whether the end that was sent came from a relay: if the issuer states none, relays give the expiry of its message. When the issuer's own
 * alert becomes available, that is not an extension.
 */
function isRelaysEnd({ end: stated, event }: OfficialView, end: number): boolean {
  if (stated !== null) return false
  return event.data.alerts.some(({ alert, stands }) => stands && alert.end !== null && parseInstant(alert.end) === end)
}
