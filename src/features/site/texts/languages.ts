import { isLanguage, type Language } from '../../../messages/languages.ts'
import { acceptedLanguages } from '../../../platform/http/bytes/accept-language.ts'

/** The page languages in the reader's order of preference, then English; a regional variant counts as its language. */
export function wantedLanguages(acceptLanguage: string | undefined): readonly Language[] {
  const bases = acceptedLanguages(acceptLanguage).map((tag) => tag.toLowerCase().split('-')[0])
  return [...new Set([...bases.filter(isLanguage), 'en' as const])]
}
