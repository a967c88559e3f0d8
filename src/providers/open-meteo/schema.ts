import { placeClock, zoneOffsetSeconds } from '../../domain/local-time.ts'
import type { PlaceClock } from '../../domain/model.ts'
import { conversion, type Dimension } from './upstream-units.ts'

type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One moment of a block: its time and its values in canonical units. Null: not sent, not a number, or in an unknown unit. */
export interface Row {
  readonly timeMs: number
  /** The calendar day as the upstream cuts it. */
  readonly date: string
  number(variable: string, dimension: Dimension): number | null
  /** The instant that a variable such as `sunrise` holds. */
  instantMs(variable: string): number | null
}

/** A forecast answer whose frame holds. A block that was not sent is null. */
export interface Forecast {
  readonly clock: PlaceClock
  readonly current: Row | null
  readonly hourly: readonly Row[] | null
  readonly daily: readonly Row[] | null
}

/**
 * Checks the frame of a forecast answer: an object with a clock and at least one block. A list (several places) stands for its
 * first place, for one is asked for. Null where it is no such answer.
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
  // The stated offset is what local times are read with, but servers have stated 0 for a named zone (January 2025).
  const offset = zoneOffsetSeconds(sent.timezone, current?.timeMs ?? nowMs) ?? sent.utcOffsetSeconds
  return { clock: { timezone: sent.timezone, utcOffsetSeconds: offset }, current, hourly, daily }
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/

/**
 * Unix seconds, or a local time without an offset. One offset holds for a whole answer, even over a clock change, where it makes
 * hours that do not exist or exist twice; subtracting it gives the right instants all the same.
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

/** A block of columns as rows; a row whose time is broken is left out. */
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
