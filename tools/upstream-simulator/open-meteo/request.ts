import { type Zone, zoneAt, zoneById } from '../places/zone.ts'
import type { WireRequest } from '../wire.ts'
import { OmRefusal } from './errors.ts'
import { type OmUnits, unitsOf } from './units.ts'

const HOUR = 3_600_000
const DAY = 86_400_000

/** One place of a request. */
export interface OmPlace {
  readonly lat: number
  readonly lon: number
  readonly zone: Zone
  readonly offsetSeconds: number
}

/** From (inclusive) to (exclusive), epoch milliseconds. */
export interface OmRange {
  readonly fromMs: number
  readonly toMs: number
}

export interface OmRequest {
  readonly places: readonly OmPlace[]
  readonly current: readonly string[]
  readonly minutely: readonly string[]
  readonly hourly: readonly string[]
  readonly daily: readonly string[]
  readonly legacyCurrent: boolean
  readonly units: OmUnits
  readonly unixtime: boolean
  days(place: OmPlace): OmRange
  hours(place: OmPlace): OmRange
  quarters(place: OmPlace): OmRange
}

const list = (query: URLSearchParams, name: string): string[] =>
  query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')

function count(query: URLSearchParams, name: string, low: number, high: number, reason: (given: string) => string): number | null {
  const text = query.get(name)
  if (text === null) return null
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < low || value > high) throw new OmRefusal(reason(text))
  return value
}

/** The first day of the archive. */
const ARCHIVE_MS = Date.UTC(1940, 0, 1)

/** Reads a request for the forecast, or for the archive, which wants dates. @throws OmRefusal with the service's own reasons. */
export function readRequest(request: WireRequest, isArchive = false): OmRequest {
  const { query, now } = request
  const places = readPlaces(query, now)
  const units = unitsOf(query)
  if (units === null) throw new OmRefusal('Cannot initialize unit from invalid String value')
  const format = query.get('timeformat') ?? 'iso8601'
  if (format !== 'iso8601' && format !== 'unixtime')
    throw new OmRefusal(`Cannot initialize Timeformat from invalid String value ${format} for key timeformat`)
  const forecastDays = count(query, 'forecast_days', 0, 16, (given) => `Forecast days is invalid. Allowed range 0 to 16. Given ${given}.`)
  const pastDays = count(query, 'past_days', 0, 92, (given) => `Past days is invalid. Allowed range 0 to 92. Given ${given}.`)
  const start = query.get('start_date')
  const end = query.get('end_date')
  if ((start !== null || end !== null) && (forecastDays !== null || pastDays !== null))
    throw new OmRefusal("Parameter 'forecast_days' is mutually exclusive with 'start_date' and 'end_date'")
  if (isArchive && (start === null || end === null)) throw new OmRefusal("Parameter 'start_date' and 'end_date' must be set")
  if ((start === null) !== (end === null)) throw new OmRefusal("Both 'start_date' and 'end_date' must be set")

  function allowed(range: OmRange): OmRange {
    if (range.toMs <= range.fromMs) throw new OmRefusal('End-date must be larger or equals than start-date')
    const [first, last] = isArchive ? [ARCHIVE_MS - DAY, now + DAY] : [now - 93 * DAY, now + 18 * DAY]
    if (range.fromMs < first || range.toMs > last) throw new OmRefusal("Parameter 'start_date' is out of allowed range")
    return range
  }

  function days(place: OmPlace): OmRange {
    const offset = place.offsetSeconds * 1000
    const today = Math.floor((now + offset) / DAY) * DAY - offset
    if (start === null || end === null) return { fromMs: today - (pastDays ?? 0) * DAY, toMs: today + (forecastDays ?? 7) * DAY }
    const fromMs = parseDate(start) - offset
    const toMs = parseDate(end) - offset + DAY
    return allowed({ fromMs, toMs })
  }

  function stepped(place: OmPlace, stepMs: number, suffix: string): OmRange {
    const reason = (given: string): string => `Forecast ${suffix} is invalid. Given ${given}.`
    const ahead = count(query, `forecast_${suffix}`, 0, (17 * DAY) / stepMs, reason)
    const behind = count(query, `past_${suffix}`, 0, (92 * DAY) / stepMs, reason)
    const singular = suffix === 'hours' ? 'hour' : suffix
    const from = query.get(`start_${singular}`)
    const to = query.get(`end_${singular}`)
    const offset = place.offsetSeconds * 1000
    if (from !== null && to !== null) return allowed({ fromMs: parseTime(from) - offset, toMs: parseTime(to) - offset + stepMs })
    const whole = days(place)
    if (ahead === null && behind === null) return whole
    const running = Math.floor(now / stepMs) * stepMs
    return {
      fromMs: behind === null ? running : running - behind * stepMs,
      toMs: ahead === null ? whole.toMs : running + ahead * stepMs,
    }
  }

  return {
    places,
    current: list(query, 'current'),
    minutely: list(query, 'minutely_15'),
    hourly: list(query, 'hourly'),
    daily: list(query, 'daily'),
    legacyCurrent: query.get('current_weather') === 'true',
    units,
    unixtime: format === 'unixtime',
    days,
    hours: (place) => stepped(place, HOUR, 'hours'),
    quarters: (place) => stepped(place, HOUR / 4, 'minutely_15'),
  }
}

function readPlaces(query: URLSearchParams, now: number): OmPlace[] {
  const latitudes = list(query, 'latitude').map(Number)
  const longitudes = list(query, 'longitude').map(Number)
  if (latitudes.length === 0) throw new OmRefusal("Parameter 'latitude' and 'longitude' must have the same number of elements")
  if (latitudes.length !== longitudes.length)
    throw new OmRefusal("Parameter 'latitude' and 'longitude' must have the same number of elements")
  if (latitudes.length > 1000) throw new OmRefusal('Only up to 1000 locations can be requested at once')
  const zones = list(query, 'timezone')
  return latitudes.map((lat, index) => {
    const lon = longitudes[index] ?? Number.NaN
    if (!(Math.abs(lat) <= 90)) throw new OmRefusal(`Latitude must be in range of -90 to 90°. Given: ${lat}.`)
    if (!(Math.abs(lon) <= 180)) throw new OmRefusal(`Longitude must be in range of -180 to 180°. Given: ${lon}.`)
    const name = (zones.length > 1 ? zones[index] : zones[0]) ?? 'GMT'
    const zone = name === 'auto' ? zoneAt(lat, lon) : zoneById(name)
    if (zone === null) throw new OmRefusal('Invalid timezone')
    return { lat, lon, zone, offsetSeconds: zone.offsetAt(now) }
  })
}

function parseDate(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw new OmRefusal("Invalid date format. Make sure to use 'YYYY-MM-DD'")
  return at
}

function parseTime(text: string): number {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw new OmRefusal("Invalid time format. Make sure to use 'YYYY-MM-DDTHH:MM'")
  return at
}
