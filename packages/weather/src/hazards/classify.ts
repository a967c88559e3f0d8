import { getPrimarySubtag } from '../alert-text.ts'
import type { Alert } from '../alert.ts'
import { listTitleWords } from './event-words.ts'
import { type Hazard, HAZARDS } from './hazard.ts'
import { detectScriptLanguage, detectTextLanguage } from './languages.ts'
import { findNwsEventHazards, isNoNwsWarning } from './nws-events.ts'
import { NOT_A_LEVEL_AFTER } from './severity-words.ts'
import { listTagHazards } from './tags.ts'
import { readTitle } from './title.ts'

/** What an official alert is about. */
export interface OfficialClass {
  /** In the order of the closed list; empty if only `official` selects the alert. */
  readonly hazards: readonly Hazard[]
  /** False for entries that warn of nothing: tests, a green level. */
  readonly isWarning: boolean
  /** The event's name, normalised for comparison with another source's. */
  readonly title: string
  /** True if the source gives no name and a tag is used instead. */
  readonly isUntitled: boolean
  /** The language that it is written in, or the candidates; empty if unknown. */
  readonly languages: readonly string[]
}

type Classifiable = Pick<Alert, 'source' | 'senderName' | 'event' | 'description' | 'tags' | 'language'>

/** OpenWeather sends the office's name: `NWS Phoenix AZ`. */
const NWS_SENDER = /^(?:US )?(?:NWS|National Weather Service)\b/i

/** Words for test messages in titles: relays pass the title on without the status that marks a test. */
const TEST_WORDS: ReadonlySet<string> = new Set('test tests testwarnung probewarnung probealarm drill simulacro exercice'.split(' '))
/** A longer title is prose, in which such a word may mean anything. */
const MAX_TITLE_WORDS = 8

/**
 * The hazards of an official alert, from the name of its event: a product of the US National Weather Service by its exact name, any other
 * by whole words of its title in the languages of `lexicon.ts`, and by its tags if the title names nothing or is missing. Tags come last
 * because OpenWeather derives them from the text: gale-force gusts were tagged as a thunderstorm, intense rain as flood and coastal event
 * (recorded). The description is never searched for hazards; it only serves to detect the language.
 */
export function classifyOfficial(alert: Classifiable): OfficialClass {
  const words = listTitleWords(alert.event)
  const title = words.join(' ')
  const product = isFromNws(alert) ? findNwsEventHazards(title) : null
  if (product !== null) {
    const languages = [detectTextLanguage(alert.description) === 'es' ? 'es' : 'en']
    return { hazards: inOrder(product), isWarning: !isNoNwsWarning(title), title, isUntitled: false, languages }
  }
  const isUntitled = alert.tags.includes(alert.event)
  const reading = readTitle(words)
  const tagged = inOrder(alert.tags.flatMap(listTagHazards))
  const isTagged = isUntitled && tagged.length > 0
  return {
    hazards: reading.isTelling && !isTagged ? reading.hazards : tagged,
    isWarning: !isGreen(words) && !isTest(words),
    title,
    isUntitled,
    // A tag is English whatever the language of the text.
    languages: languagesOf(alert, isUntitled && alert.description !== '' ? [] : reading.languages),
  }
}

/** Hazards that are a warning's kind whatever else it names: a tornado rather than its thunderstorm, a flood rather than its rain. */
const KINDS_FIRST: readonly Hazard[] = ['tornado', 'hurricane', 'avalanche', 'forestFire', 'flood']

/** An alert's kind: its most specific hazard, or `other`. */
export function getAlertKind({ hazards }: Pick<OfficialClass, 'hazards'>): Hazard | 'other' {
  return KINDS_FIRST.find((hazard) => hazards.includes(hazard)) ?? hazards[0] ?? 'other'
}

/** MeteoAlarm's level for no warning, as relayed: "Green wind warning", "Wind Green Warning". Not "Green Bay flood warning". */
function isGreen(words: readonly string[]): boolean {
  if (words.at(-1) !== 'warning') return false
  return words.at(-2) === 'green' || (words[0] === 'green' && !NOT_A_LEVEL_AFTER.has(words[1] ?? ''))
}

function isTest(words: readonly string[]): boolean {
  return words.length <= MAX_TITLE_WORDS && words.some((word) => TEST_WORDS.has(word))
}

/** Whether the US National Weather Service issued it, read from its own feed or relayed. */
export function isFromNws({ source, senderName }: Pick<Alert, 'source' | 'senderName'>): boolean {
  return source === 'nws' || NWS_SENDER.test(senderName ?? '')
}

function inOrder(hazards: readonly Hazard[]): Hazard[] {
  return HAZARDS.filter((hazard) => hazards.includes(hazard))
}

/** The stated language, else the title's; if it has words of several languages or of none known, the text's. */
function languagesOf({ event, description, language }: Classifiable, ofTitle: readonly string[]): readonly string[] {
  if (language !== undefined) return [getPrimarySubtag(language)]
  if (ofTitle.length === 1) return ofTitle
  const other = detectScriptLanguage(event) ?? detectTextLanguage(description)
  return other !== null && (ofTitle.length === 0 || ofTitle.includes(other)) ? [other] : ofTitle
}
