/** The languages of site, mails and API: each has a file in `messages/`. English is the fallback. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ja', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** Whether there are texts in exactly that language: `de`, not `de-AT`. */
export function isLanguage(text: string | null | undefined): text is Language {
  return (LANGUAGES as readonly string[]).includes(text ?? '')
}
