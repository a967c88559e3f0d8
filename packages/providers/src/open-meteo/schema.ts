import {
  KMH_PER_MPS,
  METRES_PER_FOOT,
  MM_PER_INCH,
  MPS_PER_KNOT,
  MPS_PER_MPH,
  type PlaceClock,
  findZoneOffsetSeconds,
  roundHalfAway,
  toPlaceClock,
} from '@isobar/weather'
import { readFields, isObject, type Json, readNumber } from '../json.ts'

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
  /** Of the terrain in metres, as sent. */
  readonly elevation: unknown
  readonly clock: PlaceClock
  readonly current: Row | null
  readonly hourly: readonly Row[] | null
  readonly daily: readonly Row[] | null
}

/**
 * Validates the structure of a forecast response: an object with a clock and at least one block. Of a list (several places) the first is
 * used, because only one is requested. Null if the structure is invalid.
 */
export function decodeOpenMeteoForecast(body: unknown, nowMs: number): Forecast | null {
  const answer: unknown = Array.isArray(body) ? body[0] : body
  if (!isObject(answer)) return null
  const sent = toPlaceClock(answer['timezone'], answer['utc_offset_seconds'], nowMs)
  if (sent === null) return null
  const current = isObject(answer['current']) ? currentRow(answer, sent.utcOffsetSeconds) : null
  const hourly = rows(answer, 'hourly', sent.utcOffsetSeconds)
  const daily = rows(answer, 'daily', sent.utcOffsetSeconds)
  if (current === null && hourly === null && daily === null) return null
  // Local times are read with the stated offset, but servers have stated 0 for a named zone (January 2025).
  const offset = findZoneOffsetSeconds(sent.timezone, current?.timeMs ?? nowMs) ?? sent.utcOffsetSeconds
  const { latitude: lat, longitude: lon, elevation } = answer
  return { lat, lon, elevation, clock: { timezone: sent.timezone, utcOffsetSeconds: offset }, current, hourly, daily }
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
      const value = readNumber(read(variable))
      if (value === null) return null
      return findDimensionConversion(dimension, readFields(units)[variable])?.(value) ?? null
    },
    instantMs: (variable) => timeMs(read(variable), offsetSeconds),
  }
}

function currentRow(answer: Json, offsetSeconds: number): Row | null {
  const block = answer['current'] as Json
  return row(block['time'], (variable) => block[variable], answer['current_units'], offsetSeconds)
}

/**
 * A block of columns as rows; rows with an invalid time are skipped. Where a clock is not whole hours from UTC, hours are labelled by that clock, but
 * hold the values of the full hour of UTC next to them: 00:00 in India has those of 00:30.
 */
function rows(answer: Json, name: 'hourly' | 'daily', offsetSeconds: number): readonly Row[] | null {
  const block = answer[name]
  if (!isObject(block) || !Array.isArray(block['time'])) return null
  const labelledEarlyBy = name === 'hourly' ? offsetSeconds % 3_600 : 0
  return block['time'].flatMap((time: unknown, index) => {
    const read = (variable: string) => {
      const column = block[variable]
      return Array.isArray(column) ? (column[index] as unknown) : null
    }
    const labelled = row(time, read, answer[`${name}_units`], offsetSeconds)
    return labelled === null ? [] : { ...labelled, timeMs: labelled.timeMs + labelledEarlyBy * 1_000 }
  })
}

export type Dimension = 'temperature' | 'speed' | 'amount' | 'snowfall' | 'length' | 'percent' | 'concentration' | 'pollen' | 'plain'

const asSent = (value: number) => value
/** Upstream values have one to three decimals; four keep them distinct after a conversion and remove float noise. */
const rounded = (convert: (value: number) => number) => (value: number) => roundHalfAway(convert(value), 4)

/**
 * From the units that a response may state to the canonical ones. 7 cm of snow are 10 mm of water (documentation), so snowfall is rounded
 * to two decimals. `plain` has one unit only, whose name varies (`''`, `wmo code`, `fraction`, `hPa`, `°`).
 */
const CONVERSIONS: Readonly<Record<Exclude<Dimension, 'plain'>, Readonly<Record<string, (value: number) => number>>>> = {
  temperature: { '°C': asSent, '°F': rounded((fahrenheit) => (fahrenheit - 32) / 1.8) },
  speed: {
    'm/s': asSent,
    'km/h': rounded((kmh) => kmh / KMH_PER_MPS),
    'mp/h': rounded((mph) => mph * MPS_PER_MPH),
    mph: rounded((mph) => mph * MPS_PER_MPH),
    kn: rounded((knots) => knots * MPS_PER_KNOT),
  },
  amount: { mm: asSent, inch: rounded((inches) => inches * MM_PER_INCH) },
  snowfall: { cm: (cm) => roundHalfAway(cm / 0.7, 2), inch: (inches) => roundHalfAway((inches * 2.54) / 0.7, 2) },
  length: { m: asSent, ft: rounded((feet) => feet * METRES_PER_FOOT) },
  percent: { '%': asSent },
  // With the Greek letter, as recorded, and with the micro sign.
  concentration: { '\u03bcg/m\u00b3': asSent, '\u00b5g/m\u00b3': asSent },
  pollen: { 'grains/m\u00b3': asSent },
}

/** The unit that we request, assumed for a response that states none. */
const ASKED = {
  temperature: '°C',
  speed: 'm/s',
  amount: 'mm',
  snowfall: 'cm',
  length: 'm',
  percent: '%',
  concentration: '\u03bcg/m\u00b3',
  pollen: 'grains/m\u00b3',
} as const

/** The conversion to the canonical unit; null for an unknown unit, whose numbers would be wrong. */
export function findDimensionConversion(dimension: Dimension, unit: unknown): ((value: number) => number) | null {
  if (dimension === 'plain') return asSent
  const known = CONVERSIONS[dimension]
  const name = unit ?? ASKED[dimension]
  return typeof name === 'string' && Object.hasOwn(known, name) ? (known[name] ?? null) : null
}
