import { ALERT_COLORS, type AlertColor } from '../alert-color.ts'
import { type Alert, ALERT_SEVERITIES, type AlertGrade, type AlertSeverity } from '../alert.ts'
import { isFromNws } from './classify.ts'
import { listTitleWords } from './event-words.ts'
import {
  CALLED_OFF_WORDS,
  CHINESE_COLOURS,
  COLOURS,
  EXTREME_KINDS,
  GERMAN_COLOURS,
  GERMAN_PRODUCTS,
  JAPANESE_LEVELS,
  LEVEL_WORDS,
  NOT_A_LEVEL_AFTER,
  NOT_A_LEVEL_BEFORE,
  NWS_PRODUCTS,
  SEVERITY_OF_COLOUR,
  SEVERITY_PHRASES,
} from './severity-words.ts'

type AlertWords = Pick<Alert, 'source' | 'senderName' | 'event' | 'description'>

/** A longer title is prose, in which such a word may mean anything. */
const MAX_WORDS = 14
/** The German weather service's levels as relayed, and its name: "There is a risk of gale-force gusts (Level 2 of 4)." */
const LEVEL_OF_FOUR = /\((?:level|stufe) ([1-4]) (?:of|von) 4\)/i
const GERMAN_SENDER = /\bDeutscher Wetterdienst\b|^DWD\b/i
const WHERE_LEVELS_STAND = 300
const BY_LEVEL: readonly AlertSeverity[] = ALERT_SEVERITIES.toReversed()

/**
 * How severe an alert is: as its source states it (`stated`, in CAP's words), or else derived from the agency's level, the colour or the
 * wording of its title. The colour takes precedence, because it is what people are shown. Null if nothing says so: never a guess.
 */
export function gradeAlert(stated: unknown, alert: AlertWords): AlertGrade {
  const word = String(stated).toLowerCase()
  const severity = ALERT_SEVERITIES.find((known) => known === word)
  if (severity !== undefined) return { severity, severitySource: 'stated' }
  const derived = derivedSeverity(alert)
  return { severity: derived, severitySource: derived === null ? null : 'derived' }
}

function derivedSeverity(alert: AlertWords): AlertSeverity | null {
  const words = listTitleWords(alert.event)
  if (isUngraded(words)) return null
  return findAlertLevel(alert)?.severity ?? byProduct(alert, words) ?? byJapaneseLevel(words) ?? byPhrase(words)
}

/** The issuer's level in the words of the alert: a colour in its title, or the German service's number in its text. Null if there is none. */
export function findAlertLevel(alert: AlertWords): { readonly color: AlertColor; readonly severity: AlertSeverity } | null {
  const words = listTitleWords(alert.event)
  if (isUngraded(words)) return null
  const color = byColour(words) ?? CHINESE_COLOURS.find(([colour]) => colour.test(alert.event))?.[1]
  if (color !== undefined) return { color, severity: SEVERITY_OF_COLOUR[color] }
  const severity = byGermanLevel(alert)
  return severity === null ? null : { color: GERMAN_COLOURS[severity], severity }
}

/** Whether a title is prose, or announces an end: its words grade nothing. */
function isUngraded(words: readonly string[]): boolean {
  return words.length > MAX_WORDS || isCalledOff(words)
}

/** "No. 5" is a number, not a negation. */
function isCalledOff(words: readonly string[]): boolean {
  return words.some((word, index) => CALLED_OFF_WORDS.has(word) && !(word === 'no' && /^\d/.test(words[index + 1] ?? '')))
}

/** A level's colour stands next to a word for it ("Alerta naranja", "Status Red", "vigilance orange") or at the beginning or end. */
function byColour(words: readonly string[]): AlertColor | undefined {
  const found = new Set(
    words.flatMap((word, index) => {
      const colour = COLOURS.get(word)
      if (colour === undefined) return []
      const [before = '', after = ''] = [words[index - 1], words[index + 1]]
      if (NOT_A_LEVEL_BEFORE.has(before) || NOT_A_LEVEL_AFTER.has(after)) return []
      const isNextToLevel = LEVEL_WORDS.has(before) || LEVEL_WORDS.has(after)
      return isNextToLevel || index === 0 || index === words.length - 1 ? [colour] : []
    }),
  )
  return ALERT_COLORS.find((colour) => found.has(colour))
}

function byGermanLevel(alert: AlertWords): AlertSeverity | null {
  const level = isFromGermany(alert) ? LEVEL_OF_FOUR.exec(alert.description.slice(0, WHERE_LEVELS_STAND))?.[1] : undefined
  return level === undefined ? null : (BY_LEVEL[Number(level) - 1] ?? null)
}

/** Whether the German weather service issued it, read from its own feed or relayed. */
export function isFromGermany({ source, senderName }: Pick<AlertWords, 'source' | 'senderName'>): boolean {
  return source === 'dwd' || GERMAN_SENDER.test(senderName ?? '')
}

function byProduct(alert: AlertWords, words: readonly string[]): AlertSeverity | null {
  const products = isFromNws(alert) ? NWS_PRODUCTS : isFromGermany(alert) ? GERMAN_PRODUCTS : null
  return products?.get(words.join(' ').replace(/^amtliche warnung vor /, '')) ?? null
}

function byJapaneseLevel(words: readonly string[]): AlertSeverity | null {
  return highest(words.flatMap((word) => JAPANESE_LEVELS.get(word) ?? []))
}

/** The first matching phrase: longer ones are listed before the words that they contain. */
function byPhrase(words: readonly string[]): AlertSeverity | null {
  for (const [severity, phrases] of SEVERITY_PHRASES)
    for (const phrase of phrases) {
      const index = words.findIndex((_, start) => phrase.every((word, offset) => words[start + offset] === word))
      if (index >= 0 && !isKindOfExtreme(phrase, words[index + phrase.length])) return severity
    }
  return null
}

/** "Extreme heat" and "Extreme low temperature" name the weather, not the level of the warning. */
function isKindOfExtreme(phrase: readonly string[], next: string | undefined): boolean {
  return phrase[0] === 'extreme' && (next === undefined || EXTREME_KINDS.has(next))
}

function highest(severities: readonly AlertSeverity[]): AlertSeverity | null {
  return ALERT_SEVERITIES.find((severity) => severities.includes(severity)) ?? null
}
