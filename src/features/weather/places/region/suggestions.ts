import { acceptedLanguages } from '../../../../platform/http/accept-language.ts'
import { LANGUAGES, type Language, matchLanguage } from '../../../../domain/language.ts'
import type { UnitSystem } from '../../../../domain/units.ts'

/** The countries that measure in miles and degrees Fahrenheit. */
const IMPERIAL = new Set(['US', 'LR', 'MM'])

export function suggestUnits(country: string | null): UnitSystem {
  if (country === 'GB') return 'uk'
  return country !== null && IMPERIAL.has(country) ? 'imperial' : 'metric'
}

/** The language that the caller likes best among those that we speak, else the one most spoken in the country, else English. */
export function suggestLang(acceptLanguage: string | undefined, country: string | null): Language {
  return preferred(acceptLanguage) ?? (country === null ? undefined : spokenIn(country)) ?? 'en'
}

function preferred(acceptLanguage: string | undefined): Language | undefined {
  return acceptedLanguages(acceptLanguage)
    .map(spoken)
    .find((language) => language !== undefined)
}

/** Unlike `matchLanguage`, not English for what we do not speak. */
function spoken(tag: string): Language | undefined {
  const language = matchLanguage(tag)
  return language !== null && (tag.toLowerCase() === language || tag.toLowerCase().startsWith(`${language}-`)) ? language : undefined
}

/** By CLDR's likely subtags. */
function spokenIn(country: string): Language | undefined {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return LANGUAGES.find((each) => each === language)
}
