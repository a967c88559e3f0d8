import { distinctCredits, type MailContext, type MailParts, type MailView, tellPlace, tellZone } from '../../../../mail/templates/index.ts'
import { measuresOf } from '../../../../mail/catalogue/index.ts'
import type { WeatherAlertData } from './data.ts'
import { matchLine, matchView, sortMatches } from './match.ts'
import { subjectOf } from './subject.ts'

/** The job sends fewer at once; any more would only be counted. */
const MAX_SHOWN = 50
const MAX_IN_PREHEADER = 2

/** The Liquid variables of an alert mail. @throws when a part is missing */
export function alertView(data: WeatherAlertData, parts: MailParts, context: MailContext): MailView {
  const { words, timezone, units, links } = context
  const place = words.isolate(tellPlace(data.place))
  const sorted = sortMatches(data.matches)
  const matches = sorted.slice(0, MAX_SHOWN).map((match) => matchView(match, data.place, parts, context))
  return {
    subjectLine: subjectOf(sorted, place, words, measuresOf(words, units)),
    preheader: sorted
      .slice(0, MAX_IN_PREHEADER)
      .map((match) => matchLine(match, context))
      .join(words.t('mail.stop')),
    place,
    url: links.weather(data.place),
    matches,
    checked: words.t('alert.checked', { time: words.moment(data.checkedAt, timezone) }),
    warned: data.matches.some(({ kind, stage }) => kind === 'official' && stage !== 'cancelled'),
    reason: words.t('alert.reason', { place }),
    credits: distinctCredits(data.credits),
    simulated: data.simulated,
    zone: tellZone(data.checkedAt, timezone, words),
  }
}
