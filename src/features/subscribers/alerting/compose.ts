import { hash } from 'node:crypto'
import type { Attribution } from '@isobar/providers/port'
import {
  type Alert,
  type Cell,
  type Instant,
  chooseQuotedAlert,
  formatInstant,
  mergeAlertMarks,
  parseInstant,
  rankSeverity,
  toCanonicalThreshold,
} from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import type { OutgoingMail } from '../../mail/outbox/index.ts'
import { getZoneOrUtc } from '../subscriptions/index.ts'
import { listForecastSources, listOfficialSources, type Sources } from './agreement.ts'
import { getMatchEvent, type ForecastDue, type Match, type OfficialDue } from './decision.ts'
import type { AlertMatch, AlertTextPart, ForecastMatch, WarningMatch, WeatherAlertData } from './emails/weather-alert/data.ts'
import { findEndOfView } from './official-view.ts'
import { pickMinProbability } from './questions.ts'
import type { AlertSubscriber } from './subscriber.ts'
import { findWorstPeak } from './track-forecast.ts'

/** A mail and the shared texts that it refers to. */
export interface ComposedAlert {
  readonly mail: OutgoingMail
  readonly parts: ReadonlyMap<string, AlertTextPart>
}

/** What matches are written from. */
export interface MatchesToWrite extends Sources {
  readonly matches: readonly Match[]
  /** Of the texts of official warnings, where there is a choice. */
  readonly lang: string
}

export interface Composition extends Omit<MatchesToWrite, 'lang'> {
  readonly subscriber: AlertSubscriber
  readonly cell: Cell
  readonly runId: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** Matches in one mail. The most severe are shown; the next run decides on the others. */
export const MAX_MATCHES = 40
/** How long a warning without a stated end is worth sending. */
const OPEN_ENDED_MS = 24 * HOUR_MS

/** The most severe matches, at most MAX_MATCHES: official warnings, the most severe first, before what only a model expects. */
export function selectMostSevereMatches(matches: readonly Match[]): readonly Match[] {
  return matches.toSorted((a, b) => gravityOf(b) - gravityOf(a)).slice(0, MAX_MATCHES)
}

const gravityOf = (match: Match): number => (match.kind === 'official' ? rankSeverity(match.view.severity) : 0)

/**
 * Composes the one mail to an address about these matches at a place. Its key has a hash of each event, its stage and how often the address
 * was notified of it.
 */
export function composeAlertMail(composition: Composition): ComposedAlert {
  const { subscriber, matches, cell, state, sourceOf, runId, now } = composition
  const [subscription] = subscriber.subscriptions
  const { written, texts } = writeMatches({ ...composition, lang: subscriber.mail.lang })
  const data: WeatherAlertData = {
    place: {
      name: subscription.cityName,
      lat: subscription.cityLat ?? cell.lat,
      lon: subscription.cityLon ?? cell.lon,
      timezone: state.timezone ?? getZoneOrUtc(cell.lat, cell.lon),
    },
    checkedAt: formatInstant(now),
    simulated: state.simulated,
    credits: listMatchCredits(written, sourceOf),
    matches: written,
  }
  const stages = matches.map((match) => `${getMatchEvent(match).id} ${match.stage} ${match.notice?.times ?? 0}`).toSorted()
  return {
    mail: {
      key: `${buildAlertMailKeyPrefix(subscriber.addressHash, cell.id)}${hash('sha256', stages.join('\n'), 'base64url').slice(0, 22)}`,
      template: 'weather-alert',
      to: subscription.email,
      kind: 'alerts',
      ...subscriber.mail,
      data,
      parts: [...texts.keys()],
      // The token names only one of several subscriptions to the place: ending all of them needs the wider scope.
      unsubscribe: { token: subscription.unsubscribeToken, scope: subscriber.subscriptions.length === 1 ? null : 'alerts' },
      dropAfter: Math.max(...matches.map((match) => computeMatchExpiry(match, now))),
      runId,
    },
    parts: texts,
  }
}

/** The matches in their order, and the texts that they refer to, by id. */
export function writeMatches(toWrite: MatchesToWrite): {
  readonly written: readonly AlertMatch[]
  readonly texts: ReadonlyMap<string, AlertTextPart>
} {
  const texts = new Map<string, AlertTextPart>()
  const written = toWrite.matches.map((match) => (match.kind === 'official' ? official(match, toWrite, texts) : forecast(match, toWrite)))
  return { written, texts }
}

/** The credits of the sources that contributed to the matches, once each. */
export function listMatchCredits(matches: readonly AlertMatch[], sourceOf: Sources['sourceOf']): Attribution[] {
  const contributing = matches.flatMap(({ sources }) => sources.flatMap(({ id, fetchedAt }) => (fetchedAt === null ? [] : id)))
  return [...new Set(contributing)].map((id) => sourceOf(id).attribution)
}

/** Prefix of the keys of all alert mails to an address about a place. */
export const buildAlertMailKeyPrefix = (addressHash: string, cellId: number): string => `alert:${addressHash}:${cellId}:`

/** Until when a match is worth sending (epoch milliseconds). */
export function computeMatchExpiry(match: Match, now: number): number {
  const end = match.kind === 'official' ? findEndOfView(match.view) : parseInstant(match.event.data.end)
  return end === Infinity ? now + OPEN_ENDED_MS : Math.max(end, now)
}

function official({ view, stage, notice }: OfficialDue, toWrite: MatchesToWrite, texts: Map<string, AlertTextPart>): WarningMatch {
  const words = chooseQuotedAlert([view.lead, ...view.speaking], toWrite.lang)
  return {
    kind: 'official',
    stage,
    hazards: view.hazards,
    // The cancellation message itself has severity minor.
    severity: stage === 'cancelled' && notice !== undefined ? notice.severity : view.severity,
    ...mergeAlertMarks(view.speaking),
    event: words.event,
    start: view.lead.start,
    end: view.end,
    ...(stage === 'extended' && notice !== undefined ? { previousEnd: instantOf(notice.end) } : {}),
    senderName: words.senderName,
    alertId: words.id,
    text: textOf(words, texts),
    sources: listOfficialSources(view, toWrite),
  }
}

/** Equal texts share one part, across places. */
function textOf({ description, instruction, areas }: Alert, parts: Map<string, AlertTextPart>): string | null {
  if (description === '' && instruction === null && areas.length === 0) return null
  const part = { description, instruction, areas }
  const id = `alert-text:${hash('sha256', JSON.stringify(part), 'base64url').slice(0, 22)}`
  parts.set(id, part)
  return id
}

const instantOf = (epochMs: number): Instant | null => (Number.isFinite(epochMs) ? formatInstant(epochMs) : null)

function forecast({ event, stage }: ForecastDue, toWrite: MatchesToWrite): ForecastMatch {
  const { hazard, threshold, start, end, isEndKnown, showings } = event.data
  const worst = findWorstPeak(
    hazard,
    showings.filter(({ shows, peak }) => shows === true && peak !== null),
  )
  return {
    kind: 'forecast',
    stage,
    hazard,
    start,
    end,
    ...(isEndKnown === false ? { isEndKnown } : {}),
    threshold: threshold === null ? null : toCanonicalThreshold(hazard, threshold),
    ...pickMinProbability(event.data),
    ...chanceOf(event.data),
    peak:
      worst === undefined || worst.peak === null
        ? null
        : { value: worst.peak, at: worst.peakAt, ...(worst.detail === undefined ? {} : { detail: worst.detail }) },
    sources: listForecastSources(event.data, toWrite),
  }
}

/** The highest probability stated by any source; empty if none states one. */
function chanceOf({ showings }: ForecastDue['event']['data']): Pick<ForecastMatch, 'probability'> {
  const stated = showings.flatMap(({ shows, probability }) => (shows === true ? (probability ?? []) : []))
  return stated.length === 0 ? {} : { probability: Math.max(...stated) }
}

/** One line for a person who previews a run. */
export function describeMatch(match: AlertMatch): string {
  return match.kind === 'official' ? `${match.stage}: ${match.event}` : `${match.stage}: ${match.hazard} from ${match.start}`
}

/** What a mail says, line by line, from its data in the outbox. */
export function describeAlertMail(data: object): string[] {
  const { place, matches } = data as WeatherAlertData
  return [`place: ${place.name ?? `${place.lat}, ${place.lon}`}`, ...matches.map(describeMatch)]
}
