import { formatAmount, formatDegrees, formatNumber, formatSpeed, UNKNOWN } from '../../format/numbers.ts'
import { formatCalendarDay } from '../../format/times.ts'
import { scaleRanges } from '../charts/curve.ts'
import type { History } from '../weather.ts'
import { buildAccuracyView } from './accuracy.ts'
import { joinSentences, type Teller } from './teller.ts'

export type PastView = ReturnType<typeof buildPastView>

/** Past weather and forecast accuracy. `path`: of the place's page, to which the days' own pages belong. */
export function buildPastView(history: History | null, teller: Teller, path = '') {
  const { t, lang, locale } = teller
  const nothing = { count: null, isMeasured: false, rows: [] }
  if (history === null) return { ...nothing, text: t('city.pastUnknown'), accuracy: { lines: [], note: null } }
  const { summary, units } = history
  const accuracy = buildAccuracyView(history, teller)
  // Accuracy covers a year, so there may be scores without any value from this week.
  if (summary.observationCount === 0)
    return { ...nothing, text: joinSentences(lang, [t('digest.past.none'), t('city.pastSoon')]), accuracy }
  const { min, max, mean } = summary.temperature
  const isMeasured = summary.kind === 'observation'
  const parts = [
    ...(min === null
      ? []
      : [
          t('digest.past.temperature', {
            min: formatDegrees(min, locale),
            max: formatDegrees(max, locale),
            mean: formatDegrees(mean, locale),
          }),
        ]),
    ...(summary.precipitationTotal === null ? [] : [rainText(summary.precipitationTotal, history, teller)]),
    ...(summary.windGustMax === null ? [] : [t('digest.past.gusts', { speed: formatSpeed(summary.windGustMax, units.windSpeed, locale) })]),
  ]
  return {
    /** The week in a sentence, or why it is missing. */
    text: parts.length === 0 ? t('digest.past.few') : parts.join(t('mail.semicolon')),
    count: t(isMeasured ? 'digest.past.count' : 'digest.past.estimates', { n: summary.observationCount }),
    /** Whether all values were measured; if not, none may be called measured. */
    isMeasured,
    rows: rowsOf(history, teller, path),
    accuracy,
  }
}

/** The total, with the number of hours it covers unless it covers all. */
function rainText(total: number, { summary: { hoursCovered, hours }, units }: History, teller: Teller): string {
  const { t, locale } = teller
  const values = {
    amount: formatAmount(total, units.precipitation, locale),
    covered: formatNumber(hoursCovered, 0, locale),
    hours: formatNumber(hours, 0, locale),
  }
  return t(hoursCovered < hours ? 'city.pastRainPart' : 'digest.past.precipitation', values)
}

function rowsOf({ summary: { days }, units }: History, teller: Teller, path: string) {
  const { locale } = teller
  const scale = scaleRanges([
    ...days.map(({ temperatureMin: min, temperatureMax: max }) => ({ min, max })),
    ...days.map(({ forecastMin: min, forecastMax: max }) => ({ min, max })),
  ])
  const span = (min: number | null, max: number | null) =>
    min === null || max === null ? UNKNOWN : `${formatDegrees(min, locale)} / ${formatDegrees(max, locale)}`
  return days.map((day, index) => ({
    day: formatCalendarDay(day.date, 'shortDay', teller),
    href: `${path}/${day.date}`,
    observed: span(day.temperatureMin, day.temperatureMax),
    forecast: span(day.forecastMin, day.forecastMax),
    observedRange: scale[index] ?? null,
    forecastRange: scale[days.length + index] ?? null,
    rain: formatAmount(day.precipitationTotal, units.precipitation, locale),
    readings: formatNumber(day.observationCount, 0, locale),
  }))
}
