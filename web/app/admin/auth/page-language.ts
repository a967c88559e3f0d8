/**
 * The language of the page, for the mails that follow from what is done on it: BCP 47, what the reader has chosen or their browser asks for.
 * The back office speaks English, its mails speak more. For the browser only.
 */
export const pageLanguage = (): string => document.documentElement.lang || 'en'
