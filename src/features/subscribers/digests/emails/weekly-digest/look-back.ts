import type { Measures, MailWords } from '../../../../mail/catalogue/index.ts'
import type { DigestAccuracy, DigestPastWeek } from './data.ts'

/** Lead times shown, in hours: a day, three days and a week ahead. */
const SHOWN_LEADS: ReadonlySet<number> = new Set([24, 72, 168])

/** The past week in one sentence; null without observations. */
export function formatPastWeek(past: DigestPastWeek | null, words: MailWords, measures: Measures): string | null {
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

/** One sentence for each lead time with enough data, and what the forecasts were compared with: a station, or no measurements. */
export function formatAccuracyLines(accuracy: readonly DigestAccuracy[], words: MailWords, measures: Measures): string[] {
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
  if (lines.length === 0) return lines
  if (!shown.every(({ isMeasured }) => isMeasured === true)) return [...lines, words.t('digest.accuracy.analysis')]
  const station = shown.find((each) => each.station)?.station
  if (!station) return lines
  return [...lines, words.t('digest.accuracy.station', { station: station.name, distance: awayText(station.distanceKm, words, measures) })]
}

const KM_PER_MILE = 1.609344

/** A distance in miles for readers of Fahrenheit, else in kilometres. */
function awayText(km: number, words: MailWords, { temperatureUnit }: Measures): string {
  const [value, unit] = temperatureUnit === '°F' ? [km / KM_PER_MILE, 'mi'] : [km, 'km']
  return `${words.number(value, value < 9.95 ? 1 : 0)}\u00a0${unit}`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
