import { kept } from './kept.ts'

const namesIn = kept((locale) => new Intl.DisplayNames(locale, { type: 'region' }))

/** The name of a country (ISO 3166 alpha-2) in a language; its code where it has none. */
export function countryName(code: string, locale: string): string {
  try {
    return namesIn(locale).of(code) ?? code
  } catch {
    return code
  }
}
