import type { CapInfo } from './message.ts'

/** What CAP says of a missing language, and what senders that leave it out write (New Zealand, GDACS). */
const UNSAID = 'en-US'
/** Tags that are no languages, as India's states write them. */
const PRIVATE: Readonly<Record<string, string>> = { OD: 'or', TL: 'te', AS: 'as', BN: 'bn' }

/** The language of a text as a BCP 47 tag: `zh-mo` becomes `zh-MO`, `DE` becomes `de`. `und` for what is no tag. */
export function languageOf({ language }: Pick<CapInfo, 'language'>): string {
  if (language === null) return UNSAID
  const tag = PRIVATE[language] ?? language.replaceAll('_', '-')
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'und'
  } catch {
    return 'und'
  }
}

/** `en` of `en-GB`. */
export function primaryLanguage(info: Pick<CapInfo, 'language'>): string {
  const [primary = ''] = languageOf(info).split('-')
  return primary.toLowerCase()
}
