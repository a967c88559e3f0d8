/** The languages of site, mails and API, by their own names: each has a file in `messages/`. English is the fallback. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
} as const

export type Language = keyof typeof LANGUAGE_NAMES

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[]

/** Whether there are texts in exactly that language: `de`, not `de-AT`. */
export function isLanguage(text: string | null | undefined): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGE_NAMES, text)
}
