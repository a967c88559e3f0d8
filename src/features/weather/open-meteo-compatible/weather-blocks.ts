import {
  type CurrentWeather,
  type DailyPoint,
  type HourlyPoint,
  type MinutelyPoint,
  getDayBounds,
  isHour,
  parseInstant,
} from '@isobar/weather'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { type Block, writeClockTime } from './answer.ts'
import { type DayRow, findDaily } from './daily-variables.ts'
import { type Column, buildBlockColumns } from './definition.ts'
import { findHourly, type HourRow, type KnownHour, type RowPlace } from './hourly-variables.ts'
import { findMinutely, listQuarterRows } from './minutely-variables.ts'
import type { WeatherRequest } from './request.ts'
import { type TimeRange, listRowTimes, type TimeRanges } from './time-range.ts'

/** What is known of a place, past and coming, each day and minute at most once. */
export interface KnownWeather {
  readonly place: RowPlace
  /** Epoch milliseconds. */
  readonly now: number
  /** IANA name of the place's own. */
  readonly timezone: string
  readonly current: CurrentWeather | undefined
  /** What is known of a full hour, epoch milliseconds. */
  readonly hourAt: (ms: number) => KnownHour
  readonly days: readonly DailyPoint[]
  readonly minutes: readonly MinutelyPoint[]
}

const HOURS = 24

/** The blocks that a request asks for, at a clock so far ahead of UTC. */
export function buildWeatherBlocks(
  { current, isFormerCurrent, minutely15, hourly, daily, units, isUnixTime }: WeatherRequest,
  known: KnownWeather,
  ranges: TimeRanges,
  utcOffsetSeconds: number,
): readonly Block[] {
  const blocks: Block[] = []
  if (current.length > 0 && known.current !== undefined) {
    const observedMs = parseInstant(known.current.observedAt)
    const row = { state: known.current, preceding: known.current, place: known.place, ms: observedMs, extremes: null }
    blocks.push({
      name: isFormerCurrent ? 'current_weather' : 'current',
      // Local times have no seconds.
      times: [(observedMs - (observedMs % MINUTE_MS)) / 1_000],
      // Amounts of current weather cover an hour.
      intervalSeconds: HOUR_MS / 1_000,
      columns: buildBlockColumns(current, findHourly, [row], units, isUnixTime),
    })
  }
  const add = (name: Block['name'], { fromMs, toMs, stepMs }: TimeRange, columns: Block['columns']): void => {
    const times = listRowTimes({ fromMs, toMs, stepMs }).map((ms) => ms / 1_000)
    blocks.push({ name, times, intervalSeconds: stepMs / 1_000, columns })
  }
  const rowOf = hourRowsOf(known, utcOffsetSeconds)
  const rowAt = (rowMs: number): HourRow => rowOf(computeRowHour(rowMs, utcOffsetSeconds))
  if (minutely15.length > 0) {
    add(
      'minutely_15',
      ranges.minutely15,
      buildBlockColumns(minutely15, findMinutely, listQuarterRows(ranges.minutely15, known.minutes, rowOf), units, isUnixTime),
    )
  }
  if (hourly.length > 0) {
    add('hourly', ranges.hourly, buildBlockColumns(hourly, findHourly, listRowTimes(ranges.hourly).map(rowAt), units, isUnixTime))
  }
  if (daily.length > 0) {
    add(
      'daily',
      ranges.daily,
      buildBlockColumns(daily, findDaily, dayRows(ranges.daily, known, rowAt, utcOffsetSeconds), units, isUnixTime),
    )
  }
  return blocks
}

/**
 * A block without the rows after the last one of which anything is known. Programs read numbers without looking, since theirs has them for all days of a forecast: what is beyond a source's hours is absent, not null.
 * What follows from the place and the time alone does not count; a block of which nothing is known stays.
 */
export function withoutUnknownEnd({ times, columns, ...block }: Block): Block {
  const ofWeather = columns.filter(({ isFromSun }) => !isFromSun)
  const lastState = lastOf(ofWeather.filter(({ isPreceding }) => !isPreceding))
  const last = lastState === -1 ? lastOf(ofWeather) : lastState
  const length = last === -1 ? times.length : last + 1
  return {
    ...block,
    times: times.slice(0, length),
    columns: columns.map((column) => ({ ...column, values: column.values.slice(0, length) })),
  }
}

/** The last row of which one of the columns is known; −1: none. */
function lastOf(columns: readonly Column[]): number {
  return Math.max(-1, ...columns.map(({ values }) => values.findLastIndex((value) => value !== null)))
}

/**
 * When the hour of a row begins. Where a clock is not whole hours from UTC, rows are still labelled with whole hours and hold the values of the
 * full hour next to them, as theirs.
 */
export function computeRowHour(rowMs: number, utcOffsetSeconds: number): number {
  return rowMs + (utcOffsetSeconds % 3_600) * 1_000
}

/** The rows of hours, each at most once, by their start. */
export function buildHourRowLookup(hours: readonly HourlyPoint[]): KnownWeather['hourAt'] {
  const byStart = new Map(hours.map((hour) => [parseInstant(hour.time), hour]))
  return (ms) => {
    const before = byStart.get(ms - HOUR_MS)
    // The amounts of a longer step are not those of its first hour.
    return { state: byStart.get(ms), preceding: before !== undefined && isHour(before) ? before : undefined }
  }
}

/** The row of a full hour, epoch milliseconds. */
function hourRowsOf({ hourAt, days, place }: KnownWeather, utcOffsetSeconds: number): (ms: number) => HourRow {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const extremes = new Map<string, HourRow['extremes']>()
  function extremesOf(date: string, ms: number): HourRow['extremes'] {
    const { temperatureMin: min = null, temperatureMax: max = null } = byDate.get(date) ?? {}
    if (min !== null && max !== null) return { min, max }
    // Of a day that has begun before the source's hours, those that are known.
    const known = Array.from({ length: 2 * HOURS }, (_, index) => ms + (index - HOURS) * HOUR_MS)
      .filter((at) => writeClockTime(at / 1_000, utcOffsetSeconds, true) === date)
      .flatMap((at) => hourAt(at).state?.temperature ?? [])
    return known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) }
  }
  return (ms) => {
    const date = writeClockTime(ms / 1_000, utcOffsetSeconds, true)
    if (!extremes.has(date)) extremes.set(date, extremesOf(date, ms))
    return { ...hourAt(ms), place, ms, extremes: extremes.get(date) ?? null }
  }
}

function dayRows(
  range: TimeRange,
  { days, place, timezone, now }: KnownWeather,
  rowAt: (rowMs: number) => HourRow,
  utcOffsetSeconds: number,
): readonly DayRow[] {
  const byDate = new Map(days.map((day) => [day.date, day]))
  return listRowTimes(range).map((startMs) => {
    const date = writeClockTime(startMs / 1_000, utcOffsetSeconds, true)
    const ofDate = byDate.get(date)
    return {
      place,
      startMs,
      isRunning: startMs <= now && now < startMs + range.stepMs,
      day: ofDate !== undefined && isSameDay(ofDate, startMs) ? ofDate : undefined,
      ofDate,
      dateBounds: getDayBounds(date, timezone),
      hours: Array.from({ length: HOURS }, (_, hour) => rowAt(startMs + hour * HOUR_MS)),
    }
  })
}

/** A source cuts days by the place's clock. After a clock change that one begins its days an hour off the answer's only offset. */
function isSameDay(day: DailyPoint, startMs: number): boolean {
  return Math.abs(parseInstant(day.time) - startMs) <= HOUR_MS
}
