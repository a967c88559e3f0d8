import { describeCondition } from '@isobar/weather'
import type { Measures, MailWords } from '../../../../mail/catalogue/index.ts'
import type { DigestDay } from './data.ts'

/** One day as the table and the text show it; unknown values are null. */
export interface DayRow {
  readonly day: string
  readonly weekday: string
  readonly condition: string | null
  readonly gusts: string | null
  readonly min: string | null
  readonly max: string | null
  /** Position of the bar from low to high on the week's scale, in percent. */
  readonly bar: { readonly left: number; readonly width: number; readonly right: number; readonly color: string } | null
  readonly precipitation: string | null
  readonly probability: string | null
  /** Everything in one sentence. */
  readonly line: string
}

/** Near gale, Beaufort 7, from which walking is an effort (WMO-No. 8): weaker gusts are omitted. */
const MIN_GUST_MPS = 13.9
/** Keeps the bar visible on a day whose low equals its high, in percent. */
const MIN_WIDTH = 6

/** The rows of a week, with bars on one common temperature scale. */
export function buildDigestDayRows(days: readonly DigestDay[], words: MailWords, measures: Measures): DayRow[] {
  const known = days.flatMap(({ temperatureMin, temperatureMax }) => [temperatureMin, temperatureMax].filter((value) => value !== null))
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  return days.map((day) => {
    const gusts =
      day.windGust !== null && day.windGust >= MIN_GUST_MPS ? words.t('digest.gusts', { speed: measures.wind(day.windGust) }) : null
    const row = {
      day: words.day(day.date),
      weekday: words.weekday(day.date),
      condition: describeCondition(day.condition, true, words),
      gusts,
      min: measures.degrees(day.temperatureMin),
      max: measures.degrees(day.temperatureMax),
      bar: barOf(day, low, span),
      precipitation: measures.precipitationWithSnow(day.precipitation, day.snow ?? null, meanOf(day)),
      probability: day.precipitationProbability === null ? null : words.percent(day.precipitationProbability),
    }
    return { ...row, line: lineOf(day, row, words, measures) }
  })
}

/** The middle of the day's range in °C; null: unknown. */
function meanOf({ temperatureMin: low, temperatureMax: high }: DigestDay): number | null {
  return low === null || high === null ? null : (low + high) / 2
}

function barOf({ temperatureMin, temperatureMax }: DigestDay, low: number, span: number): DayRow['bar'] {
  if (temperatureMin === null || temperatureMax === null || temperatureMax < temperatureMin) return null
  const percent = (value: number): number => (span === 0 ? 0 : Math.round(((value - low) / span) * 100))
  const left = Math.min(percent(temperatureMin), 100 - MIN_WIDTH)
  const width = span === 0 ? 100 : Math.max(percent(temperatureMax) - left, MIN_WIDTH)
  return { left, width, right: 100 - left - width, color: colorOf((temperatureMin + temperatureMax) / 2) }
}

const COLORS: readonly (readonly [belowCelsius: number, color: string])[] = [
  [-10, '#5a4fcf'],
  [0, '#3d7bd9'],
  [8, '#2b9db8'],
  [16, '#3fa06a'],
  [23, '#c99a1c'],
  [30, '#dc7422'],
]

function colorOf(celsius: number): string {
  return COLORS.find(([below]) => celsius < below)?.[1] ?? '#cf3b30'
}

function lineOf(day: DigestDay, row: Omit<DayRow, 'line'>, words: MailWords, measures: Measures): string {
  const { temperatureMin: min, temperatureMax: max } = day
  const range =
    min === null || max === null
      ? (measures.temperature(max) ?? measures.temperature(min))
      : words.t('digest.headline.range', { min: measures.temperature(min), max: measures.temperature(max) })
  // In a line there is no column heading, so the percentage needs a label.
  const chance = row.probability === null ? null : words.t('digest.chance', { share: row.probability })
  const wet = row.precipitation === null ? chance : `${row.precipitation}${row.probability === null ? '' : ` (${row.probability})`}`
  const parts = [range, row.condition, wet, row.gusts].filter((part) => part !== null)
  return `${row.day}${words.t('mail.colon')} ${parts.length === 0 ? words.t('digest.noData') : parts.join(words.t('mail.comma'))}`
}
