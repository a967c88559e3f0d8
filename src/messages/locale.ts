import type { Language } from './languages.ts'

/** Digits and calendar do not depend on the region: official texts and coordinates have ASCII digits, so a text would mix two kinds. */
const ARABIC_FORMATS: Intl.LocaleOptions = { calendar: 'gregory', numberingSystem: 'latn' }

/** English without a region: "22:00", "28 Nov". `Intl` takes it for that of the United States. */
const INTERNATIONAL_ENGLISH = 'en-GB'

/** The locale that formats numbers and dates for a BCP 47 tag of the language. @throws RangeError for a tag that `Intl` rejects */
export function formatLocale(language: Language, tag: string): string {
  if (language === 'ar') return new Intl.Locale(tag, ARABIC_FORMATS).toString()
  return language === 'en' && new Intl.Locale(tag).region === undefined ? INTERNATIONAL_ENGLISH : tag
}

/** Whether times are written with a clock of twelve hours there. */
export function hasTwelveHourClock(locale: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
}

/** What a language calls itself: `Français`. */
export function formatLanguageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
