import type { Alert } from './alert.ts'

/** Norwegian has one primary subtag for the language as a whole and one for each of its two written forms; issuers use all three. */
const SAME_SUBTAGS: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' }

/** The first subtag of a language tag, lower case: `de` of `de-CH`. */
export function getPrimarySubtag(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split('-')
  return SAME_SUBTAGS[primary] ?? primary
}

/** The text for a reader: in exactly their language, else in another form of it, else English, else the first. */
export function chooseTextForLanguage<T extends { readonly language: string | null }>(texts: readonly [T, ...T[]], lang: string): T {
  const of = (tag: string): T | undefined =>
    texts.find(({ language }) => language !== null && getPrimarySubtag(language) === getPrimarySubtag(tag))
  return texts.find(({ language }) => language?.toLowerCase() === lang.toLowerCase()) ?? of(lang) ?? of('en') ?? texts[0]
}

/** An alert with the text for a reader's language, if it comes in several languages. */
export function localiseAlert<A extends Pick<Alert, 'event' | 'description' | 'instruction' | 'areas' | 'language' | 'texts'>>(
  alert: A,
  lang: string,
): A {
  const [first, ...others] = alert.texts ?? []
  if (first === undefined) return alert
  const { language, event, description, instruction, areas } = chooseTextForLanguage([first, ...others], lang)
  return { ...alert, language, event, description, instruction, areas }
}
