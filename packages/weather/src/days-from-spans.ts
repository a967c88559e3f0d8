import { type Condition, DRY_CONDITIONS } from './condition.ts'
import { isCovered } from './coverage.ts'
import { type CalendarDay, formatInstant, parseInstant } from './instant.ts'
import { getDayBounds, toCalendarDay, type DayBounds } from './local-time.ts'
import { computeMeanWindDirection } from './mean-wind.ts'
import { mapMeasurements, type MeasurementName, NOTHING_MEASURED } from './measurements.ts'
import type { DailyPoint, HourlyPoint, Measurements } from './model.ts'
import { roundHalfAway } from './round.ts'
import { findEndOfStep } from './series.ts'
import { HOUR_MS } from './time.ts'

/** A stretch of a forecast: the state at its start, which stands until its end, and the amounts of the whole stretch. Epoch milliseconds. */
export interface Span extends Omit<Measurements, 'providerCode'> {
  readonly startMs: number
  readonly endMs: number
  readonly temperature: number | null
  /** The extremes of the whole stretch, if the source has them. */
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly precipitationProbability: number | null
}

/** An amount that falls between two moments, epoch milliseconds. */
export interface AmountSpan {
  readonly startMs: number
  readonly endMs: number
  readonly amount: number | null
}

/** An hour, or a longer step, as a span. */
export function toHourSpan(hour: HourlyPoint): Span & HourlyPoint {
  return { ...hour, startMs: parseInstant(hour.time), endMs: findEndOfStep(hour), temperatureMin: null, temperatureMax: null }
}

/** A calendar day of a place with the spans that share time with it. */
export interface DaySpans<S extends DayBounds> {
  readonly date: CalendarDay
  readonly bounds: DayBounds
  readonly spans: readonly S[]
}

/** The days in which spans lie, in their order; one that crosses midnight is in both. The calendar is asked once a day, not for each span. */
export function groupSpansByDay<S extends DayBounds>(spans: readonly S[], timezone: string): readonly DaySpans<S>[] {
  const byDate = new Map<CalendarDay, DaySpans<S> & { readonly spans: S[] }>()
  let current: (DaySpans<S> & { readonly spans: S[] }) | undefined
  function dayAt(ms: number) {
    if (current !== undefined && ms >= current.bounds.startMs && ms < current.bounds.endMs) return current
    const date = toCalendarDay(ms, timezone)
    current = byDate.get(date) ?? { date, bounds: getDayBounds(date, timezone), spans: [] }
    byDate.set(date, current)
    return current
  }
  for (const span of spans) for (const day of new Set([dayAt(span.startMs), dayAt(span.endMs - 1)])) day.spans.push(span)
  return [...byDate.values()]
}

/**
 * The calendar days of a place from spans that are in order and do not overlap, each of at most a day; for sources without days of their own.
 * A sum or mean needs 80 % of the day, an extreme 90 % (`coverage.ts`), so the first day has them only if it has just begun; its condition
 * and probability are those of the rest of it. An amount whose span crosses midnight is divided by time. Trailing days without a sum or an
 * extreme are left out.
 */
export function buildDaysFromSpans(spans: readonly Span[], timezone: string): DailyPoint[] {
  return buildGroupedDays(groupSpansByDay(spans, timezone))
}

/** The same of spans that are grouped already. */
export function buildGroupedDays(groups: readonly DaySpans<Span>[]): DailyPoint[] {
  const days = groups.map(({ date, bounds, spans }) => dayOf(date, spans, bounds))
  const last = days.findLastIndex(({ temperatureMax, temperatureMin, precipitation, windSpeed }) =>
    [temperatureMax, temperatureMin, precipitation, windSpeed].some((value) => value !== null),
  )
  return days.slice(0, Math.max(1, last + 1))
}

/** The sum over a day, rounded to four decimals; null unless 80 % of the day is known, or all of it. */
export function sumDayAmount(spans: readonly AmountSpan[], day: DayBounds, needed: 'most' | 'whole' = 'most'): number | null {
  let known = 0
  let sum = 0
  for (const { startMs, endMs, amount } of spans) {
    const part = overlap({ startMs, endMs }, day)
    if (amount === null || part === 0) continue
    known += part
    sum += (amount * part) / (endMs - startMs)
  }
  const length = day.endMs - day.startMs
  return (needed === 'whole' ? known >= length : isCovered('sum', known, length)) ? roundHalfAway(sum, 4) : null
}

function dayOf(date: CalendarDay, spans: readonly Span[], bounds: DayBounds): DailyPoint {
  const { startMs, endMs } = bounds
  const temperatures = spans.flatMap((span) => temperaturesIn(span, bounds))
  const hasRange = temperatures.length > 0 && isKnownFor('extremes', spans, bounds, (span) => temperaturesOf(span).length > 0)
  const probabilities = spans.flatMap(({ precipitationProbability }) => precipitationProbability ?? [])
  return {
    ...EMPTY_DAY,
    date,
    time: formatInstant(startMs),
    temperatureMin: hasRange ? Math.min(...temperatures) : null,
    temperatureMax: hasRange ? Math.max(...temperatures) : null,
    ...mapMeasurements(({ day }, name) => (day === null ? null : OF_DAY[day](spans, name, bounds))),
    precipitationProbability: probabilities.length === 0 ? null : Math.max(...probabilities),
    condition: conditionOfDay(spans, { startMs, endMs }),
  }
}

/** All values of a day unknown. */
export const EMPTY_DAY: Readonly<Record<Exclude<keyof DailyPoint, 'date' | 'time' | 'sun'>, null>> = {
  temperatureMin: null,
  temperatureMax: null,
  temperatureMorning: null,
  temperatureDay: null,
  temperatureEvening: null,
  temperatureNight: null,
  feelsLikeMin: null,
  feelsLikeMax: null,
  feelsLikeMorning: null,
  feelsLikeDay: null,
  feelsLikeEvening: null,
  feelsLikeNight: null,
  ...(NOTHING_MEASURED as Readonly<Record<MeasurementName, null>>),
  condition: null,
  providerCode: null,
  precipitationProbability: null,
  summary: null,
  sunrise: null,
  sunset: null,
  moonrise: null,
  moonset: null,
  moonPhase: null,
}

function overlap(span: DayBounds, day: DayBounds): number {
  return Math.max(0, Math.min(span.endMs, day.endMs) - Math.max(span.startMs, day.startMs))
}

function isKnownFor(what: 'sum' | 'extremes', spans: readonly Span[], day: DayBounds, has: (span: Span) => boolean): boolean {
  const known = spans.reduce((total, span) => (has(span) ? total + overlap(span, day) : total), 0)
  return isCovered(what, known, day.endMs - day.startMs)
}

const temperaturesOf = ({ temperature, temperatureMin, temperatureMax }: Span): number[] =>
  [temperature, temperatureMin, temperatureMax].filter((value) => value !== null)

/** Of a span that crosses midnight, only the temperature at its start has a known day. */
function temperaturesIn(span: Span, day: DayBounds): number[] {
  if (span.startMs < day.startMs) return []
  return span.endMs <= day.endMs ? temperaturesOf(span) : span.temperature === null ? [] : [span.temperature]
}

/** A measurement of a day from its spans; null unless enough of the day is known. */
type OfDay = (spans: readonly Span[], name: MeasurementName, day: DayBounds) => number | null

const OF_DAY: Readonly<Record<'mean' | 'angle' | 'sum' | 'highest', OfDay>> = {
  mean: meanOfDay,
  angle: directionOfDay,
  sum: (spans, name, day) =>
    sumDayAmount(
      spans.map((span) => ({ ...span, amount: span[name] })),
      day,
    ),
  highest(spans, name, day) {
    const values = spans.flatMap((span) => (span.startMs >= day.startMs ? (span[name] ?? []) : []))
    const isKnown = values.length > 0 && isKnownFor('extremes', spans, day, (span) => span[name] !== null)
    return isKnown ? Math.max(...values) : null
  },
}

function meanOfDay(spans: readonly Span[], name: MeasurementName, day: DayBounds): number | null {
  if (!isKnownFor('sum', spans, day, (span) => span[name] !== null)) return null
  let weight = 0
  let total = 0
  for (const span of spans) {
    const value = span[name]
    if (value === null) continue
    weight += overlap(span, day)
    total += value * overlap(span, day)
  }
  return roundHalfAway(total / weight, 1)
}

/** The direction of the mean wind: directions weighted by speed and time, in whole degrees; null in a calm or without 80 % of the day. */
function directionOfDay(spans: readonly Span[], name: MeasurementName, day: DayBounds): number | null {
  if (!isKnownFor('sum', spans, day, (span) => span.windSpeed !== null && span[name] !== null)) return null
  const winds = spans.flatMap((span) => {
    const { windSpeed, [name]: direction } = span
    return windSpeed === null || direction === null ? [] : [{ speed: windSpeed * overlap(span, day), direction }]
  })
  const direction = computeMeanWindDirection(winds)
  return direction === null ? null : Math.round(direction) % 360
}

/** Conditions with precipitation or worse, from mild to severe. */
const BY_SEVERITY: readonly Condition[] = [
  'drizzle',
  'light_rain',
  'rain_showers',
  'rain',
  'light_snow',
  'snow_showers',
  'sleet',
  'snow',
  'freezing_drizzle',
  'heavy_rain',
  'freezing_rain',
  'heavy_snow',
  'hail',
  'squall',
  'thunderstorm',
  'thunderstorm_hail',
  'tornado',
]

/** The most severe condition with precipitation; on a dry day, the one that lasts longest between 6 and 18 o'clock, else at any time. */
function conditionOfDay(spans: readonly Span[], day: DayBounds): Condition | null {
  const worst = BY_SEVERITY.findLast((condition) => spans.some((span) => span.condition === condition))
  if (worst !== undefined) return worst
  const daytime = { startMs: day.startMs + 6 * HOUR_MS, endMs: day.startMs + 18 * HOUR_MS }
  return longest(spans, daytime) ?? longest(spans, day)
}

function longest(spans: readonly Span[], within: DayBounds): Condition | null {
  const [, best] = DRY_CONDITIONS.reduce<[number, Condition | null]>(
    ([most, found], condition) => {
      const lasts = spans.reduce((total, span) => (span.condition === condition ? total + overlap(span, within) : total), 0)
      return lasts > 0 && lasts >= most ? [lasts, condition] : [most, found]
    },
    [0, null],
  )
  return best
}
