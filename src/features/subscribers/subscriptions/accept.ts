import { acceptedLanguages, weightedRanges } from '../../../platform/http/accept-language.ts'
import { matchLanguage } from '../../../domain/language.ts'
import { MAIL_LANGUAGES, type MailLanguage } from '../../mail/catalogue/index.ts'

/** Does the caller ask for JSON rather than a page? Whoever does not say gets the page. */
export function prefersJson(accept: string | undefined): boolean {
  const ranges = weightedRanges(accept)
  const weightOf = (type: string) => ranges.find(({ range }) => range.toLowerCase() === type)?.weight ?? 0
  return weightOf('application/json') > weightOf('text/html')
}

/** The language of a page about nobody. */
export function preferredLanguage(acceptLanguage: string | undefined): MailLanguage {
  for (const tag of acceptedLanguages(acceptLanguage)) {
    const language = matchLanguage(tag)
    // What the catalogue does not speak is matched to English; the caller may have named another language after it.
    const spoken = MAIL_LANGUAGES.find((each) => each === language && tag.toLowerCase().startsWith(each))
    if (spoken !== undefined) return spoken
  }
  return 'en'
}
