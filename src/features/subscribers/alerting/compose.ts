import { hash } from 'node:crypto'
import type { Alert } from '../../../domain/alert.ts'
import type { Cell } from '../../../domain/cell.ts'
import { canonicalThreshold, classifyOfficial, severityRank } from '../../../domain/hazards/index.ts'
import { formatInstant, type Instant, parseInstant } from '../../../domain/instant.ts'
import type { OutgoingMail } from '../../mail/outbox/index.ts'
import { forecastSources, officialSources, type SourceName } from './agreement.ts'
import { eventOf, FORECAST_SEVERITY, type ForecastDue, type Match, type OfficialDue } from './decision.ts'
import type { AlertMatch, AlertTextPart, ToldForecast, ToldWarning, WeatherAlertData } from './emails/weather-alert/data.ts'
import { endOfView, type OfficialView } from './official-view.ts'
import type { PlaceState } from './place-state.ts'
import type { AlertSubscriber } from './subscriber.ts'

/** A mail with the shared texts that it shows. */
export interface ComposedAlert {
  readonly mail: OutgoingMail
  readonly parts: ReadonlyMap<string, AlertTextPart>
}

export interface Composition {
  readonly subscriber: AlertSubscriber
  readonly matches: readonly Match[]
  readonly cell: Cell
  readonly state: PlaceState
  readonly sourceOf: (id: string) => SourceName
  readonly runId: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** The gravest are shown; the others are decided again in the next run. */
export const MAX_MATCHES = 40
/** Until when a warning without a stated end is worth telling of. */
const OPEN_ENDED_MS = 24 * 3_600_000

export function gravest(matches: readonly Match[]): readonly Match[] {
  return matches.toSorted((a, b) => gravityOf(b) - gravityOf(a)).slice(0, MAX_MATCHES)
}

const gravityOf = (match: Match): number => severityRank(match.kind === 'official' ? match.view.severity : FORECAST_SEVERITY)

/** The one mail that tells an address of these matches at a place. Its key holds what was told of which event how often before. */
export function compose(composition: Composition): ComposedAlert {
  const { subscriber, matches, cell, state, runId, now, sourceOf } = composition
  const [subscription] = subscriber.subscriptions
  const parts = new Map<string, AlertTextPart>()
  const told = matches.map((match) => (match.kind === 'official' ? official(match, composition, parts) : forecast(match, composition)))
  const data: WeatherAlertData = {
    place: {
      name: subscription.cityName,
      lat: subscription.cityLat ?? cell.lat,
      lon: subscription.cityLon ?? cell.lon,
      timezone: state.timezone ?? subscriber.mail.timezone,
    },
    checkedAt: formatInstant(now),
    simulated: state.simulated,
    credits: [...new Set(told.flatMap(({ sources }) => sources.flatMap(({ id, fetchedAt }) => (fetchedAt === null ? [] : id))))].map(
      (id) => sourceOf(id).attribution,
    ),
    matches: told,
  }
  const stages = matches.map((match) => `${eventOf(match).id} ${match.stage} ${match.told?.times ?? 0}`).toSorted()
  return {
    mail: {
      key: `${alertMailKey(subscriber.addressHash, cell.id)}${hash('sha256', stages.join('\n'), 'base64url').slice(0, 22)}`,
      template: 'weather-alert',
      to: subscription.email,
      kind: 'alerts',
      ...subscriber.mail,
      data,
      parts: [...parts.keys()],
      // Of several subscriptions to the place the token names one: to end them all takes the wider scope.
      unsubscribe: { token: subscription.unsubscribeToken, scope: subscriber.subscriptions.length === 1 ? null : 'alerts' },
      dropAfter: Math.max(...matches.map((match) => lastsUntil(match, now))),
      runId,
    },
    parts,
  }
}

/** How the keys of all alert mails to an address about a place begin. */
export const alertMailKey = (addressHash: string, cellId: number): string => `alert:${addressHash}:${cellId}:`

function lastsUntil(match: Match, now: number): number {
  const end = match.kind === 'official' ? endOfView(match.view) : parseInstant(match.event.data.end)
  return end === Infinity ? now + OPEN_ENDED_MS : Math.max(end, now)
}

function official({ view, stage, told }: OfficialDue, composition: Composition, parts: Map<string, AlertTextPart>): ToldWarning {
  const { subscriber } = composition
  const words = inLanguage(view, subscriber.mail.lang)
  return {
    kind: 'official',
    stage,
    hazards: view.hazards,
    // The word that calls a warning off is minor itself.
    severity: stage === 'cancelled' && told !== undefined ? told.severity : view.severity,
    event: words.event,
    start: view.lead.start,
    end: view.end,
    ...(stage === 'extended' && told !== undefined ? { previousEnd: instantOf(told.end) } : {}),
    senderName: words.senderName,
    alertId: words.id,
    text: textOf(words, parts),
    sources: officialSources(view, composition),
  }
}

/** The alert in the subscriber's language, where the event is told of in several. */
function inLanguage({ speaking, lead }: OfficialView, lang: string): Alert {
  const [base = lang] = lang.toLowerCase().split('-')
  return speaking.find((alert) => classifyOfficial(alert).languages.includes(base)) ?? lead
}

/** Equal texts are one part, whatever the place. */
function textOf({ description, instruction, areas }: Alert, parts: Map<string, AlertTextPart>): string | null {
  if (description === '' && instruction === null && areas.length === 0) return null
  const part = { description, instruction, areas }
  const id = `alert-text:${hash('sha256', JSON.stringify(part), 'base64url').slice(0, 22)}`
  parts.set(id, part)
  return id
}

const instantOf = (epochMs: number): Instant | null => (Number.isFinite(epochMs) ? formatInstant(epochMs) : null)

function forecast({ event, stage }: ForecastDue, composition: Composition): ToldForecast {
  const { hazard, threshold, start, end, isEndKnown, showings } = event.data
  const worst = showings
    .filter(({ shows, peak }) => shows === true && peak !== null)
    .toSorted((a, b) => (hazard === 'cold' ? 1 : -1) * ((a.peak ?? 0) - (b.peak ?? 0)))[0]
  return {
    kind: 'forecast',
    stage,
    hazard,
    start,
    end,
    ...(isEndKnown === false ? { isEndKnown } : {}),
    threshold: threshold === null ? null : canonicalThreshold(hazard, threshold),
    peak: worst === undefined || worst.peak === null ? null : { value: worst.peak, at: worst.peakAt },
    sources: forecastSources(event.data, composition),
  }
}

/** For a person who wants to know what would go out. */
export function describeMatch(match: AlertMatch): string {
  return match.kind === 'official' ? `${match.stage}: ${match.event}` : `${match.stage}: ${match.hazard} from ${match.start}`
}
