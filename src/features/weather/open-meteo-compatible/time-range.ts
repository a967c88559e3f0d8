import { DAY_MS, HOUR_MS, MINUTE_MS, toUtcDay } from '../../../time.ts'
import { parseCalendarDay, readIntegerParameter, readListParameter, parseLocalDateTime, type Parameters } from './parameters.ts'
import { buildRequestRefusal } from './refusal.ts'

/** The rows of a block: each `stepMs` from `fromMs` until before `toMs`, epoch milliseconds. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
}

export interface TimeRanges {
  readonly daily: TimeRange
  readonly hourly: TimeRange
  readonly minutely15: TimeRange
}

/** How far an API looks, in days. */
export interface Horizon {
  readonly forecastDays: number
  readonly maxForecastDays: number
  readonly maxPastDays: number
}

/** The ranges of a place, whose clock is `offsetMs` ahead of UTC; that offset holds for the whole answer, as in theirs. */
export type RangesAt = (offsetMs: number, now: number) => TimeRanges

export const QUARTER_MS = 15 * MINUTE_MS
/** Unless days are asked for, `minutely_15` ends after so many. */
const MINUTELY_DAYS = 3
/** The start and end of a period, as if local time were UTC; the end is included. */
type Period = readonly [start: number, end: number]

/**
 * The periods that a request asks for, one for each of its places or one for all. Days begin at midnight of the place's clock.
 * @throws AppError invalid_request
 */
export function readTimeRanges(parameters: Parameters, horizon: Horizon, now: number): readonly RangesAt[] {
  const dates = periodsOf(parameters, 'start_date', 'end_date', parseCalendarDay)
  const hours = periodsOf(parameters, 'start_hour', 'end_hour', parseLocalDateTime)
  const quarters = periodsOf(parameters, 'start_minutely_15', 'end_minutely_15', parseLocalDateTime)
  const count = Math.max(dates.length, hours.length, quarters.length)
  const steps = stepsOf(parameters, horizon)
  if (count === 0) return [(offsetMs, at) => around(steps, horizon, offsetMs, at)]
  for (const [name, value] of Object.entries(steps)) {
    if (value !== undefined && value !== 0)
      throw buildRequestRefusal(`Parameter '${name}' is mutually exclusive with 'start_date' and 'end_date'`)
  }
  for (const [period, name] of [
    [dates, 'date'],
    [hours, 'hourly'],
    [quarters, 'minutely_15'],
  ] as const) {
    for (const [start, end] of period) {
      assertAllowed(start, `start_${name}`, horizon, now)
      assertAllowed(end, `end_${name}`, horizon, now)
    }
  }
  return Array.from({ length: count }, (_, index) => (offsetMs, at) => between(dates[index], hours[index], quarters[index], offsetMs, at))
}

function periodsOf(parameters: Parameters, first: string, last: string, read: (text: string) => number): readonly Period[] {
  const starts = readListParameter(parameters, first)
  const ends = readListParameter(parameters, last)
  if (starts.length !== ends.length) {
    const isMissing = starts.length === 0 || ends.length === 0
    throw buildRequestRefusal(
      isMissing
        ? "Both 'start_date' and 'end_date' must be set in the url"
        : "Parameter 'start_date' and 'end_date' must have the same number of elements",
    )
  }
  return starts.map((text, index) => {
    const [start, end] = [read(text), read(ends[index] ?? '')]
    if (end < start) throw buildRequestRefusal('End-date must be larger or equals than start-date')
    return [start, end]
  })
}

function assertAllowed(ms: number, parameter: string, { maxForecastDays, maxPastDays }: Horizon, now: number): void {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const [first, last] = [today - maxPastDays * DAY_MS, today + (maxForecastDays - 1) * DAY_MS]
  // A zone may be a day ahead.
  if (ms >= first - DAY_MS && ms < last + 2 * DAY_MS) return
  throw buildRequestRefusal(`Parameter '${parameter}' is out of allowed range from ${toUtcDay(first)} to ${toUtcDay(last)}`)
}

type Steps = Readonly<
  Record<'past_days' | 'forecast_days' | 'past_hours' | 'forecast_hours' | 'past_minutely_15' | 'forecast_minutely_15', number | undefined>
>

const PER_DAY = { days: 1, hours: 24, minutely_15: 96 } as const

function stepsOf(parameters: Parameters, { maxForecastDays, maxPastDays }: Horizon): Steps {
  function count(way: 'past' | 'forecast', unit: 'days' | 'hours' | 'minutely_15'): number | undefined {
    const most = (way === 'past' ? maxPastDays : maxForecastDays) * PER_DAY[unit]
    const value = readIntegerParameter(parameters, `${way}_${unit}`)
    if (value === undefined || (value >= 0 && value <= most)) return value
    throw buildRequestRefusal(`${way === 'past' ? 'Past' : 'Forecast'} days is invalid. Allowed range 0 to ${most}. Given ${value}.`)
  }
  return {
    past_days: count('past', 'days'),
    forecast_days: count('forecast', 'days'),
    past_hours: count('past', 'hours'),
    forecast_hours: count('forecast', 'hours'),
    past_minutely_15: count('past', 'minutely_15'),
    forecast_minutely_15: count('forecast', 'minutely_15'),
  }
}

/** Days before and after now; hours and quarters of their own, if asked for, are counted from the running one. */
function around(steps: Steps, horizon: Horizon, offsetMs: number, now: number): TimeRanges {
  const daily = counted(steps.past_days ?? 0, steps.forecast_days ?? horizon.forecastDays, DAY_MS, offsetMs, now)
  const own = (past: number | undefined, forecast: number | undefined, defaultDays: number, stepMs: number) =>
    past === undefined && forecast === undefined
      ? undefined
      : counted(past ?? 0, forecast ?? (defaultDays * DAY_MS) / stepMs, stepMs, offsetMs, now)
  return {
    daily,
    hourly: own(steps.past_hours, steps.forecast_hours, horizon.maxForecastDays, HOUR_MS) ?? { ...daily, stepMs: HOUR_MS },
    minutely15: own(steps.past_minutely_15, steps.forecast_minutely_15, MINUTELY_DAYS, QUARTER_MS) ?? {
      ...counted(steps.past_days ?? 0, steps.forecast_days ?? MINUTELY_DAYS, DAY_MS, offsetMs, now),
      stepMs: QUARTER_MS,
    },
  }
}

function counted(past: number, forecast: number, stepMs: number, offsetMs: number, now: number): TimeRange {
  // Rows of hours hold the values of full hours (`computeRowHour`). Days begin with the place's own, not half an hour late as theirs.
  const early = stepMs < DAY_MS ? offsetMs % HOUR_MS : 0
  const running = Math.floor((now + offsetMs - early) / stepMs) * stepMs - offsetMs
  return { fromMs: running - past * stepMs, toMs: running + forecast * stepMs, stepMs }
}

function between(
  dates: Period | undefined,
  hours: Period | undefined,
  quarters: Period | undefined,
  offsetMs: number,
  now: number,
): TimeRanges {
  const range = ([start, end]: Period, stepMs: number): TimeRange => ({
    fromMs: Math.floor(start / stepMs) * stepMs - offsetMs,
    toMs: Math.floor(end / stepMs) * stepMs + stepMs - offsetMs,
    stepMs,
  })
  const daily = dates === undefined ? { fromMs: now, toMs: now, stepMs: DAY_MS } : range(dates, DAY_MS)
  const hourly = hours === undefined ? { ...daily, stepMs: HOUR_MS } : range(hours, HOUR_MS)
  return { daily, hourly, minutely15: quarters === undefined ? { ...hourly, stepMs: QUARTER_MS } : range(quarters, QUARTER_MS) }
}

/** The times of a range's rows, epoch milliseconds. */
export function listRowTimes({ fromMs, toMs, stepMs }: TimeRange): readonly number[] {
  return Array.from({ length: countRangeRows({ fromMs, toMs, stepMs }) }, (_, index) => fromMs + index * stepMs)
}

/** How many rows a range has. */
export function countRangeRows({ fromMs, toMs, stepMs }: TimeRange): number {
  return Math.max(0, Math.ceil((toMs - fromMs) / stepMs))
}
