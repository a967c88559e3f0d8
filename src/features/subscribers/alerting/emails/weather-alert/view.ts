import { buildMeasures, type MailWords, type Measures } from '../../../../mail/catalogue/index.ts'
import {
  listDistinctCredits,
  type MailContext,
  type MailParts,
  type MailView,
  formatMailPlace,
  formatZoneNote,
  buildLevelMark,
} from '../../../../mail/templates/index.ts'
import type { WeatherAlertData, AlertMatch, ForecastMatch, WarningMatch } from './data.ts'
import { formatMatchLine, buildMatchView, sortMatches } from './match.ts'
import { formatExpectedValue } from './values.ts'

/** The job sends fewer at once; any more would only be counted. */
const MAX_SHOWN = 50
const MAX_IN_PREHEADER = 2

/** The Liquid variables of an alert mail. @throws when a part is missing */
export function buildAlertMailView(data: WeatherAlertData, parts: MailParts, context: MailContext): MailView {
  const { words, timezone, units, links } = context
  const place = words.isolate(formatMailPlace(data.place))
  const sorted = sortMatches(data.matches)
  const matches = sorted.slice(0, MAX_SHOWN).map((match) => buildMatchView(match, data.place, parts, context))
  return {
    subjectLine: formatAlertSubject(sorted, place, words, buildMeasures(words, units)),
    preheader: sorted
      .slice(0, MAX_IN_PREHEADER)
      .map((match) => formatMatchLine(match, context))
      .join(words.t('mail.stop')),
    place,
    url: links.weather(data.place),
    matches,
    checked: words.t('alert.checked', { time: words.moment(data.checkedAt, timezone) }),
    warned: data.matches.some(({ kind, stage }) => kind === 'official' && stage !== 'cancelled'),
    reason: words.t('alert.reason', { place }),
    credits: listDistinctCredits(data.credits),
    simulated: data.simulated,
    zone: formatZoneNote(data.checkedAt, timezone, words),
  }
}

/** Subject line: the first match, which is the worst, and the number of others. */
export function formatAlertSubject(matches: readonly AlertMatch[], place: string, words: MailWords, measures: Measures): string {
  const [first] = matches
  if (first === undefined) throw new Error('An alert mail needs a match.')
  const subject = first.kind === 'official' ? officialSubject(first, place, words) : forecastSubject(first, place, words, measures)
  return matches.length === 1 ? subject : words.t('alert.subject.more', { subject, n: matches.length - 1 })
}

function forecastSubject({ hazard, peak, probability, stage }: ForecastMatch, place: string, words: MailWords, measures: Measures): string {
  const name = words.t(`hazard.${hazard}`)
  if (stage === 'cancelled') return words.t('alert.subject.cancelled', { event: name, place })
  const value = formatExpectedValue(hazard, { value: peak?.value ?? null, detail: peak?.detail, probability }, words, measures)
  if (value === null) return words.t('alert.subject.forecast', { hazard: name, place })
  return words.t('alert.subject.forecastPeak', { hazard: name, place, value })
}

function officialSubject(warning: WarningMatch, place: string, words: MailWords): string {
  const { stage, event, severity, color = null } = warning
  const { word } = buildLevelMark(warning, words)
  if (stage === 'upgraded') return words.t('alert.subject.upgraded', { event, place, severity: word })
  if (stage === 'extended') return words.t('alert.subject.extended', { event, place })
  if (stage === 'cancelled') return words.t('alert.subject.cancelled', { event, place })
  if (severity === null && color === null) return words.t('alert.subject.officialPlain', { event, place })
  return words.t('alert.subject.official', { event, place, severity: word })
}
