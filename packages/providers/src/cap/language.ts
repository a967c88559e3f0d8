import type { CapInfo } from './message.ts'

/** CAP's default for a missing language; senders that write no language tag use it, too (New Zealand, GDACS). */
const UNSAID = 'en-US'
/** Tags that are not language codes, as India's states write them. */
const PRIVATE: Readonly<Record<string, string>> = { OD: 'or', TL: 'te', AS: 'as', BN: 'bn' }

/** The language of a text as a BCP 47 tag: `zh-mo` becomes `zh-MO`, `DE` becomes `de`. `und` for an invalid tag. */
export function getLanguageTag({ language }: Pick<CapInfo, 'language'>): string {
  if (language === null) return UNSAID
  const tag = PRIVATE[language] ?? language.replaceAll('_', '-')
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'und'
  } catch {
    return 'und'
  }
}

/** `en` of `en-GB`. */
export function getPrimaryLanguage(info: Pick<CapInfo, 'language'>): string {
  const [primary = ''] = getLanguageTag(info).split('-')
  return primary.toLowerCase()
}
