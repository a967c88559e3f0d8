import { acceptedLanguages } from '../../../../platform/http/bytes/accept-language.ts'
import { matchLanguage } from '../../../../domain/language.ts'
import type { UnitSystem } from '../../../../domain/units.ts'
import { LANGUAGES, type Language } from '../../../../messages/languages.ts'

/** Countries that use miles and degrees Fahrenheit. */
const IMPERIAL = new Set(['US', 'LR', 'MM'])

/** `country` is ISO 3166 alpha-2; metric if unknown. */
export function suggestUnits(country: string | null): UnitSystem {
  if (country === 'GB') return 'uk'
  return country !== null && IMPERIAL.has(country) ? 'imperial' : 'metric'
}

/** The caller's preferred language among those of the service, else the country's most likely one, else English. */
export function suggestLang(acceptLanguage: string | undefined, country: string | null): Language {
  return preferred(acceptLanguage) ?? (country === null ? undefined : spokenIn(country)) ?? 'en'
}

function preferred(acceptLanguage: string | undefined): Language | undefined {
  return acceptedLanguages(acceptLanguage)
    .map(spoken)
    .find((language) => language !== undefined)
}

/** Unlike `matchLanguage`, does not fall back to English. */
function spoken(tag: string): Language | undefined {
  const language = matchLanguage(tag)
  return language !== null && (tag.toLowerCase() === language || tag.toLowerCase().startsWith(`${language}-`)) ? language : undefined
}

/** By CLDR's likely subtags. */
function spokenIn(country: string): Language | undefined {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return LANGUAGES.find((each) => each === language)
}
