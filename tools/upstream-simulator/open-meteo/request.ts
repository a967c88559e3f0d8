import { type Zone, zoneAt, zoneById } from '../places/zone.ts'
import type { WireRequest } from '../wire.ts'
import { OmRefusal } from './errors.ts'
import { labelledEarlyBy, type OmFormat } from './units.ts'

const HOUR = 3_600_000
const DAY = 86_400_000

/** From (inclusive) to (exclusive), epoch milliseconds. */
export interface OmRange {
  readonly fromMs: number
  readonly toMs: number
}

export interface OmRequest {
  readonly lat: number
  readonly lon: number
  readonly zone: Zone
  /** Names of variables by block. */
  readonly current: readonly string[]
  readonly hourly: readonly string[]
  readonly daily: readonly string[]
  readonly format: OmFormat
  readonly days: OmRange
  readonly hours: OmRange
}

function count(query: URLSearchParams, name: string, high: number, reason: (given: string) => string): number | null {
  const text = query.get(name)
  if (text === null) return null
  if (!/^\d+$/.test(text) || Number(text) > high) throw new OmRefusal(reason(text))
  return Number(text)
}

/** The first day of the archive. */
const ARCHIVE_MS = Date.UTC(1940, 0, 1)

/**
 * Reads a request for one place, for the forecast, or for the archive, which wants dates. What only other clients ask for is not simulated: several
 * places, quarters of an hour, former names, other units. @throws OmRefusal with the service's own reasons.
 */
export function readRequest({ query, now }: WireRequest, isArchive = false): OmRequest {
  const [lat, lon] = ['latitude', 'longitude'].map((name) => Number(query.get(name) ?? Number.NaN)) as [number, number]
  if (!(Math.abs(lat) <= 90)) throw new OmRefusal(`Latitude must be in range of -90 to 90°. Given: ${lat}.`)
  if (!(Math.abs(lon) <= 180)) throw new OmRefusal(`Longitude must be in range of -180 to 180°. Given: ${lon}.`)
  const name = query.get('timezone') ?? 'GMT'
  const zone = name === 'auto' ? zoneAt(lat, lon) : zoneById(name)
  if (zone === null) throw new OmRefusal('Invalid timezone')
  const format = query.get('timeformat') ?? 'iso8601'
  if (format !== 'iso8601' && format !== 'unixtime')
    throw new OmRefusal(`Cannot initialize Timeformat from invalid String value ${format} for key timeformat`)
  const wind = query.get('wind_speed_unit') ?? 'kmh'
  if (wind !== 'kmh' && wind !== 'ms') throw new OmRefusal('Cannot initialize unit from invalid String value')
  const offsetSeconds = zone.offsetAt(now)
  const days = daysOf(query, now, offsetSeconds * 1_000, isArchive)
  const names = (block: string): string[] => (query.get(block) ?? '').split(',').filter((each) => each !== '')
  return {
    lat,
    lon,
    zone,
    current: names('current'),
    hourly: names('hourly'),
    daily: names('daily'),
    format: { wind: wind === 'kmh' ? 'km/h' : 'm/s', unixtime: format === 'unixtime', offsetSeconds },
    days,
    hours: hoursOf(query, now, labelledEarlyBy({ offsetSeconds }), days),
  }
}

function daysOf(query: URLSearchParams, now: number, offset: number, isArchive: boolean): OmRange {
  const forecastDays = count(query, 'forecast_days', 16, (given) => `Forecast days is invalid. Allowed range 0 to 16. Given ${given}.`)
  const pastDays = count(query, 'past_days', 92, (given) => `Past days is invalid. Allowed range 0 to 92. Given ${given}.`)
  const [start, end] = [query.get('start_date'), query.get('end_date')]
  if ((start !== null || end !== null) && forecastDays !== null)
    throw new OmRefusal("Parameter 'forecast_days' is mutually exclusive with 'start_date' and 'end_date'")
  if (isArchive && (start === null || end === null)) throw new OmRefusal("Parameter 'start_date' and 'end_date' must be set")
  if ((start === null) !== (end === null)) throw new OmRefusal("Both 'start_date' and 'end_date' must be set")
  if (start === null || end === null) {
    // Days begin late by what their clock is off whole hours.
    const today = Math.floor((now + offset - (offset % HOUR)) / DAY) * DAY - offset
    return { fromMs: today - (pastDays ?? 0) * DAY, toMs: today + (forecastDays ?? 7) * DAY }
  }
  const range = { fromMs: parseDate(start) - offset, toMs: parseDate(end) - offset + DAY }
  if (range.toMs <= range.fromMs) throw new OmRefusal('End-date must be larger or equals than start-date')
  const [first, last] = isArchive ? [ARCHIVE_MS - DAY, now + DAY] : [now - 93 * DAY, now + 18 * DAY]
  if (range.fromMs < first || range.toMs > last) throw new OmRefusal("Parameter 'start_date' is out of allowed range")
  return range
}

const badHours = (given: string): string => `Forecast hours is invalid. Given ${given}.`

/** The whole days, or from hours before the running one to hours after it, by their labels, which are so much before full hours of UTC. */
function hoursOf(query: URLSearchParams, now: number, early: number, days: OmRange): OmRange {
  const ahead = count(query, 'forecast_hours', (17 * DAY) / HOUR, badHours)
  const behind = count(query, 'past_hours', (92 * DAY) / HOUR, badHours)
  if (ahead === null && behind === null) return days
  const running = Math.floor(now / HOUR) * HOUR - early
  return { fromMs: running - (behind ?? 0) * HOUR, toMs: ahead === null ? days.toMs : running + ahead * HOUR }
}

function parseDate(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw new OmRefusal("Invalid date format. Make sure to use 'YYYY-MM-DD'")
  return at
}
