import { type PlaceClock, toPlaceClock } from '@isobar/weather'
import { isObject, type Json, readObjects } from '../json.ts'

/** The end of the year 9999; larger values are not times. */
const LAST_EPOCH_SECOND = 253_402_300_799

/** Unix seconds as epoch milliseconds. Null for 0 too, which means "does not happen" (moonrise, polar sunrise). */
export function readOpenWeatherTime(seconds: unknown): number | null {
  return Number.isInteger(seconds) && (seconds as number) > 0 && (seconds as number) <= LAST_EPOCH_SECOND
    ? (seconds as number) * 1_000
    : null
}

/** An element of a series with its time; the rest of it is read where it is used. */
export interface Timed {
  readonly timeMs: number
  readonly fields: Json
}

/** A structurally valid One Call response. A block that was not sent, or has nothing usable, is null (alerts: empty). */
export interface OneCall {
  /** As sent. */
  readonly lat: unknown
  readonly lon: unknown
  readonly clock: PlaceClock
  readonly current: Timed | null
  readonly minutely: readonly Timed[] | null
  readonly hourly: readonly Timed[] | null
  readonly daily: readonly Timed[] | null
  readonly alerts: readonly Json[]
}

/** The element with its time; empty if it has no time. */
export function readTimedElement(fields: Json): Timed[] {
  const timeMs = readOpenWeatherTime(fields['dt'])
  return timeMs === null ? [] : [{ timeMs, fields }]
}

/** The elements in order of time, without invalid ones and those without a time. */
export function readTimedSeries(block: unknown): readonly Timed[] | null {
  const elements = readObjects(block).flatMap(readTimedElement)
  return elements.length === 0 ? null : elements.sort((a, b) => a.timeMs - b.timeMs)
}

/**
 * Validates the structure of a One Call 3.0 response: an object with a clock and at least one of current, hourly and daily. Null if the
 * structure is invalid. Invalid elements are skipped; single values are checked where they are read.
 */
export function decodeOneCall(body: unknown, nowMs: number): OneCall | null {
  if (!isObject(body)) return null
  const current = isObject(body['current']) ? (readTimedElement(body['current'])[0] ?? null) : null
  const hourly = readTimedSeries(body['hourly'])
  const daily = readTimedSeries(body['daily'])
  // The offset is that of the data, which may be a recording of another season.
  const clock = toPlaceClock(body['timezone'], body['timezone_offset'], (current ?? hourly?.[0] ?? daily?.[0])?.timeMs ?? nowMs)
  if (clock === null || (current === null && hourly === null && daily === null)) return null
  const { lat, lon } = body
  return { lat, lon, clock, current, minutely: readTimedSeries(body['minutely']), hourly, daily, alerts: readObjects(body['alerts']) }
}
