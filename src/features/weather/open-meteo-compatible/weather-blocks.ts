import { parseInstant } from '../../../domain/instant.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, MinutelyPoint } from '../../../domain/model.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { type Block, localTime } from './answer.ts'
import { type DayRow, findDaily } from './daily-variables.ts'
import { columnsOf, definition, type Definitions, findIn } from './definition.ts'
import { findHourly, type HourRow } from './hourly-variables.ts'
import type { WeatherRequest } from './request.ts'
import { QUARTER_MS, type TimeRange, timesIn, type TimeRanges } from './time-range.ts'

/** What is known of a place, past and coming, each day and minute at most once. */
export interface KnownWeather {
  readonly current: CurrentWeather | undefined
  /** What is known of a full hour, epoch milliseconds. */
  readonly hourAt: (ms: number) => HourRow
  readonly days: readonly DailyPoint[]
  readonly minutes: readonly MinutelyPoint[]
}

const HOURS = 24

/** The blocks that a request asks for, at a clock so far ahead of UTC. */
export function weatherBlocks(
  { current, isFormerCurrent, minutely15, hourly, daily, units, isUnixTime }: WeatherRequest,
  known: KnownWeather,
  ranges: TimeRanges,
  utcOffsetSeconds: number,
): readonly Block[] {
  const blocks: Block[] = []
  if (current.length > 0 && known.current !== undefined) {
    const columns = columnsOf(current, findHourly, [{ state: known.current, preceding: known.current }], units, isUnixTime)
    const observedMs = parseInstant(known.current.observedAt)
    blocks.push({
      name: isFormerCurrent ? 'current_weather' : 'current',
      // Local times have no seconds.
      times: [(observedMs - (observedMs % MINUTE_MS)) / 1_000],
      // Amounts of current weather cover an hour.
      intervalSeconds: HOUR_MS / 1_000,
      columns,
    })
  }
  const add = (name: Block['name'], { fromMs, toMs, stepMs }: TimeRange, columns: Block['columns']): void => {
    blocks.push({ name, times: timesIn({ fromMs, toMs, stepMs }).map((ms) => ms / 1_000), intervalSeconds: stepMs / 1_000, columns })
  }
  if (minutely15.length > 0) {
    const rows = quarterRows(ranges.minutely15, known.minutes)
    add('minutely_15', ranges.minutely15, columnsOf(minutely15, findMinutely, rows, units, isUnixTime))
  }
  if (hourly.length > 0) {
    const rows = hourRows(ranges.hourly, known, utcOffsetSeconds)
    add('hourly', ranges.hourly, columnsOf(hourly, findHourly, rows, units, isUnixTime))
  }
  if (daily.length > 0) {
    const rows = dayRows(ranges.daily, known, utcOffsetSeconds)
    add('daily', ranges.daily, columnsOf(daily, findDaily, rows, units, isUnixTime))
  }
  return blocks
}

/**
 * When the hour of a row begins. Where a clock is not whole hours from UTC, rows are still labelled with whole hours and hold the values of the
 * full hour next to them, as theirs.
 */
export function hourOf(rowMs: number, utcOffsetSeconds: number): number {
  return rowMs + (utcOffsetSeconds % 3_600) * 1_000
}

/** The rows of hours, each at most once, by their start. */
export function rowsOfHours(hours: readonly HourlyPoint[]): KnownWeather['hourAt'] {
  const byStart = new Map(hours.map((hour) => [parseInstant(hour.time), hour]))
  return (ms) => ({ state: byStart.get(ms), preceding: byStart.get(ms - HOUR_MS) })
}

function hourRows(range: TimeRange, { hourAt }: KnownWeather, utcOffsetSeconds: number): readonly HourRow[] {
  return timesIn(range).map((rowMs) => hourAt(hourOf(rowMs, utcOffsetSeconds)))
}

function quarterRows(range: TimeRange, minutes: readonly MinutelyPoint[]): readonly (readonly number[])[] {
  const byQuarter = new Map<number, number[]>()
  for (const { time, precipitation } of minutes) {
    if (precipitation === null) continue
    const endMs = Math.floor(parseInstant(time) / QUARTER_MS) * QUARTER_MS + QUARTER_MS
    const rates = byQuarter.get(endMs)
    if (rates === undefined) byQuarter.set(endMs, [precipitation])
    else rates.push(precipitation)
  }
  return timesIn(range).map((rowMs) => byQuarter.get(rowMs) ?? [])
}

function dayRows(range: TimeRange, known: KnownWeather, utcOffsetSeconds: number): readonly DayRow[] {
  const byDate = new Map(known.days.map((day) => [day.date, day]))
  const rows = hourRows({ ...range, stepMs: HOUR_MS }, known, utcOffsetSeconds)
  return timesIn(range).map((startMs, index) => {
    const ofDate = byDate.get(localTime(startMs / 1_000, utcOffsetSeconds, true))
    return {
      day: ofDate !== undefined && isSameDay(ofDate, startMs) ? ofDate : undefined,
      ofDate,
      hours: rows.slice(index * HOURS, (index + 1) * HOURS),
    }
  })
}

/** A source cuts days by the place's clock. After a clock change that one begins its days an hour off the answer's only offset. */
function isSameDay(day: DailyPoint, startMs: number): boolean {
  return Math.abs(parseInstant(day.time) - startMs) <= HOUR_MS
}

/** The rates of the fifteen minutes before a row's time, in mm/h; fewer where some are unknown. */
type QuarterRow = readonly number[]

const MINUTES = 15

/** Sources forecast by the minute how much falls; the state of the weather between full hours would have to be interpolated. */
const MINUTELY: Definitions<QuarterRow> = {
  precipitation: definition('amount', (rates) => (rates.length < MINUTES ? null : rates.reduce((sum, rate) => sum + rate, 0) / 60)),
}

const findMinutely = findIn(MINUTELY)
