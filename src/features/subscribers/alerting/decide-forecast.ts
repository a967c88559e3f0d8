import { type AlertPreferences, formatInstant, parseInstant, rankSeverity } from '@isobar/weather'
import { HOUR_MS, MINUTE_MS, computeAgeMs } from '../../../time.ts'
import { FORECAST_SEVERITY, type ForecastDue, chooseNearestReason, type Skipped, type SkipReason, type Notice } from './decision.ts'
import { type ForecastEvent, isForecast, type TrackedEvent } from './event.ts'
import { buildQuestionKey, listPreferenceQuestions } from './questions.ts'
import type { Recipient } from './subscriber.ts'
import { isOneEvent } from './track-forecast.ts'

export interface ForecastDecision {
  readonly due: readonly ForecastDue[]
  readonly skipped: readonly Skipped[]
  /** Events held back by the cooldown of their hazard. */
  readonly cooling: number
}

/** Decides which forecast events to notify an address of at `now` (epoch milliseconds), and gives the reason for each of the others. */
export function decideForecasts(
  { subscriptions }: Recipient,
  events: readonly ForecastEvent[],
  notices: readonly Notice[],
  now: number,
): ForecastDecision {
  const due: ForecastDue[] = []
  const reasons = new Map<ForecastEvent, SkipReason[]>(events.map((event) => [event, []]))
  const openNotices = notices.filter(({ state, event }) => state === 'open' && isForecast(event))
  for (const { preferences } of subscriptions) {
    const questions = new Set(listPreferenceQuestions(preferences).map(buildQuestionKey))
    for (const event of events) {
      if (event.state !== 'open') continue
      const refusal =
        refusalOf(event, preferences, questions, now) ??
        (isKnown(event, openNotices, due) ? 'already_notified' : null) ??
        (isCooling(event, preferences, notices, now) ? 'cooldown' : null)
      if (refusal !== null) reasons.get(event)?.push(refusal)
      else due.push({ kind: 'forecast', stage: 'new', event, notice: notices.find((one) => one.event.id === event.id) })
    }
  }
  const wantsCancellations = subscriptions.some(({ preferences }) => preferences.notifyCancelled)
  const calledOff = openNotices.flatMap((one) => (wantsCancellations ? (cancellationOf(one, events, now) ?? []) : []))
  const all = [...due, ...calledOff]
  const dueIds = new Set(all.map(({ event }) => event.id))
  return {
    due: all,
    skipped: events.flatMap((event) => {
      if (dueIds.has(event.id)) return []
      const reason = event.state === 'open' ? chooseNearestReason(reasons.get(event) ?? []) : whyNotCancelled(event, events, notices, now)
      return { event, reason }
    }),
    cooling: [...reasons.values()].filter((each) => each.includes('cooldown')).length,
  }
}

/** Why these preferences exclude an open event now; null when they include it. */
function refusalOf(
  { data }: ForecastEvent,
  { minSeverity, leadHours }: AlertPreferences,
  questions: ReadonlySet<string>,
  now: number,
): SkipReason | null {
  if (!questions.has(buildQuestionKey(data))) return 'not_asked'
  if (data.minProbability !== undefined && !data.showings.some(({ shows }) => shows === true)) return 'below_chance'
  if (minSeverity !== null && rankSeverity(FORECAST_SEVERITY) < rankSeverity(minSeverity)) return 'below_severity'
  return parseInstant(data.start) > now + leadHours * HOUR_MS ? 'lead_time' : null
}

/** Whether the address was or is being notified of it, possibly as another event. */
function isKnown(event: ForecastEvent, openNotices: readonly Notice[], due: readonly ForecastDue[]): boolean {
  const known = [...openNotices.map(asNotified), ...due.map((one) => one.event)]
  return known.some((other) => other.id === event.id || isSameSpell(other, event))
}

function isCooling(event: ForecastEvent, { cooldownMinutes }: AlertPreferences, notices: readonly Notice[], now: number): boolean {
  const cooldownMs = cooldownMinutes * MINUTE_MS
  return notices.some((one) => isSameHazard(one.event, event) && computeAgeMs(one.at, now) < cooldownMs && !isFirstCallingOff(one))
}

/**
 * After a cancellation, a subscriber must know at once that the hazard is back. From the second time on, an oscillating forecast waits for
 * the cooldown.
 */
const isFirstCallingOff = ({ state, times }: Notice): boolean => state === 'cancelled' && times <= 2

/** The event with the end that was last sent. Forecasts may have shortened it since, but nothing within it is news. */
function asNotified({ event, end }: Notice): TrackedEvent {
  return isForecast(event) && end > parseInstant(event.data.end) ? { ...event, data: { ...event.data, end: formatInstant(end) } } : event
}

/** A different threshold or chance, after a change or from another subscription, does not make it another event of the same spell. */
function isSameSpell(other: TrackedEvent, { data }: ForecastEvent): boolean {
  return isForecast(other) && isOneEvent(other.data, { ...data, peak: null, peakAt: data.start, isStartKnown: true, isEndKnown: true })
}

function isSameHazard(other: TrackedEvent, { data }: ForecastEvent): boolean {
  return isForecast(other) && other.data.hazard === data.hazard
}

/** The cancellation of an event that was sent to the address: it was called off before it began, and no threshold or chance shows it any more. */
function cancellationOf(one: Notice, events: readonly ForecastEvent[], now: number): ForecastDue | null {
  const { event } = one
  if (!isForecast(event) || event.state !== 'cancelled' || parseInstant(event.data.start) <= now) return null
  if (events.some((other) => other.state === 'open' && isSameSpell(asNotified(one), other))) return null
  return { kind: 'forecast', stage: 'cancelled', event, notice: one }
}

function whyNotCancelled(event: ForecastEvent, events: readonly ForecastEvent[], notices: readonly Notice[], now: number): SkipReason {
  const own = notices.find((one) => one.event.id === event.id)
  if (own === undefined) return 'never_notified'
  if (own.state === 'cancelled') return 'already_notified'
  if (cancellationOf(own, events, now) !== null) return 'cancellation_not_asked'
  return parseInstant(event.data.start) <= now ? 'over' : 'already_notified'
}
