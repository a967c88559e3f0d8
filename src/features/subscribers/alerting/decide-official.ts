import { isRunningOrComing } from '../../../domain/alert-state.ts'
import { type AlertPreferences, isDue, matchOfficial, severityRank } from '../../../domain/hazards/index.ts'
import { parseInstant } from '../../../domain/instant.ts'
import { MINUTE_MS } from '../../../time.ts'
import { nearestReason, type SkipReason, type OfficialDue, type Notice } from './decision.ts'
import type { OfficialStage } from './emails/weather-alert/data.ts'
import { endOfView, type OfficialView } from './official-view.ts'
import type { Recipient } from './subscriber.ts'

/** Smaller extensions are not worth another mail. */
const EXTENSION_MS = 15 * MINUTE_MS

/** Decides whether to notify an address of an official event at `now` (epoch milliseconds), or gives the reason not to. */
export function decideOfficial(
  view: OfficialView,
  { subscriptions }: Recipient,
  notice: Notice | undefined,
  now: number,
): OfficialDue | SkipReason {
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
  if (refusals.length === wanted.length) return nearestReason(refusals)
  if (notice === undefined || notice.state === 'cancelled') return due('new')
  if (severityRank(view.severity) > severityRank(notice.severity ?? view.event.data.firstSeverity)) return due('upgraded')
  const isLonger = notice.end !== Infinity && endOfView(view) >= notice.end + EXTENSION_MS && !isRelaysEnd(view, notice.end)
  return isLonger ? due('extended') : 'already_notified'
}

/** Why these preferences exclude the event now; null when they include it. */
function refusalOf(view: OfficialView, preferences: AlertPreferences, now: number): SkipReason | null {
  if (matchOfficial(view, preferences) === null) {
    if (!view.isWarning) return 'no_warning'
    return matchOfficial(view, { ...preferences, minSeverity: null }) === null ? 'not_asked' : 'below_severity'
  }
  if (isDue(view, preferences, now)) return null
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
