import type { Alert } from '../alert.ts'
import { wordsOf } from './event-words.ts'
import { type Hazard, HAZARDS } from './hazard.ts'
import { languageOfScript, languageOfText } from './languages.ts'
import { hazardsOfNwsEvent, isNoNwsWarning } from './nws-events.ts'
import { hazardsOfTag } from './tags.ts'
import { readTitle } from './title.ts'

/** What an official alert is about. */
export interface OfficialClass {
  /** Of the closed list, in its order; none where only `official` asks for it. */
  readonly hazards: readonly Hazard[]
  /** False for what is listed among warnings and warns of nothing: tests, a green level. */
  readonly isWarning: boolean
  /** The event's name as it is compared with another source's. */
  readonly title: string
  /** True where its source gives no name, and a tag stands for it. */
  readonly isUntitled: boolean
  /** The language that it is told in, or the few that it may be; none where nothing tells. */
  readonly languages: readonly string[]
}

type Told = Pick<Alert, 'source' | 'senderName' | 'event' | 'description' | 'tags'>

/** OpenWeather names the office: `NWS Phoenix AZ`. */
const NWS_SENDER = /^(?:US )?(?:NWS|National Weather Service)\b/i

/** The green level of European warnings: no warning. */
const GREEN = /^green (?:.+ )?warning$|\bgreen warning$/

/** What agencies call a message that only tries the line, in the titles that relays pass on without the status that would tell. */
const TEST_WORDS: ReadonlySet<string> = new Set('test tests testwarnung probewarnung probealarm drill simulacro exercice'.split(' '))
/** A longer one is a text, in which such a word may stand for anything. */
const MAX_TITLE_WORDS = 8

/**
 * The hazards of an official alert, from the name of its event: a product of the US National Weather Service by its exact name, any
 * other by whole words of its title in the languages of `lexicon.ts`, and where the title names nothing, or there is none, by its
 * tags. Tags come last, for OpenWeather makes them from the text: gale-force gusts were tagged as a thunderstorm, intense rain as flood
 * and coastal event (recorded). The description is never searched for hazards; it only tells the language.
 */
export function classifyOfficial(alert: Told): OfficialClass {
  const words = wordsOf(alert.event)
  const title = words.join(' ')
  const product = isFromNws(alert) ? hazardsOfNwsEvent(title) : null
  if (product !== null) {
    const languages = [languageOfText(alert.description) === 'es' ? 'es' : 'en']
    return { hazards: inOrder(product), isWarning: !isNoNwsWarning(title), title, isUntitled: false, languages }
  }
  const isUntitled = alert.tags.includes(alert.event)
  const reading = readTitle(words)
  const tagged = inOrder(alert.tags.flatMap(hazardsOfTag))
  const isTagged = isUntitled && tagged.length > 0
  return {
    hazards: reading.isTelling && !isTagged ? reading.hazards : tagged,
    isWarning: !GREEN.test(title) && !isTest(words),
    title,
    isUntitled,
    // A tag is English whatever the language of its text.
    languages: languagesOf(alert, isUntitled && alert.description !== '' ? [] : reading.languages),
  }
}

/** What an alert is about in one word: the first of its hazards, or `other`. */
export function kindOf({ hazards }: Pick<OfficialClass, 'hazards'>): Hazard | 'other' {
  return hazards[0] ?? 'other'
}

function isTest(words: readonly string[]): boolean {
  return words.length <= MAX_TITLE_WORDS && words.some((word) => TEST_WORDS.has(word))
}

/** Whether it is the US National Weather Service's, by its own feed or relayed. */
export function isFromNws({ source, senderName }: Pick<Alert, 'source' | 'senderName'>): boolean {
  return source === 'nws' || NWS_SENDER.test(senderName ?? '')
}

function inOrder(hazards: readonly Hazard[]): Hazard[] {
  return HAZARDS.filter((hazard) => hazards.includes(hazard))
}

/** The title's language; where it has words of several, or of none that is known, the text's. */
function languagesOf({ event, description }: Told, ofTitle: readonly string[]): readonly string[] {
  if (ofTitle.length === 1) return ofTitle
  const other = languageOfScript(event) ?? languageOfText(description)
  return other !== null && (ofTitle.length === 0 || ofTitle.includes(other)) ? [other] : ofTitle
}
