import { isRunningOrComing, getAlertEndMs } from '../alert-state.ts'
import { getPrimarySubtag } from '../alert-text.ts'
import type { Alert } from '../alert.ts'
import { formatInstant, parseInstant } from '../instant.ts'
import { MINUTE_MS } from '../time.ts'
import { classifyOfficial } from './classify.ts'
import { listTitleWords } from './event-words.ts'
import { CALLED_OFF_WORDS, COLOURS, EXTREME_KINDS, NOT_A_LEVEL_AFTER } from './severity-words.ts'
import { rankSeverity } from './severity.ts'

/** A title of a warning in one language. */
export interface WarningTitle {
  readonly language?: string | undefined
  readonly event: string
}

/** Epoch milliseconds; `untilMs` is Infinity without an end. */
export interface WarningPeriod {
  readonly startMs: number
  readonly untilMs: number
}

/** Words that name the level of a warning wherever they stand in a title: "Code Orange", "Level 2", "Moderate rain warning". */
const LEVEL_NAMES: ReadonlySet<string> = new Set('code status level stufe niveau nivel livello minor moderate severe extreme'.split(' '))
/** An end that is later by less is no later end. */
const SAME_END_MS = 15 * MINUTE_MS

/** An alert with or without its id. */
type AlertContent = Omit<Alert, 'id'>

/**
 * Whether two warnings of one issuer have one subject, whatever their levels: a title in common, apart from the words for the level, in a
 * language that both have. A watch is not the warning itself.
 */
export function isSameSubject(a: readonly WarningTitle[], b: readonly WarningTitle[]): boolean {
  const known = new Set(a.map(nameOf))
  return b.some((title) => known.has(nameOf(title)))
}

/** Whether two periods share time. */
export function isOverlappingPeriod(a: WarningPeriod, b: WarningPeriod): boolean {
  return Math.max(a.startMs, b.startMs) < Math.min(a.untilMs, b.untilMs)
}

/**
 * Whether two alerts that hold at one place are of one event by their content: one source, one subject, shared time, and one issuer or a message in
 * common: two agencies may both update the warning of one of them. Alerts that their issuer numbers are told apart by their numbers, except marine
 * ones: offices reissue those with each forecast, under a new number and beside the old ones (Juneau, recorded 2025-12-15: nine at once for one
 * zone).
 */
export function isSameEvent(a: AlertContent, b: AlertContent): boolean {
  if (a.source !== b.source || !isOverlappingPeriod(periodOf(a), periodOf(b))) return false
  if (a.senderName !== b.senderName && !haveMessageInCommon(a, b)) return false
  if (isNumbered(a) || isNumbered(b)) return a.event === b.event && isMarine(a)
  return isSameSubject(titlesOf(a), titlesOf(b))
}

function haveMessageInCommon({ messages = [] }: AlertContent, other: AlertContent): boolean {
  return messages.some((id) => other.messages?.includes(id))
}

/** Whether an alert tells nothing that another one of its event does not: no higher severity, and no later end. A marine one never does. */
export function isNoNews(alert: AlertContent, other: AlertContent): boolean {
  if (isMarine(alert)) return true
  const isMilder = rankSeverity(alert.severity) <= rankSeverity(other.severity)
  return isMilder && (getAlertEndMs(other) === Infinity || getAlertEndMs(alert) < getAlertEndMs(other) + SAME_END_MS)
}

/**
 * The alerts of a place, of which none is called off that another one of its event outlasted: it has been replaced, and ends without an
 * all-clear when it was called off. That is told by `endedAt`, in epoch milliseconds; if it is unknown, `now`.
 */
export function endReplaced<A extends AlertContent>(alerts: readonly A[], now: number, endedAt: (alert: A) => number = () => now): A[] {
  const outlasts = (other: A, at: number): boolean =>
    isRunningOrComing(other, now) || (other.cancelled && endedAt(other) > at && other.sent !== undefined && parseInstant(other.sent) <= at)
  return alerts.map((alert) => {
    const at = endedAt(alert)
    if (!alert.cancelled || !alerts.some((other) => other !== alert && outlasts(other, at) && isSameEvent(alert, other))) return alert
    return { ...alert, cancelled: false, end: formatInstant(Math.min(at, getAlertEndMs(alert))) }
  })
}

function isMarine(alert: AlertContent): boolean {
  return classifyOfficial(alert).hazards.includes('marine')
}

function periodOf(alert: AlertContent): WarningPeriod {
  return { startMs: parseInstant(alert.start), untilMs: getAlertEndMs(alert) }
}

function titlesOf({ texts, language, event }: AlertContent): readonly WarningTitle[] {
  return texts ?? [{ language, event }]
}

/** Of the issuers, only the National Weather Service numbers its events; alerts of earlier releases do not say so. */
function isNumbered({ source, isNumbered = source === 'nws' }: AlertContent): boolean {
  return isNumbered
}

/** A title without the words for its level and for its end, in its language. */
function nameOf({ language, event }: WarningTitle): string {
  const words = listTitleWords(event)
  const name = words.filter((word, index) => !isLevel(word, words[index + 1] ?? ''))
  return JSON.stringify([language === undefined ? null : getPrimarySubtag(language), name.length === 0 ? words : name])
}

function isLevel(word: string, next: string): boolean {
  if (COLOURS.has(word)) return !NOT_A_LEVEL_AFTER.has(next)
  if (CALLED_OFF_WORDS.has(word)) return true
  return LEVEL_NAMES.has(word) && !(word === 'extreme' && EXTREME_KINDS.has(next)) && next !== 'thunderstorm'
}
