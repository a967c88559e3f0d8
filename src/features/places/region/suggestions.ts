import { LANGUAGES, type Language, matchLanguage } from '../../../weather/language.ts'
import type { UnitSystem } from '../../../weather/units.ts'

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

const MAX_RANGES = 20

/** RFC 9110 §12.5.4: ranges with weights, in order of preference. */
function preferred(acceptLanguage: string | undefined): Language | undefined {
  const ranges = (acceptLanguage ?? '').split(',', MAX_RANGES).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.map((parameter) => /^q=(\d(?:\.\d{1,3})?)$/i.exec(parameter)?.[1]).find((value) => value !== undefined)
    return { tag, weight: Number(weight ?? 1) }
  })
  for (const { tag, weight } of ranges.toSorted((a, b) => b.weight - a.weight)) {
    const language = weight > 0 ? spoken(tag) : undefined
    if (language !== undefined) return language
  }
  return undefined
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
