import { isQuiet } from '@isobar/weather'
import { MINUTE_MS, computeAgeMs } from '../../../time.ts'
import { decideForecasts } from './decide-forecast.ts'
import { decideOfficial, dropNotified } from './decide-official.ts'
import type { AlertDecision, Match, Skipped, OfficialDue, Notice } from './decision.ts'
import type { PlaceState } from './place-state.ts'
import type { AlertSubscription, Recipient, Wanted } from './subscriber.ts'

/** Minimum interval between mails to an address. */
export const PERIODS_MS: Readonly<Partial<Record<AlertSubscription['frequency'], number>>> = {
  hourly: 60 * MINUTE_MS,
  daily: 1_440 * MINUTE_MS,
}

/**
 * Decides what to notify an address or a webhook of at `now` (epoch milliseconds), with the reasons for what is left out. Any of its subscriptions to
 * the place may include an event; the one changed last sets frequency and quiet hours. Pure: matches held back are decided again in the
 * next run, and lapse with their hazard.
 */
export function decideAlerts(
  subscriber: Recipient,
  { officials, forecasts }: Pick<PlaceState, 'officials' | 'forecasts'>,
  notices: readonly Notice[],
  now: number,
): AlertDecision {
  const due: OfficialDue[] = []
  const skipped: Skipped[] = []
  for (const view of officials) {
    const decided = decideOfficial(view, subscriber, notices, now)
    if (typeof decided === 'string') skipped.push({ event: view.event, reason: decided })
    else due.push(decided)
  }
  const forecast = decideForecasts(subscriber, forecasts, notices, now)
  const matches = [...dropNotified(due), ...forecast.due]
  return {
    matches,
    skipped: [...skipped, ...forecast.skipped],
    held: matches.length === 0 ? null : deferralOf(subscriber.subscriptions[0], matches, notices, now),
    cooling: forecast.cooling,
  }
}

/** Why the mail has to wait. An extreme warning ignores the frequency, and with `exceptExtreme` also quiet hours. */
function deferralOf(
  { preferences, frequency, timezone }: Wanted,
  matches: readonly Match[],
  notices: readonly Notice[],
  now: number,
): AlertDecision['held'] {
  const isExtreme = matches.some((match) => match.kind === 'official' && match.stage !== 'cancelled' && match.view.severity === 'extreme')
  if (!(isExtreme && preferences.quietHours?.exceptExtreme === true) && isQuiet(preferences, now, timezone)) return 'quiet_hours'
  const period = PERIODS_MS[frequency]
  const latest = Math.max(-Infinity, ...notices.map(({ at }) => at))
  return !isExtreme && period !== undefined && computeAgeMs(latest, now) < period ? 'frequency' : null
}
