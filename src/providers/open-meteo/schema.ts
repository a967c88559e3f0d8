import { placeClock, zoneOffsetSeconds } from '../../domain/local-time.ts'
import type { PlaceClock } from '../../domain/model.ts'
import { conversion, type Dimension } from './upstream-units.ts'

type Json = Readonly<Record<string, unknown>>

/** Whether the value is an object and not an array. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One moment of a block: its time and its values in canonical units. Null: not sent, not a number, or in an unknown unit. */
export interface Row {
  readonly timeMs: number
  /** The calendar day as the upstream delimits it. */
  readonly date: string
  number(variable: string, dimension: Dimension): number | null
  /** Epoch milliseconds of a variable such as `sunrise`. */
  instantMs(variable: string): number | null
}

/** A structurally valid forecast response. A block that was not sent is null. */
export interface Forecast {
  /** The grid cell's, as sent. */
  readonly lat: unknown
  readonly lon: unknown
  readonly clock: PlaceClock
  readonly current: Row | null
  readonly hourly: readonly Row[] | null
  readonly daily: readonly Row[] | null
}

/**
 * Validates the structure of a forecast response: an object with a clock and at least one block. Of a list (several places) the first is
 * used, because only one is requested. Null if the structure is invalid.
 */
export function decodeForecast(body: unknown, nowMs: number): Forecast | null {
  const answer: unknown = Array.isArray(body) ? body[0] : body
  if (!isObject(answer)) return null
  const sent = placeClock(answer['timezone'], answer['utc_offset_seconds'], nowMs)
  if (sent === null) return null
  const current = isObject(answer['current']) ? currentRow(answer, sent.utcOffsetSeconds) : null
  const hourly = rows(answer, 'hourly', sent.utcOffsetSeconds)
  const daily = rows(answer, 'daily', sent.utcOffsetSeconds)
  if (current === null && hourly === null && daily === null) return null
  // Local times are read with the stated offset, but servers have stated 0 for a named zone (January 2025).
  const offset = zoneOffsetSeconds(sent.timezone, current?.timeMs ?? nowMs) ?? sent.utcOffsetSeconds
  const { latitude: lat, longitude: lon } = answer
  return { lat, lon, clock: { timezone: sent.timezone, utcOffsetSeconds: offset }, current, hourly, daily }
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/

/**
 * Unix seconds, or a local time without an offset. One offset applies to a whole response, even across a clock change, where the local
 * hours may not exist or exist twice; subtracting it still gives the right instants.
 */
function timeMs(value: unknown, offsetSeconds: number): number | null {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 253_402_300_800 ? value * 1_000 : null
  if (typeof value !== 'string' || !LOCAL_TIME.test(value)) return null
  const ms = Date.parse(value.length === 10 ? `${value}T00:00Z` : `${value}Z`) - offsetSeconds * 1_000
  return Number.isNaN(ms) ? null : ms
}

function row(time: unknown, read: (variable: string) => unknown, units: unknown, offsetSeconds: number): Row | null {
  const ms = timeMs(time, offsetSeconds)
  if (ms === null) return null
  return {
    timeMs: ms,
    date: new Date(ms + offsetSeconds * 1_000).toISOString().slice(0, 10),
    number(variable, dimension) {
      const value = read(variable)
      if (typeof value !== 'number' || !Number.isFinite(value)) return null
      return conversion(dimension, isObject(units) ? units[variable] : undefined)?.(value) ?? null
    },
    instantMs: (variable) => timeMs(read(variable), offsetSeconds),
  }
}

function currentRow(answer: Json, offsetSeconds: number): Row | null {
  const block = answer['current'] as Json
  return row(block['time'], (variable) => block[variable], answer['current_units'], offsetSeconds)
}

/** A block of columns as rows; rows with an invalid time are skipped. */
function rows(answer: Json, name: 'hourly' | 'daily', offsetSeconds: number): readonly Row[] | null {
  const block = answer[name]
  if (!isObject(block) || !Array.isArray(block['time'])) return null
  return block['time'].flatMap((time: unknown, index) => {
    const read = (variable: string) => {
      const column = block[variable]
      return Array.isArray(column) ? (column[index] as unknown) : null
    }
    return row(time, read, answer[`${name}_units`], offsetSeconds) ?? []
  })
}
