import { acceptedLanguages, weightedRanges } from '../../../platform/http/bytes/accept-language.ts'
import { matchLanguage } from '../../../domain/language.ts'
import { LANGUAGES, type Language } from '../../../messages/languages.ts'

/** Whether the client prefers JSON to a page. The page is the default. */
export function prefersJson(accept: string | undefined): boolean {
  const ranges = weightedRanges(accept)
  const weightOf = (type: string) => ranges.find(({ range }) => range.toLowerCase() === type)?.weight ?? 0
  return weightOf('application/json') > weightOf('text/html')
}

/** The language of a page that concerns no known subscriber. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  for (const tag of acceptedLanguages(acceptLanguage)) {
    const language = matchLanguage(tag)
    // An unsupported language is matched to English; the client may list a supported one after it.
    const spoken = LANGUAGES.find((each) => each === language && tag.toLowerCase().startsWith(each))
    if (spoken !== undefined) return spoken
  }
  return 'en'
}
