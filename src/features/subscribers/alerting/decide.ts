import type { AlertSeverity } from '../../../domain/alert.ts'
import { isDue, isQuiet, matchOfficial, severityRank } from '../../../domain/hazards/index.ts'
import { formatInstant, parseInstant } from '../../../domain/instant.ts'
import type { ToldForecast, OfficialStage } from './emails/weather-alert/data.ts'
import { type ForecastEvent, isForecast, type TrackedEvent } from './event.ts'
import { endOfView, type OfficialView } from './official-view.ts'
import type { PlaceState } from './place-state.ts'
import { questionKey, questionsOf } from './questions.ts'
import type { AlertSubscriber, AlertSubscription } from './subscriber.ts'
import { isOneEvent } from './track-forecast.ts'
import { MINUTE_MS } from '../../../time.ts'

/** What an address was told of an event last. Instants are epoch milliseconds. */
export interface Told {
  readonly event: TrackedEvent
  readonly state: 'open' | 'cancelled'
  readonly severity: AlertSeverity | null
  /** Infinity: until further notice. */
  readonly end: number
  readonly at: number
  readonly times: number
}

/** What goes on at a place, as far as decisions need it. */
type PlaceEvents = Pick<PlaceState, 'officials' | 'forecasts'>

export type Match = OfficialDue | ForecastDue

export interface OfficialDue {
  readonly kind: 'official'
  readonly stage: OfficialStage
  readonly view: OfficialView
  readonly told: Told | undefined
}

export interface ForecastDue {
  readonly kind: 'forecast'
  readonly stage: ToldForecast['stage']
  readonly event: ForecastEvent
  readonly told: Told | undefined
}

export interface AlertDecision {
  /** All that the address is to be told of now. */
  readonly matches: readonly Match[]
  /** Why it is not told yet: to be decided anew in the next run. Null where it is told. */
  readonly held: 'quiet_hours' | 'frequency' | null
  /** Forecast events that wait for the cooldown of their hazard. */
  readonly cooling: number
}

const PERIODS_MS: Readonly<Partial<Record<AlertSubscription['frequency'], number>>> = { hourly: 60 * MINUTE_MS, daily: 1_440 * MINUTE_MS }
/** An end that moves by less is not worth another mail. */
const EXTENSION_MS = 15 * MINUTE_MS
/** A forecast hazard is as grave as an official warning whose severity nobody knows. */
export const FORECAST_SEVERITY: AlertSeverity = 'moderate'

/**
 * What an address is to be told of at `now`. Any of its subscriptions to the place may ask for it; how often and at which hours it is
 * told, the one changed last says. Pure: what is held back is decided again in the next run, and falls away with its hazard.
 */
export function decide(subscriber: AlertSubscriber, state: PlaceEvents, told: readonly Told[], now: number): AlertDecision {
  const toldOf = new Map(told.map((one) => [one.event.id, one]))
  const officials = state.officials.flatMap((view) => decideOfficial(view, subscriber, toldOf.get(view.event.id), now) ?? [])
  const forecasts = decideForecasts(subscriber, state.forecasts, told, now)
  const matches = [...officials, ...forecasts.due]
  return {
    matches,
    held: matches.length === 0 ? null : heldBy(subscriber.subscriptions[0], matches, told, now),
    cooling: forecasts.cooling,
  }
}

function decideOfficial(view: OfficialView, { subscriptions }: AlertSubscriber, told: Told | undefined, now: number): OfficialDue | null {
  const due = (stage: OfficialStage): OfficialDue => ({ kind: 'official', stage, view, told })
  if (view.event.state === 'cancelled') {
    const wanted = subscriptions.some(({ preferences }) => preferences.notifyCancelled)
    return wanted && told?.state === 'open' && told.end > now ? due('cancelled') : null
  }
  const wanted = subscriptions.some(({ preferences }) => matchOfficial(view, preferences) !== null && isDue(view, preferences, now))
  if (view.event.state !== 'open' || !wanted) return null
  if (told === undefined || told.state === 'cancelled') return due('new')
  if (severityRank(view.severity) > severityRank(told.severity ?? view.event.data.firstSeverity)) return due('upgraded')
  return told.end !== Infinity && endOfView(view) >= told.end + EXTENSION_MS && !isRelaysEnd(view, told.end) ? due('extended') : null
}

/**
 * Whether the end that was told is a relay's: where the issuer states none, relays give the end of its message, and with the issuer's
 * own word, once that can be read, nothing has become longer.
 */
function isRelaysEnd({ end: stated, event }: OfficialView, end: number): boolean {
  if (stated !== null) return false
  return event.data.alerts.some(({ alert, stands }) => stands && alert.end !== null && parseInstant(alert.end) === end)
}

function decideForecasts(
  { subscriptions }: AlertSubscriber,
  events: readonly ForecastEvent[],
  told: readonly Told[],
  now: number,
): { readonly due: readonly ForecastDue[]; readonly cooling: number } {
  const due: ForecastDue[] = []
  const cooling = new Set<string>()
  const toldOf = told.filter(({ state, event }) => state === 'open' && isForecast(event))
  for (const { preferences } of subscriptions) {
    const asked = new Set(isAsked(preferences) ? questionsOf(preferences).map(questionKey) : [])
    const until = now + preferences.leadHours * 60 * MINUTE_MS
    for (const event of events) {
      const { data, state } = event
      if (state !== 'open' || !asked.has(questionKey(data)) || parseInstant(data.start) > until) continue
      const known = [...toldOf.map(asTold), ...due.map((one) => one.event)]
      if (known.some((other) => other.id === event.id || isOneTold(other, event))) continue
      const since = now - preferences.cooldownMinutes * MINUTE_MS
      if (told.some((one) => isSameHazard(one.event, event) && one.at > since && !isFirstCallingOff(one))) cooling.add(event.id)
      else due.push({ kind: 'forecast', stage: 'new', event, told: told.find((one) => one.event.id === event.id) })
    }
  }
  return { due: [...due, ...calledOff(subscriptions, events, toldOf, now)], cooling: cooling.size }
}

const isAsked = ({ minSeverity }: AlertSubscription['preferences']): boolean =>
  minSeverity === null || severityRank(FORECAST_SEVERITY) >= severityRank(minSeverity)

/**
 * Whoever was told that a hazard is off has to know at once that it is not. A forecast that goes to and fro waits for the cooldown, which
 * is from the second time on.
 */
const isFirstCallingOff = ({ state, times }: Told): boolean => state === 'cancelled' && times <= 2

/** The event until the end that was told, though forecasts may have shortened it since: within that nothing is news. */
function asTold({ event, end }: Told): TrackedEvent {
  return isForecast(event) && end > parseInstant(event.data.end) ? { ...event, data: { ...event.data, end: formatInstant(end) } } : event
}

/** Another threshold, changed meanwhile or of another subscription, makes no other event of the same spell. */
function isOneTold(other: TrackedEvent, { data }: ForecastEvent): boolean {
  return isForecast(other) && isOneEvent(other.data, { ...data, peak: null, peakAt: data.start, isStartKnown: true, isEndKnown: true })
}

function isSameHazard(other: TrackedEvent, { data }: ForecastEvent): boolean {
  return isForecast(other) && other.data.hazard === data.hazard
}

/** Those that the address was told of, that had not begun, and that no threshold shows any more. */
function calledOff(
  subscriptions: readonly AlertSubscription[],
  events: readonly ForecastEvent[],
  told: readonly Told[],
  now: number,
): ForecastDue[] {
  if (!subscriptions.some(({ preferences }) => preferences.notifyCancelled)) return []
  return told.flatMap((one): ForecastDue[] => {
    const { event } = one
    if (!isForecast(event) || event.state !== 'cancelled' || parseInstant(event.data.start) <= now) return []
    if (events.some((other) => other.state === 'open' && isOneTold(asTold(one), other))) return []
    return [{ kind: 'forecast', stage: 'cancelled', event, told: one }]
  })
}

/** Why the mail has to wait. An extreme warning waits for no period, and for no morning unless it was asked to. */
function heldBy(
  { preferences, frequency, timezone }: AlertSubscription,
  matches: readonly Match[],
  told: readonly Told[],
  now: number,
): AlertDecision['held'] {
  const isExtreme = matches.some((match) => match.kind === 'official' && match.stage !== 'cancelled' && match.view.severity === 'extreme')
  if (!(isExtreme && preferences.quietHours?.exceptExtreme === true) && isQuiet(preferences, now, timezone)) return 'quiet_hours'
  const period = PERIODS_MS[frequency]
  const latest = Math.max(-Infinity, ...told.map(({ at }) => at))
  return !isExtreme && period !== undefined && now - latest < period ? 'frequency' : null
}
