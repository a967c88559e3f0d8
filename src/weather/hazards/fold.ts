import type { Alert, AlertGrade } from '../alert.ts'
import { parseInstant } from '../instant.ts'
import { classifyOfficial } from './classify.ts'
import type { OfficialClass } from './classify.ts'
import { HAZARDS } from './hazard.ts'
import type { Hazard } from './hazard.ts'
import { highestGrade } from './severity.ts'

/** One official event, told of by one alert or more. */
export interface FoldedAlert extends AlertGrade {
  /** The one to be shown: the issuer's own words before a relay's, of equals the longest text. */
  readonly lead: Alert
  /** All of them, the lead first. */
  readonly members: readonly Alert[]
  /** The sources that carry it, without repetition. */
  readonly sources: readonly string[]
  readonly hazards: readonly Hazard[]
  readonly isWarning: boolean
}

interface Told {
  readonly alert: Alert
  readonly is: OfficialClass
  readonly startMs: number
  /** Null where none is stated. */
  readonly endMs: number | null
}

/** Two sources, or languages, date the start of one event up to so far apart. */
const SAME_START_MS = 3_600_000

/**
 * Folds the alerts of one place: the same event by two sources (OpenWeather relays the National Weather Service) or in two languages of
 * one issuer is one. Two alerts of one source in one language stay two, whatever they have in common: two tornadoes are two. Twins have
 * the same name, or where the languages differ or one has no name, the same hazards; and they start within an hour of each other, or
 * overlap and end at the same moment. Those that are closest in time are paired first. The outcome does not depend on the order.
 */
export function foldOfficial(alerts: readonly Alert[]): FoldedAlert[] {
  const all = distinct(alerts).map((alert) => ({
    alert,
    is: classifyOfficial(alert),
    startMs: parseInstant(alert.start),
    endMs: alert.end === null ? null : parseInstant(alert.end),
  }))
  const groups = new Map(all.map((told) => [told, [told]]))
  for (const [a, b] of twins(all)) {
    const [first, second] = [groups.get(a) ?? [], groups.get(b) ?? []]
    if (first === second || !first.every((one) => second.every((other) => areTwins(one, other)))) continue
    const joined = [...first, ...second]
    for (const told of joined) groups.set(told, joined)
  }
  return [...new Set(groups.values())]
    .map(toFolded)
    .toSorted((a, b) => compare(a.lead.start, b.lead.start) || compare(a.lead.id, b.lead.id))
}

/** Each id once, in the order of the ids. One alert may come with two reads that tell of it differently: the later end stays. */
function distinct(alerts: readonly Alert[]): Alert[] {
  const byId = Map.groupBy(alerts, ({ id }) => id)
  return [...byId.values()]
    .flatMap(
      (same) => same.toSorted((a, b) => compare(b.end ?? '~', a.end ?? '~') || compare(JSON.stringify(a), JSON.stringify(b)))[0] ?? [],
    )
    .toSorted((a, b) => compare(a.id, b.id))
}

/** The pairs that may be folded, the closest first. */
function twins(all: readonly Told[]): (readonly [Told, Told])[] {
  const pairs = all.flatMap((a, index) => all.slice(index + 1).flatMap((b) => (areTwins(a, b) ? [[a, b] as const] : [])))
  return pairs.toSorted((x, y) => distance(...x) - distance(...y))
}

function distance(a: Told, b: Told): number {
  return Math.abs(a.startMs - b.startMs) + (a.endMs === null || b.endMs === null ? 0 : Math.abs(a.endMs - b.endMs))
}

function areTwins(a: Told, b: Told): boolean {
  if (!isSameTime(a, b)) return false
  const inOtherWords = a.is.languages.length > 0 && b.is.languages.length > 0 && !shares(a.is.languages, b.is.languages)
  if (a.alert.source === b.alert.source)
    return inOtherWords && a.alert.senderName === b.alert.senderName && (a.is.title === b.is.title || areSame(a.is.hazards, b.is.hazards))
  if (a.is.title === b.is.title) return true
  if (a.is.isUntitled || b.is.isUntitled) return shares(a.is.hazards, b.is.hazards)
  return inOtherWords && areSame(a.is.hazards, b.is.hazards)
}

function isSameTime(a: Told, b: Told): boolean {
  if (Math.abs(a.startMs - b.startMs) <= SAME_START_MS) return true
  return a.endMs !== null && a.endMs === b.endMs && Math.max(a.startMs, b.startMs) < a.endMs
}

function shares<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.some((one) => b.includes(one))
}

/** Two that are about the same known hazards. */
function areSame(a: readonly Hazard[], b: readonly Hazard[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((hazard) => b.includes(hazard))
}

function toFolded(group: readonly Told[]): FoldedAlert {
  const ordered = group.toSorted((a, b) => byRank(a.alert, b.alert))
  const members = ordered.map(({ alert }) => alert)
  return {
    lead: members[0] as Alert,
    members,
    sources: [...new Set(members.map(({ source }) => source))],
    hazards: HAZARDS.filter((hazard) => ordered.some(({ is }) => is.hazards.includes(hazard))),
    ...highestGrade(members),
    isWarning: ordered.some(({ is }) => is.isWarning),
  }
}

/** An issuer's own feed states severity, urgency or areas; a relay leaves them out. */
function byRank(a: Alert, b: Alert): number {
  return Number(isFirstHand(b)) - Number(isFirstHand(a)) || b.description.length - a.description.length || compare(a.id, b.id)
}

function isFirstHand({ severitySource, urgency, areas }: Alert): boolean {
  return severitySource === 'stated' || urgency !== 'unknown' || areas.length > 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
