import { MAIL_LANGUAGES, type MailLanguage } from '../mail/index.ts'
import { matchLanguage } from '../../weather/language.ts'

interface Preference {
  readonly value: string
  readonly quality: number
}

/** Entries of an Accept header, as much of RFC 9110 §12.5 as two choices need. */
function preferencesOf(header: string | undefined): Preference[] {
  return (header ?? '').split(',', 32).map((entry) => {
    const [value = '', ...parameters] = entry.split(';')
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find((found) => found !== undefined)
    return { value: value.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
  })
}

/** Does the caller ask for JSON rather than a page? Whoever does not say gets the page. */
export function prefersJson(accept: string | undefined): boolean {
  const preferences = preferencesOf(accept)
  const qualityOf = (type: string) => preferences.find(({ value }) => value === type)?.quality ?? 0
  return qualityOf('application/json') > qualityOf('text/html')
}

/** The language of a page about nobody. */
export function preferredLanguage(acceptLanguage: string | undefined): MailLanguage {
  const wanted = preferencesOf(acceptLanguage).sort((a, b) => b.quality - a.quality)
  for (const { value, quality } of wanted) {
    const language = quality > 0 ? matchLanguage(value) : null
    // What the catalogue does not speak is matched to English; the caller may have named another language after it.
    const spoken = MAIL_LANGUAGES.find((each) => each === language && value.startsWith(each))
    if (spoken !== undefined) return spoken
  }
  return 'en'
}
