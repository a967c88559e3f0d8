import { IntlMessageFormat, MissingValueError } from 'intl-messageformat'
import { isolateText } from './bidi.ts'
import { CATALOGUES } from './catalogues.ts'
import type { Language } from './languages.ts'
import type { MessageParameters } from './parameters.ts'

export type MessageKey = keyof MessageParameters

export type MessageValues = Readonly<Record<string, string | number>>

/** The values that a message needs; none for a plain text. */
export type ValuesOf<Key extends MessageKey> = object extends MessageParameters[Key]
  ? [values?: MessageParameters[Key]]
  : [values: MessageParameters[Key]]

/** Texts in one language. Values that people wrote are isolated from right-to-left text around them. */
export interface Translator {
  readonly language: Language
  readonly direction: 'ltr' | 'rtl'
  /** @throws when a value is missing: no reader sees `{place}` */
  t<Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string
  /** `t` for a key known only at run time. @throws when there is no such key, or a value is missing */
  lookUp(key: string, values?: MessageValues): string
  /** Isolates text of another direction; unchanged in left-to-right languages. */
  isolate(text: string): string
}

/** Texts in one language, as API answers have them. */
export interface PlainTexts {
  readonly language: Language
  /** @throws when a value is missing */
  t(key: MessageKey, values?: MessageValues): string
}

/** The messages whose keys begin with `area`, by the rest of their keys. */
export type Messages<Area extends string> = {
  readonly [Key in MessageKey as Key extends `${Area}.${infer Name}` ? Name : never]: string
}

/** Parsed at first use. */
const parsed = new Map<string, IntlMessageFormat>()
const translators = new Map<Language, Translator>()
const areas = new Map<string, Readonly<Record<string, string>>>()

/** A message as it is in the catalogue, for API answers and other plain text. @throws when a value is missing */
export function formatMessage<Key extends MessageKey>(language: Language, key: Key, ...[values]: ValuesOf<Key>): string {
  return format(language, key, values)
}

/** The messages of one language as they are in the catalogue, for what takes its texts, such as the weather's descriptions. */
export function getPlainTexts(language: Language): PlainTexts {
  return { language, t: (key, values) => format(language, key, values) }
}

/** The texts of one language. */
export function getTranslator(language: Language): Translator {
  let translator = translators.get(language)
  if (translator === undefined) {
    translator = createTranslator(language)
    translators.set(language, translator)
  }
  return translator
}

/**
 * The texts of an area for a page's components. Placeholders of values that only the browser knows stay: `Remove {name}`.
 * @throws when a text of the area selects a form by a value, which only the server can
 */
export function getAreaMessages<Area extends string>(language: Language, area: Area): Messages<Area> {
  const key = `${language} ${area}`
  let messages = areas.get(key)
  if (messages === undefined) {
    const { isolate } = getTranslator(language)
    const texts = Object.entries(CATALOGUES[language]).filter(([name]) => name.startsWith(`${area}.`))
    if (texts.some(([, text]) => /\{\w+,/.test(text))) throw new Error(`Not every text of '${area}' can be filled in by the browser.`)
    messages = Object.fromEntries(
      texts.map(([name, text]) => [name.slice(area.length + 1), text.replace(/\{\w+\}/g, (placeholder) => isolate(placeholder))]),
    )
    areas.set(key, messages)
  }
  return messages as unknown as Messages<Area>
}

/** TypeScript's library lacks it. */
interface LocaleWithText extends Intl.Locale {
  getTextInfo(): { readonly direction: 'ltr' | 'rtl' }
}

function createTranslator(language: Language): Translator {
  const { direction } = (new Intl.Locale(language) as LocaleWithText).getTextInfo()
  const isRightToLeft = direction === 'rtl'
  const isolate = isRightToLeft ? isolateText : (text: string): string => text
  const lookUp = (key: string, values: MessageValues = {}): string =>
    format(language, key, isRightToLeft ? isolatedAll(values, selectorsIn(CATALOGUES[language][key] ?? '')) : values)
  return { language, direction, t: (key, ...[values]) => lookUp(key, values), lookUp, isolate }
}

function format(language: Language, key: string, values?: MessageValues): string {
  const messages = CATALOGUES[language]
  const text = Object.hasOwn(messages, key) ? messages[key] : undefined
  if (text === undefined) throw new Error(`The catalogue has no '${key}'.`)
  if (!text.includes('{')) return text
  const id = `${language} ${key}`
  let compiled = parsed.get(id)
  if (compiled === undefined) {
    compiled = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
    parsed.set(id, compiled)
  }
  try {
    return String(compiled.format(values))
  } catch (error) {
    if (!(error instanceof MissingValueError)) throw error
    throw new Error(`The message needs '${/variable "(\w+)"/.exec(error.message)?.[1]}'.`, { cause: error })
  }
}

/** The values by which a message selects a form: they are compared, not shown. */
function selectorsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\{(\w+),\s*select,/g)].map(([, name = '']) => name))
}

function isolatedAll(values: MessageValues, selectors: ReadonlySet<string>): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' && !selectors.has(name) ? isolateText(value) : value]),
  )
}
