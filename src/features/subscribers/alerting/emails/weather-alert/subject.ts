import type { MailWords, Measures } from '../../../../mail/catalogue/index.ts'
import { levelMark } from '../../../../mail/templates/index.ts'
import type { AlertMatch, ToldForecast, ToldWarning } from './data.ts'
import { expectedText } from './values.ts'

/** Subject line: the first match, which is the worst, and the number of others. */
export function subjectOf(matches: readonly AlertMatch[], place: string, words: MailWords, measures: Measures): string {
  const [first] = matches
  if (first === undefined) throw new Error('An alert mail needs a match.')
  const subject = first.kind === 'official' ? officialSubject(first, place, words) : forecastSubject(first, place, words, measures)
  return matches.length === 1 ? subject : words.t('alert.subject.more', { subject, n: matches.length - 1 })
}

function forecastSubject({ hazard, peak, probability, stage }: ToldForecast, place: string, words: MailWords, measures: Measures): string {
  const name = words.t(`hazard.${hazard}`)
  if (stage === 'cancelled') return words.t('alert.subject.cancelled', { event: name, place })
  const value = expectedText(hazard, { value: peak?.value ?? null, probability }, words, measures)
  if (value === null) return words.t('alert.subject.forecast', { hazard: name, place })
  return words.t('alert.subject.forecastPeak', { hazard: name, place, value })
}

function officialSubject(warning: ToldWarning, place: string, words: MailWords): string {
  const { stage, event, severity, color = null } = warning
  const { word } = levelMark(warning, words)
  if (stage === 'upgraded') return words.t('alert.subject.upgraded', { event, place, severity: word })
  if (stage === 'extended') return words.t('alert.subject.extended', { event, place })
  if (stage === 'cancelled') return words.t('alert.subject.cancelled', { event, place })
  if (severity === null && color === null) return words.t('alert.subject.officialPlain', { event, place })
  return words.t('alert.subject.official', { event, place, severity: word })
}
