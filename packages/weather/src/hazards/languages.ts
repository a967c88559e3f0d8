import { listTitleWords } from './event-words.ts'

/** Words that occur in nearly every text of a language. */
const FUNCTION_WORDS = {
  en: 'the of and in to from is with for will be are there at',
  de: 'der die das und von mit bis im es auf wird ist den tritt ab zwischen',
  fr: 'le la les des et du de une est dans avec sur sont',
  es: 'el los las de la y en con se del por una entre',
  pt: 'o os as de do da e em com para uma entre nos',
  it: 'di e la il in con del della per dal sono alle',
  nl: 'de het een van en met tot op kans er',
  pl: 'w i na z do oraz sie od dnia',
  hr: 'i u na od do za se je',
  tr: 've ile bir icin da de',
} as const

const WORDS: readonly (readonly [string, ReadonlySet<string>])[] = Object.entries(FUNCTION_WORDS).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
)

/** Scripts that identify the language well enough to distinguish two texts. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['el', /\p{Script=Greek}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
]

const LENGTH_READ = 800
const LEAD_NEEDED = 2

/** The script's language (Cyrillic counts as Russian); null for Latin and unknown scripts. */
export function detectScriptLanguage(text: string): string | null {
  return SCRIPTS.find(([, letters]) => letters.test(text))?.[0] ?? null
}

/** The language of a text, by its script and most common words; null if they are not conclusive. */
export function detectTextLanguage(text: string): string | null {
  const start = text.slice(0, LENGTH_READ)
  const byScript = detectScriptLanguage(start)
  if (byScript !== null) return byScript
  const words = listTitleWords(start)
  const counts = WORDS.map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
  const [first, second] = counts.toSorted((a, b) => b.count - a.count)
  return first !== undefined && second !== undefined && first.count - second.count >= LEAD_NEEDED ? first.language : null
}
