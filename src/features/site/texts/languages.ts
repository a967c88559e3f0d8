import { acceptedLanguages } from '../../../platform/http/bytes/accept.ts'
import { PAGE_LANGUAGES, type PageLanguage } from './shipped.ts'

/** The page languages in the reader's order of preference, then English; a regional variant counts as its language. */
export function wantedLanguages(acceptLanguage: string | undefined): readonly PageLanguage[] {
  const bases = acceptedLanguages(acceptLanguage).map((tag) => tag.toLowerCase().split('-')[0])
  const wanted = bases.map((base) => PAGE_LANGUAGES.find((language) => language === base)).filter((language) => language !== undefined)
  return [...new Set([...wanted, 'en' as const])]
}
