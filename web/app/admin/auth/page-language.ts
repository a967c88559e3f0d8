/**
 * The language for mails that this page triggers (BCP 47): the reader's choice or the browser's preference. The back office itself is in
 * English, its mails are translated. Browser only.
 */
export const pageLanguage = (): string => document.documentElement.lang || 'en'
