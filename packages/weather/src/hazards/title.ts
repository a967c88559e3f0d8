import { listTitleWords } from './event-words.ts'
import { type Hazard, HAZARDS } from './hazard.ts'
import { LEXICONS } from './lexicon.ts'

/** What a title says. */
export interface TitleReading {
  /** In the order of the closed list. */
  readonly hazards: readonly Hazard[]
  /** The candidate languages: several if they share the words, empty if no word is known. */
  readonly languages: readonly string[]
  /** True if it names its subject, even one outside the list of hazards. */
  readonly isTelling: boolean
}

/** A longer title is prose, which is not searched: it mentions hazards that the warning is not about. */
const MAX_WORDS = 12

interface Phrase {
  readonly words: readonly string[]
  readonly hazards: readonly Hazard[]
}

interface Dictionary {
  readonly language: string
  readonly markers: ReadonlySet<string>
  /** By first word, longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>
}

/** German writes a hazard and "warning" as one word: Sturmwarnung. */
const GERMAN_WARNING = /^(.+?)(?:unwetter)?warnung(?:en)?$/

const DICTIONARIES: readonly Dictionary[] = Object.entries(LEXICONS).map(([language, { markers, phrases }]) => {
  const all = phrases.flatMap(([hazards, list]) => list.split(',').map((phrase) => ({ words: listTitleWords(phrase), hazards })))
  const byLength = all.toSorted((a, b) => b.words.length - a.words.length)
  return { language, markers: new Set(listTitleWords(markers)), phrases: Map.groupBy(byLength, ({ words }) => words[0] ?? '') }
})

/** Reads a title in the language that knows most of its words. */
export function readTitle(words: readonly string[]): TitleReading {
  if (words.length > MAX_WORDS) return { hazards: [], languages: [], isTelling: false }
  const readings = DICTIONARIES.map((dictionary) => readIn(dictionary, words))
  const telling = readings.filter(({ found }) => found.length > 0)
  const candidates = telling.length > 0 ? telling : readings.filter(({ count }) => count > 0)
  const most = Math.max(...candidates.map(({ count }) => count))
  const best = candidates.filter(({ count }) => count === most)
  const named = new Set(best[0]?.found.flatMap(({ hazards }) => hazards))
  return {
    hazards: HAZARDS.filter((hazard) => named.has(hazard)),
    languages: best.map(({ language }) => language),
    isTelling: telling.length > 0,
  }
}

function readIn(dictionary: Dictionary, sent: readonly string[]) {
  const { language, markers, phrases } = dictionary
  const words = language === 'de' ? sent.flatMap((word) => GERMAN_WARNING.exec(word)?.slice(1, 2).concat('warnung') ?? word) : sent
  const found: Phrase[] = []
  let count = 0
  for (let index = 0; index < words.length;) {
    const phrase = phrases.get(words[index] ?? '')?.find((phrase) => phrase.words.every((word, offset) => words[index + offset] === word))
    if (phrase !== undefined) found.push(phrase)
    if (phrase !== undefined || markers.has(words[index] ?? '')) count += phrase?.words.length ?? 1
    index += phrase?.words.length ?? 1
  }
  return { language, found, count }
}
