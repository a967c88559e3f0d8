import {
  ALERT_CERTAINTIES,
  ALERT_URGENCIES,
  type AlertSeverity,
  type OfficialWarning,
  type WarningArea,
  type WarningText,
  canCallOffAlerts,
  formatInstant,
  gradeAlert,
} from '@isobar/weather'
import { findAreaNames, listWarningAreas } from './area.ts'
import { groupInfos, type InfoGroup, isEnded } from './group.ts'
import { getSenderHabits, type SenderHabits } from './habits.ts'
import { getLanguageTag } from './language.ts'
import { type AgencyLevel, parseAwarenessTags, findAgencyLevel, findParameter } from './level.ts'
import type { CapArea, CapInfo, CapMessage, Reference } from './message.ts'
import type { LeftOut } from './messages.ts'
import { parseTime } from './time.ts'

/** How to read the messages of a part of a feed, whoever sends them; the habits of a sender are in `habits.ts`. */
export interface CapRules {
  /** The feed's id. */
  readonly source: string
  /** The part of the feed. */
  readonly part: string
  /** True if `expires` ends the event even without a stated onset; otherwise, it then ends only the message. */
  readonly expiresEndsEvent: boolean
  /** True if stated ends are meaningless: warnings last until they are no longer listed. */
  readonly lastsUntilWithdrawn?: boolean
  /** CAP categories to read; a message with none of them is left out. Null reads all. */
  readonly categories: ReadonlySet<string> | null
}

/** A warning without its identity: what a message says about one subject. Times are epoch milliseconds. */
export interface Draft {
  readonly message: CapMessage
  readonly infos: InfoGroup
  readonly areas: readonly WarningArea[]
  readonly ended: boolean
  readonly level: AgencyLevel | null
  readonly startMs: number
  readonly endMs: number | null
  readonly expiresMs: number | null
}

const EVENT_END = /^(?:eventEndingTime|event_end_datetime|ends)$/i

/**
 * The drafts of a message, or the reason why a group of it warns of nothing. `isKnown` says whether the message continues a known warning.
 */
export function listMessageDrafts(message: CapMessage, rules: CapRules, isKnown: boolean, now: number): readonly (Draft | LeftOut)[] {
  const habits = getMessageHabits(message, rules)
  return groupInfos(message.infos.map((info) => withoutCeiling(info, habits))).map((infos) =>
    toDraft(message, infos, rules, habits, isKnown, now),
  )
}

/** The habits of a message's sender. */
export function getMessageHabits({ sender }: CapMessage, { source, part }: CapRules): SenderHabits {
  return getSenderHabits(sender, `${source}/${part}`)
}

function withoutCeiling(info: CapInfo, { noCeilingFeet = Infinity }: SenderHabits): CapInfo {
  const isOpen = ({ ceilingFeet }: CapArea): boolean => ceilingFeet !== null && ceilingFeet >= noCeilingFeet
  return info.areas.some(isOpen)
    ? { ...info, areas: info.areas.map((area) => (isOpen(area) ? { ...area, ceilingFeet: null } : area)) }
    : info
}

function toDraft(
  message: CapMessage,
  infos: InfoGroup,
  rules: CapRules,
  habits: SenderHabits,
  isKnown: boolean,
  now: number,
): Draft | LeftOut {
  const [first] = infos
  if (!isWanted(first, rules)) return 'category'
  const level = findAgencyLevel(first, habits.levelOf)
  const startMs = first.onsetMs ?? first.effectiveMs ?? message.sentMs
  const isOver = isEnded(message, first)
  if (!isOver && habits.marksAbsence && first.expiresMs !== null && first.expiresMs <= startMs) return 'marker'
  // Some members of MeteoAlarm end a warning by an update to green; an area that had no warning is merely listed as green.
  const isGreen = level?.isNone === true
  if (isGreen && !isOver && !isKnown) return 'green'
  const ended = isOver || isGreen
  const times = endOf(message, first, startMs, rules, habits)
  if (!ended && (times.endMs ?? times.expiresMs ?? Infinity) <= now) return 'expired'
  return { message, infos, areas: listWarningAreas(infos), ended, level: isGreen ? null : level, startMs, ...times }
}

function isWanted({ categories }: CapInfo, { categories: wanted }: CapRules): boolean {
  return wanted === null || categories.length === 0 || categories.some((category) => wanted.has(category))
}

/** A time that is not after the start ends the message, never the event. */
function endOf(
  { sentMs }: CapMessage,
  info: CapInfo,
  startMs: number,
  { expiresEndsEvent, lastsUntilWithdrawn = false }: CapRules,
  { openEndAfterMs = Infinity }: SenderHabits,
): Pick<Draft, 'endMs' | 'expiresMs'> {
  const statedMs = parseTime(findParameter(info.parameters, EVENT_END), null)
  const isOpen = lastsUntilWithdrawn || (info.expiresMs !== null && info.expiresMs - sentMs > openEndAfterMs)
  const expiresMs = isOpen ? null : info.expiresMs
  if (statedMs !== null && statedMs > startMs) return { endMs: statedMs, expiresMs }
  const isEnd = expiresMs !== null && expiresMs > startMs && (expiresEndsEvent || info.onsetMs !== null)
  return { endMs: isEnd ? expiresMs : null, expiresMs }
}

/** The warning under its key; `areas` and the times may combine several drafts. */
export function toWarning(
  draft: Draft,
  key: string,
  rules: CapRules,
  over: Partial<Pick<Draft, 'areas' | 'startMs' | 'endMs'>> = {},
): OfficialWarning {
  const { message, infos, ended, expiresMs } = draft
  const [first] = infos
  const { areas, startMs, endMs } = { ...draft, ...over }
  return {
    key,
    messageId: message.identifier,
    replaces: message.references.filter((reference) => !ended || mayEnd(message, first, reference)).map(({ identifier }) => identifier),
    sent: formatInstant(message.sentMs),
    start: formatInstant(startMs),
    end: endMs === null ? null : formatInstant(endMs),
    expires: expiresMs === null ? null : formatInstant(expiresMs),
    ended,
    sender: message.sender,
    senderName: first.senderName,
    ...gradeIn(draft, rules),
    urgency: readCapWord(ALERT_URGENCIES, first.urgency),
    certainty: certaintyOf(first.certainty),
    level: draft.level?.level ?? null,
    tags: parseAwarenessTags(findParameter(first.parameters, 'awareness_type')),
    texts: infos.map((info) => textOf(info, info === first ? null : findAreaNames(info, areas))),
    areas,
  }
}

/** Nobody ends what another sender issued, whether or not that was read before. */
function mayEnd({ sender }: CapMessage, { senderName }: CapInfo, reference: Reference): boolean {
  return canCallOffAlerts({ sender, senderName }, { sender: reference.sender, senderName: null })
}

function gradeIn({ infos: [first], level }: Draft, { source }: CapRules): Pick<OfficialWarning, 'severity' | 'severitySource'> {
  const stated: AlertSeverity | string = level?.severity ?? first.severity
  const { senderName, event, description } = first
  return gradeAlert(stated, { source, senderName, event, description: description ?? '' })
}

function textOf(info: CapInfo, areaNames: readonly string[] | null): WarningText {
  const { event, headline, description, instruction } = info
  return {
    language: getLanguageTag(info),
    event,
    headline,
    description: description ?? headline ?? event,
    instruction,
    ...(areaNames !== null && { areaNames }),
  }
}

/** A CAP word in our spelling; `unknown` if it is not in the list. */
export function readCapWord<const T extends string>(words: readonly T[], value: string): T | 'unknown' {
  const word = value.toLowerCase()
  return words.find((known) => known === word) ?? 'unknown'
}

/** "Very Likely" is a word of CAP 1.0. */
function certaintyOf(value: string) {
  return readCapWord(ALERT_CERTAINTIES, value.replace(/^very /i, ''))
}
