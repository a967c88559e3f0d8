import { amount, degrees, exactDegrees, speed } from '../../format/measures.ts'
import { number, share, UNKNOWN } from '../../format/numbers.ts'
import { ofDay } from '../../format/times.ts'
import { ranges } from '../charts/ranges.ts'
import type { History } from '../weather.server.ts'
import { type Teller, tell } from './teller.ts'

export type PastRow = readonly [
  day: string,
  observed: string,
  forecast: string,
  rain: string,
  readings: string,
  observedRange: readonly [start: number, length: number] | null,
  forecastRange: readonly [start: number, length: number] | null,
]

export interface PastView {
  /** The week in a sentence, or why it is missing. */
  readonly text: string
  readonly count: string | null
  /** Whether all values were measured; otherwise nothing may be called so. */
  readonly isMeasured: boolean
  readonly rows: readonly PastRow[]
  readonly accuracy: readonly string[]
  readonly accuracyNote: string | null
}

/** The lead times shown, in hours. */
const TOLD_LEADS: ReadonlySet<number> = new Set([3, 24, 48, 72, 120])
/** A bias of more than half of the mean absolute error is worth mentioning. */
const HABIT = 0.5

/** Past weather and forecast accuracy. */
export function pastView(history: History | null, teller: Teller): PastView {
  const { m, locale } = teller
  const nothing = { count: null, isMeasured: false, rows: [], accuracy: [], accuracyNote: null }
  if (history === null) return { text: m.pastUnknown, ...nothing }
  const { summary, units } = history
  if (summary.observationCount === 0) return { text: m.pastNone, ...nothing }
  const { min, max, mean } = summary.temperature
  const isMeasured = summary.kind === 'observation'
  const parts = [
    ...(min === null
      ? []
      : [tell(teller, m.pastRange, { min: degrees(min, locale), max: degrees(max, locale), mean: degrees(mean, locale) })]),
    ...(summary.precipitationTotal === null ? [] : [rainText(summary.precipitationTotal, history, teller)]),
    ...(summary.windGustMax === null ? [] : [tell(teller, m.pastGusts, { speed: speed(summary.windGustMax, units.windSpeed, locale) })]),
  ]
  const accuracy = summary.accuracy.filter(({ leadHours, temperatureMae }) => TOLD_LEADS.has(leadHours) && temperatureMae !== null)
  return {
    text: parts.join('; '),
    count: tell(teller, isMeasured ? m.pastCount : m.pastEstimates, { n: summary.observationCount }),
    isMeasured,
    rows: rowsOf(history, teller),
    accuracy: accuracy.map((group) => accuracyLine(group, units.temperature, teller)),
    accuracyNote: accuracy.length === 0 ? m.accuracyNone : isMeasured ? null : m.accuracyEstimates,
  }
}

/** A sum says of how many hours it is, unless it is of all. */
function rainText(total: number, { summary: { hoursCovered, hours }, units }: History, teller: Teller): string {
  const { m, locale } = teller
  const values = {
    amount: amount(total, units.precipitation, locale),
    covered: number(hoursCovered, 0, locale),
    hours: number(hours, 0, locale),
  }
  return tell(teller, hoursCovered < hours ? m.pastRainPart : m.pastRain, values)
}

function rowsOf({ summary: { days }, units }: History, teller: Teller): PastRow[] {
  const { locale } = teller
  const scale = ranges([
    ...days.map(({ temperatureMin: min, temperatureMax: max }) => ({ min, max })),
    ...days.map(({ forecastMin: min, forecastMax: max }) => ({ min, max })),
  ])
  const span = (min: number | null, max: number | null) =>
    min === null || max === null ? UNKNOWN : `${degrees(min, locale)} / ${degrees(max, locale)}`
  return days.map((day, index) => [
    ofDay(day.date, 'shortDay', teller),
    span(day.temperatureMin, day.temperatureMax),
    span(day.forecastMin, day.forecastMax),
    amount(day.precipitationTotal, units.precipitation, locale),
    number(day.observationCount, 0, locale),
    scale[index] ?? null,
    scale[days.length + index] ?? null,
  ])
}

function accuracyLine(group: History['summary']['accuracy'][number], unit: string, teller: Teller): string {
  const { m, locale } = teller
  const { leadHours, n, temperatureMae: error, temperatureBias: bias, precipitationHitRate: hits } = group
  const isHabit = error !== null && bias !== null && Math.abs(bias) > HABIT * error && Math.abs(bias) >= 0.3
  const parts = [
    tell(teller, m.accuracyLine, { lead: leadText(leadHours, locale), error: exactDegrees(error, unit, locale) }),
    ...(isHabit ? [bias > 0 ? m.accuracyWarm : m.accuracyCold] : []),
    ...(hits === null ? [] : [tell(teller, m.accuracyWet, { share: share(hits, locale) })]),
  ]
  return `${parts.join(', ')} (${tell(teller, m.accuracyPairs, { n: n })}).`
}

/** `3 hours`, `2 days`. */
function leadText(hours: number, locale: string): string {
  const [value, unit] = hours < 48 ? [hours, 'hour'] : [hours / 24, 'day']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
