import type { Measures, MailWords } from '../../../../mail/catalogue/index.ts'
import type { DigestAccuracy, DigestPastWeek } from './data.ts'

/** Lead times shown, in hours: a day, three days and a week ahead. */
const SHOWN_LEADS: ReadonlySet<number> = new Set([24, 72, 168])

/** The past week in one sentence; null without observations. */
export function pastWeekText(past: DigestPastWeek | null, words: MailWords, measures: Measures): string | null {
  if (past === null || past.observationCount === 0) return null
  const { temperatureMin: min, temperatureMax: max, temperatureMean: mean, precipitationTotal: amount, windGustMax: gust } = past
  const parts = [
    min === null || max === null || mean === null
      ? null
      : words.t('digest.past.temperature', {
          min: measures.temperature(min),
          max: measures.temperature(max),
          mean: measures.temperature(mean),
        }),
    amount === null ? null : words.t('digest.past.precipitation', { amount: measures.precipitation(amount) }),
    gust === null ? null : words.t('digest.past.gusts', { speed: measures.wind(gust) }),
  ].filter((part) => part !== null)
  const count = words.t(past.kind === 'observation' ? 'digest.past.count' : 'digest.past.estimates', { n: past.observationCount })
  return parts.length === 0
    ? words.t('digest.past.few')
    : `${capitalised(parts.join(words.t('mail.comma')))}${words.t('mail.stop')}${count}`
}

/** One sentence for each lead time with enough data, and what the forecasts were compared with if it was not measurements. */
export function accuracyLines(accuracy: readonly DigestAccuracy[], words: MailWords, measures: Measures): string[] {
  const shown = accuracy.filter(({ leadHours, mae, days }) => SHOWN_LEADS.has(leadHours) && mae !== undefined && days !== undefined)
  const lines = shown.map(({ leadHours, mae = 0, days = 0, persistenceMae = null }) => {
    const lead = words.t('time.lead', { lead: words.amountOf(leadHours / 24, 'day') })
    const parts = [
      words.t('digest.accuracy.temperature', { error: measures.temperatureDifference(mae), n: days }),
      ...(persistenceMae === null
        ? []
        : [words.t('digest.accuracy.persistence', { error: measures.temperatureDifference(persistenceMae) })]),
    ]
    return `${capitalised(lead)}${words.t('mail.colon')} ${parts.join(words.t('mail.semicolon'))}${words.t('mail.stop').trimEnd()}`
  })
  return lines.length === 0 || shown.every(({ isMeasured }) => isMeasured === true)
    ? lines
    : [...lines, words.t('digest.accuracy.analysis')]
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
