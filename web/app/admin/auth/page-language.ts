/**
 * The language of the page, for mails that an action on it causes: BCP 47, as the reader chose or the browser prefers. The back office is
 * in English, its mails are in more languages. Browser only.
 */
export const pageLanguage = (): string => document.documentElement.lang || 'en'
