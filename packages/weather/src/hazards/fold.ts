import { getAlertEndMs } from '../alert-state.ts'
import { getPrimarySubtag, localiseAlert } from '../alert-text.ts'
import type { Alert, AlertGrade } from '../alert.ts'
import { parseInstant } from '../instant.ts'
import { HOUR_MS } from '../time.ts'
import { classifyOfficial, isFromNws, getAlertKind, type OfficialClass } from './classify.ts'
import { listTitleWords } from './event-words.ts'
import { type Hazard, HAZARDS } from './hazard.ts'
import { isNoNews, isSameEvent } from './same-event.ts'
import { chooseHighestGrade } from './severity.ts'

/** One official event, described by one or more alerts. */
export interface FoldedAlert extends AlertGrade {
  /** The alert to show: the issuer's own before a relay's, then the reader's language, then English, then by id. */
  readonly lead: Alert
  /** All of them, the lead first. */
  readonly members: readonly Alert[]
  /** The sources that carry it, without duplicates. */
  readonly sources: readonly string[]
  readonly hazards: readonly Hazard[]
  readonly isWarning: boolean
}

interface Candidate {
  readonly alert: Alert
  readonly is: OfficialClass
  readonly kind: ReturnType<typeof getAlertKind>
  /** Its names in all of its languages, normalised, and these languages. */
  readonly titles: readonly string[]
  readonly languages: readonly string[]
  readonly startMs: number
  /** Epoch milliseconds until which it is assumed to run; Infinity if unknown. */
  readonly untilMs: number
}

/** Maximum difference between the starts that two sources, or two languages, give for one event. */
const SAME_START_MS = HOUR_MS

/**
 * Folds the alerts of one place: one event from two sources (OpenWeather relays the National Weather Service), or in two languages of one
 * issuer, becomes one. The result does not depend on the order. `lang` is the reader's language.
 * - Two alerts of one source in one language stay separate, whatever they have in common: two tornadoes are two. But one that an issuer
 *   repeats under another identifier, with its title, level and times, is one.
 * - Two sources that share a message's identifier describe one event, however each of them words, grades or dates it.
 * - Otherwise, twins have the same name or, if the languages differ or one has no name, the same hazards. They are of one kind, overlap in
 *   time, and start within an hour of each other or end at the same moment. If an issuer states no end, as with air quality, relays send
 *   the end of its message, which counts as the same moment. If both start and end differ, the two may describe two different days.
 * - In doubt they stay separate: showing a warning twice is harmless, hiding one behind another is not. The pairs closest in time are
 *   matched first.
 */
export function foldOfficial(alerts: readonly Alert[], lang = 'en'): FoldedAlert[] {
  const all = distinct(alerts).map((alert) => {
    const is = classifyOfficial(alert)
    const titles = [is.title, ...(alert.texts ?? []).map(({ event }) => listTitleWords(event).join(' '))]
    const languages = alert.texts?.map(({ language }) => getPrimarySubtag(language)) ?? is.languages
    return { alert, is, kind: getAlertKind(is), titles, languages, startMs: parseInstant(alert.start), untilMs: getAlertEndMs(alert) }
  })
  const groups = new Map<Candidate, Candidate[]>(all.map((candidate) => [candidate, [candidate]]))
  for (const [a, b] of twins(all)) {
    const [first, second] = [groups.get(a) ?? [], groups.get(b) ?? []]
    if (first === second || !first.every((one) => second.every((other) => areTwins(one, other)))) continue
    const joined = [...first, ...second]
    for (const candidate of joined) groups.set(candidate, joined)
  }
  return [...new Set(groups.values())]
    .map((group) => toFolded(group, lang))
    .toSorted((a, b) => compare(a.lead.start, b.lead.start) || compare(a.lead.id, b.lead.id))
}

/** Each id once, sorted by id. If two reads describe one alert differently, the one that stands wins, then the later end. */
function distinct(alerts: readonly Alert[]): Alert[] {
  const byId = Map.groupBy(alerts, ({ id }) => id)
  return [...byId.values()]
    .flatMap(
      (same) =>
        same.toSorted(
          (a, b) =>
            Number(a.cancelled) - Number(b.cancelled) ||
            compare(b.end ?? '~', a.end ?? '~') ||
            compare(JSON.stringify(a), JSON.stringify(b)),
        )[0] ?? [],
    )
    .toSorted((a, b) => compare(a.id, b.id))
}

/** The pairs that may be folded, closest first. */
function twins(all: readonly Candidate[]): (readonly [Candidate, Candidate])[] {
  const pairs = all.flatMap((a, index) => all.slice(index + 1).flatMap((b) => (areTwins(a, b) ? [[a, b] as const] : [])))
  return pairs.toSorted((x, y) => distance(...x) - distance(...y))
}

function distance(a: Candidate, b: Candidate): number {
  return Math.abs(a.startMs - b.startMs) + (a.untilMs === Infinity || b.untilMs === Infinity ? 0 : Math.abs(a.untilMs - b.untilMs))
}

function areTwins(a: Candidate, b: Candidate): boolean {
  if (areOneMessage(a, b)) return true
  if (a.kind !== b.kind || !isSameTime(a, b) || isOfOthers(a, b)) return false
  if (isRepeated(a.alert, b.alert)) return true
  const inOtherWords = a.languages.length > 0 && b.languages.length > 0 && !shares(a.languages, b.languages)
  const isTranslation = inOtherWords && areSame(a.is.hazards, b.is.hazards) && isOneLevel(a, b)
  if (a.alert.source === b.alert.source)
    return inOtherWords && a.alert.senderName === b.alert.senderName && (a.is.title === b.is.title || isTranslation)
  if (shares(a.titles, b.titles)) return true
  if (a.is.isUntitled || b.is.isUntitled) return shares(a.is.hazards, b.is.hazards)
  return isTranslation
}

/** Whether two sources pass on messages of one chain. Within one source, two alerts of a message tell different things. */
function areOneMessage({ alert: a }: Candidate, { alert: b }: Candidate): boolean {
  return a.source !== b.source && shares(a.messages ?? [], b.messages ?? [])
}

/** A watch for a coming event is a different message from the warning itself. */
const WATCH_WORDS: ReadonlySet<string> = new Set(['watch', 'veille', 'vorabinformation', 'vorwarnung', 'outlook'])

/** Whether two alerts of a feed, which names their areas, differ in their identifiers and texts alone. */
function isRepeated(a: Alert, b: Alert): boolean {
  if (a.texts === undefined || b.texts === undefined || a.severity !== b.severity || a.level?.name !== b.level?.name) return false
  return isSameEvent(a, b) && isNoNews(a, b) && isNoNews(b, a)
}

/** Whether two titles in two languages may be of one level: a watch and a warning are not, nor are yellow and red. */
function isOneLevel(a: Candidate, b: Candidate): boolean {
  const isWatch = ({ alert }: Candidate) => listTitleWords(alert.event).some((word) => WATCH_WORDS.has(word))
  const isOneSeverity = a.alert.severity === null || b.alert.severity === null || a.alert.severity === b.alert.severity
  return isOneSeverity && isWatch(a) === isWatch(b)
}

/**
 * Whether the alerts name two different agencies, one of them the National Weather Service: agencies on either side of a border do not warn
 * for each other.
 */
function isOfOthers({ alert: a }: Candidate, { alert: b }: Candidate): boolean {
  return a.senderName !== null && b.senderName !== null && isFromNws(a) !== isFromNws(b)
}

function isSameTime(a: Candidate, b: Candidate): boolean {
  if (Math.max(a.startMs, b.startMs) >= Math.min(a.untilMs, b.untilMs)) return false
  if (Math.abs(a.startMs - b.startMs) <= SAME_START_MS) return true
  return a.untilMs === b.untilMs && a.untilMs !== Infinity
}

function shares<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.some((one) => b.includes(one))
}

/** Whether both lists are the same and not empty. */
function areSame(a: readonly Hazard[], b: readonly Hazard[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((hazard) => b.includes(hazard))
}

function toFolded(group: readonly Candidate[], lang: string): FoldedAlert {
  const ordered = group.toSorted((a, b) => byRank(a, b, lang))
  const members = ordered.map(({ alert }) => alert)
  return {
    lead: members[0] as Alert,
    members,
    sources: [...new Set(members.map(({ source }) => source))],
    hazards: HAZARDS.filter((hazard) => ordered.some(({ is }) => is.hazards.includes(hazard))),
    ...chooseHighestGrade(members),
    isWarning: ordered.some(({ is }) => is.isWarning),
  }
}

/**
 * An issuer's own feed states severity, urgency or areas; a relay omits them. Since a refresh may reword the text, only its language and
 * its presence count.
 */
function byRank(a: Candidate, b: Candidate, lang: string): number {
  const speaks = (language: string): number => Number(b.languages.includes(language)) - Number(a.languages.includes(language))
  return Number(isFirstHand(b.alert)) - Number(isFirstHand(a.alert)) || speaks(lang) || speaks('en') || compare(a.alert.id, b.alert.id)
}

/** The alert of one event to quote to a reader: the first in their language, else the first in English, else the first. */
export function chooseQuotedAlert<A extends Alert>(alerts: readonly [A, ...A[]], lang: string): A {
  const [base = lang] = lang.toLowerCase().split('-')
  const among = (language: string): A | undefined =>
    alerts.find((alert) => classifyOfficial(localiseAlert(alert, language)).languages.includes(language))
  return localiseAlert(among(base) ?? among('en') ?? alerts[0], lang)
}

function isFirstHand({ severitySource, urgency, areas }: Alert): boolean {
  return severitySource === 'stated' || urgency !== 'unknown' || areas.length > 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
