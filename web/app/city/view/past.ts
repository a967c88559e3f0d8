import { amount, degrees, number, speed, UNKNOWN } from '../../format/numbers.ts'
import { ofDay } from '../../format/times.ts'
import { ranges } from '../charts/curve.ts'
import type { History } from '../weather.ts'
import { accuracyView } from './accuracy.ts'
import { sentencesIn, type Teller } from './teller.ts'

export type PastView = ReturnType<typeof pastView>

/** Past weather and forecast accuracy. `path`: of the place's page, to which the days' own pages belong. */
export function pastView(history: History | null, teller: Teller, path = '') {
  const { t, lang, locale } = teller
  const nothing = { count: null, isMeasured: false, rows: [] }
  if (history === null) return { ...nothing, text: t('city.pastUnknown'), accuracy: { lines: [], note: null } }
  const { summary, units } = history
  const accuracy = accuracyView(history, teller)
  // Accuracy covers a year, so there may be scores without any value from this week.
  if (summary.observationCount === 0) return { ...nothing, text: sentencesIn(lang, [t('digest.past.none'), t('city.pastSoon')]), accuracy }
  const { min, max, mean } = summary.temperature
  const isMeasured = summary.kind === 'observation'
  const parts = [
    ...(min === null
      ? []
      : [t('digest.past.temperature', { min: degrees(min, locale), max: degrees(max, locale), mean: degrees(mean, locale) })]),
    ...(summary.precipitationTotal === null ? [] : [rainText(summary.precipitationTotal, history, teller)]),
    ...(summary.windGustMax === null ? [] : [t('digest.past.gusts', { speed: speed(summary.windGustMax, units.windSpeed, locale) })]),
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
    amount: amount(total, units.precipitation, locale),
    covered: number(hoursCovered, 0, locale),
    hours: number(hours, 0, locale),
  }
  return t(hoursCovered < hours ? 'city.pastRainPart' : 'digest.past.precipitation', values)
}

function rowsOf({ summary: { days }, units }: History, teller: Teller, path: string) {
  const { locale } = teller
  const scale = ranges([
    ...days.map(({ temperatureMin: min, temperatureMax: max }) => ({ min, max })),
    ...days.map(({ forecastMin: min, forecastMax: max }) => ({ min, max })),
  ])
  const span = (min: number | null, max: number | null) =>
    min === null || max === null ? UNKNOWN : `${degrees(min, locale)} / ${degrees(max, locale)}`
  return days.map((day, index) => ({
    day: ofDay(day.date, 'shortDay', teller),
    href: `${path}/${day.date}`,
    observed: span(day.temperatureMin, day.temperatureMax),
    forecast: span(day.forecastMin, day.forecastMax),
    observedRange: scale[index] ?? null,
    forecastRange: scale[days.length + index] ?? null,
    rain: amount(day.precipitationTotal, units.precipitation, locale),
    readings: number(day.observationCount, 0, locale),
  }))
}
