import { type Alert, completePreferences } from '@isobar/weather'
import { decideAlerts } from '../decide.ts'
import type { AlertDecision, Match, Notice } from '../decision.ts'
import type { EventState, ForecastEvent, OfficialEvent } from '../event.ts'
import { findEndOfView, type OfficialView, buildOfficialView } from '../official-view.ts'
import type { AlertSubscriber, AlertSubscription } from '../subscriber.ts'
import { buildTestWarning, formatInstantAfter, HOUR, NOW, buildRelayedWarning, RELAYS } from './events.ts'

export function buildTestOfficialView(change: Partial<Alert> = {}, state: EventState = 'open', id = 'official'): OfficialView {
  const alert = buildTestWarning(change)
  const data = { kind: 'official', alerts: [{ alert, stands: state !== 'cancelled' }], firstSeverity: alert.severity } as const
  const event: OfficialEvent = { id, state, data, seenAt: NOW }
  return buildOfficialView(event, RELAYS)
}

/** The same with its relay, which always states an end. */
export function withRelay(change: Partial<Alert>): OfficialView {
  const { event } = buildTestOfficialView(change)
  const alerts = [...event.data.alerts, { alert: buildRelayedWarning(), stands: true }]
  return buildOfficialView({ ...event, data: { ...event.data, alerts } }, RELAYS)
}

export function buildTestForecastEvent(
  change: Partial<ForecastEvent['data']> = {},
  state: EventState = 'open',
  id = 'forecast',
): ForecastEvent {
  return {
    id,
    state,
    data: {
      kind: 'forecast',
      hazard: 'wind',
      threshold: 60,
      start: formatInstantAfter(2),
      end: formatInstantAfter(6),
      showings: [],
      ...change,
    },
    seenAt: NOW,
  }
}

/** A notification about it, sent an hour ago. */
export function buildTestNotice(of: OfficialView | ForecastEvent, change: Partial<Notice> = {}): Notice {
  const event = 'event' in of ? of.event : of
  const end = 'event' in of ? findEndOfView(of) : Date.parse(of.data.end)
  const severity = 'event' in of ? of.severity : 'moderate'
  return { event, state: 'open', severity, end, at: NOW - HOUR, times: 1, ...change }
}

interface PlacePreferences {
  readonly prefs?: object
  readonly frequency?: AlertSubscription['frequency']
  readonly timezone?: string
}

export function buildTestSubscriber(...preferences: readonly PlacePreferences[]): AlertSubscriber {
  const [first = subscriptionOf({}), ...others] = preferences.map(subscriptionOf)
  return { emailKey: 'a@example.com', addressHash: 'hash', subscriptions: [first, ...others], mail: first }
}

function subscriptionOf({ prefs = {}, frequency = 'immediate', timezone = 'UTC' }: PlacePreferences): AlertSubscription {
  return {
    id: 'subscription',
    email: 'a@example.com',
    emailKey: 'a@example.com',
    cityName: 'Davis',
    cityLat: 34.5,
    cityLon: -97,
    frequency,
    preferences: completePreferences(prefs, { alertOnRain: false, alertOnStorm: false }),
    lang: 'en',
    units: 'metric',
    timezone,
    unsubscribeToken: 'token',
  }
}

export interface Case {
  readonly officials?: readonly OfficialView[]
  readonly forecasts?: readonly ForecastEvent[]
  readonly notices?: readonly Notice[]
  readonly preferences?: readonly PlacePreferences[]
}

export function decideCase({ officials = [], forecasts = [], notices: known = [], preferences = [{}] }: Case): AlertDecision {
  return decideAlerts(buildTestSubscriber(...preferences), { officials, forecasts }, known, NOW)
}

const tell = (match: Match): string => `${match.stage} ${match.kind === 'official' ? match.view.event.id : match.event.id}`

/** `[matches, held]`, and the number of matches in cooldown. */
export function summariseDecision(decision: AlertDecision) {
  return { matches: decision.matches.map(tell), held: decision.held, cooling: decision.cooling }
}
