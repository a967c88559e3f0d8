import type { SiteLang } from '../visit/languages.ts'

/** A text with placeholders in braces, or its plural forms (CLDR categories), selected by the value `n`. */
export type Message = string | Plural
export interface Plural {
  readonly one?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

/** An area's texts in another language: the same keys with the same types. */
export type Translated<Area> = { readonly [K in keyof Area]: Area[K] extends string ? string : Plural }

/** The texts of an area of the site in all languages. */
export type Catalogue<Area> = Readonly<Record<SiteLang, Translated<Area>>>

/** Fills a message in: `say(m.found, lang, { n: 3 })`. */
export function say(message: Message, lang: string, values: Readonly<Record<string, string | number>> = {}): string {
  return textOf(message, lang, values).replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
}

function textOf(message: Message, lang: string, { n }: Readonly<Record<string, string | number>>): string {
  if (typeof message === 'string') return message
  const form = new Intl.PluralRules(lang).select(Number(n))
  return message[form as keyof Plural] ?? message.other
}
