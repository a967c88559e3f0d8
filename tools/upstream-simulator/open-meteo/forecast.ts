import type { Series } from '../climate/series.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'
import { airVariable, marineVariable } from './air-variables.ts'
import { dailyVariable, type OmDay } from './daily.ts'
import { OmRefusal, refusal } from './errors.ts'
import { type OmRange, type OmRequest, readRequest } from './request.ts'
import { labelledEarlyBy, type OmFormat, timeIn, timeUnit } from './units.ts'
import { type OmRow, type OmVariable, variable } from './variables.ts'

const HOUR = 3_600_000
const DAY = 86_400_000
/** Degrees between the points of the model grid. */
const GRID = 0.0625

/** How a host's variables are found by their names. */
type Find = (name: string) => OmVariable | undefined

/** `GET /v1/forecast` */
export const forecast = (world: World, request: WireRequest): WireAnswer => answered(world, request, variable)
/** `GET /v1/air-quality` */
export const airQuality = (world: World, request: WireRequest): WireAnswer => answered(world, request, airVariable)
/** `GET /v1/marine` */
export const marine = (world: World, request: WireRequest): WireAnswer => answered(world, request, marineVariable)

/** `GET /v1/archive`: as the climate was, also decades ago. */
export const archive = (world: World, request: WireRequest): WireAnswer => answered(world, request, variable, true)

function answered(world: World, request: WireRequest, find: Find, isArchive = false): WireAnswer {
  const key = request.query.get('apikey')
  if (key?.startsWith('invalid') === true) return refusal('The supplied API key is invalid.', 400)
  if (key?.startsWith('blocked') === true) return refusal('Daily API request limit exceeded. Please try again tomorrow.', 429)
  try {
    return json(200, placeAnswer(world, request.now, readRequest(request, isArchive), find))
  } catch (error) {
    if (error instanceof OmRefusal) return refusal(error.message, error.status)
    throw error
  }
}

function placeAnswer(world: World, now: number, asked: OmRequest, find: Find): Record<string, unknown> {
  const { format, zone } = asked
  const lat = Math.max(-90, Math.min(90, Math.round(asked.lat / GRID) * GRID))
  const lon = Math.max(-180, Math.min(180, Math.round(asked.lon / GRID) * GRID))
  const newSeries = (): Series => seriesFor(world, lat, lon, now, 'open-meteo')
  const series = newSeries()
  return {
    latitude: round(lat, 4),
    longitude: round(lon, 4),
    generationtime_ms: 0.25,
    utc_offset_seconds: format.offsetSeconds,
    timezone: zone.id,
    timezone_abbreviation: abbreviation(format.offsetSeconds),
    elevation: Math.round(series.site.elevation),
    ...(asked.current.length > 0 && currentBlock(asked, series, now, find)),
    ...(asked.hourly.length > 0 && hourlyColumns(asked, series, now, find)),
    ...(asked.daily.length > 0 && dailyColumns(asked, newSeries, now)),
  }
}

/** The models end at 00:00 UTC sixteen days ahead (recorded 2026-07-31); later rows are null. */
const horizonOf = (now: number): number => Math.floor(now / DAY) * DAY + 16 * DAY

function rowAt(series: Series, atMs: number, quarters: number): OmRow {
  return { series, atMs, state: series.at(atMs), quarters }
}

function lookUp<V>(names: readonly string[], block: string, find: (name: string) => V | undefined): [string, V][] {
  return names.map((name) => {
    const found = find(name)
    if (found === undefined) throw new OmRefusal(`Cannot initialize WeatherVariable from invalid String value ${name} for key ${block}`)
    return [name, found]
  })
}

type Unit = { readonly unit: (format: OmFormat) => string }

const unitsOf = (variables: readonly [string, Unit][], format: OmFormat): Record<string, string> =>
  Object.fromEntries(variables.map(([name, { unit }]) => [name, unit(format)]))

/** The running quarter of an hour. */
function currentBlock({ current, format }: OmRequest, series: Series, now: number, find: Find): Record<string, unknown> {
  const quarter = Math.floor(now / 900_000) * 900_000
  const row = rowAt(series, quarter, 1)
  const variables = lookUp(current, 'current', find)
  const values = Object.fromEntries(variables.map(([name, v]) => [name, v.value(row, format)]))
  return {
    current_units: { time: timeUnit(format), interval: 'seconds', ...unitsOf(variables, format) },
    current: { time: timeIn(quarter, format), interval: 900, ...values },
  }
}

function hourlyColumns({ hourly, hours, format }: OmRequest, series: Series, now: number, find: Find): Record<string, unknown> {
  const variables = lookUp(hourly, 'hourly', find)
  const rows: OmRow[] = []
  const early = labelledEarlyBy(format)
  for (let at = hours.fromMs; at < hours.toMs; at += HOUR) rows.push(rowAt(series, at + early, 4))
  const horizon = horizonOf(now)
  const columns = variables.map(([name, v]) => [name, rows.map((row) => (row.atMs > horizon ? null : v.value(row, format)))] as const)
  return {
    hourly_units: { time: timeUnit(format), ...unitsOf(variables, format) },
    hourly: { time: rows.map((row) => timeIn(row.atMs - early, format)), ...Object.fromEntries(columns) },
  }
}

/** Each day of longer ranges is two quarters of an hour, near its extremes: 30 years would take a quarter of a minute and a gigabyte. */
const LONG_MS = 400 * DAY
const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const FEW_HOURS = [6, 15]

function dailyColumns({ daily, days: range, format }: OmRequest, newSeries: () => Series, now: number): Record<string, unknown> {
  const variables = lookUp(daily, 'daily', dailyVariable)
  const days = daysIn(range, newSeries, format)
  const horizon = horizonOf(now)
  const dateOf = ({ startMs }: OmDay) => (format.unixtime ? timeIn(startMs, format) : String(timeIn(startMs, format)).slice(0, 10))
  const columns = variables.map(
    ([name, v]) => [name, days.map((day) => (v.astronomical !== true && day.startMs + 23 * HOUR > horizon ? null : v.value(day)))] as const,
  )
  return {
    daily_units: { time: timeUnit(format), ...unitsOf(variables, format) },
    daily: { time: days.map(dateOf), ...Object.fromEntries(columns) },
  }
}

function daysIn({ fromMs, toMs }: OmRange, newSeries: () => Series, format: OmFormat): OmDay[] {
  const days: OmDay[] = []
  const [hours, quarters, weight] = toMs - fromMs > LONG_MS ? [FEW_HOURS, 1, 48] : [ALL_HOURS, 4, 1]
  let series = newSeries()
  for (let at = fromMs; at < toMs; at += DAY) {
    // A series remembers what it computed.
    if (days.length % 400 === 399) series = newSeries()
    const shared = series
    const firstMs = at + labelledEarlyBy(format)
    days.push({ startMs: at, format, weight, rows: hours.map((hour) => rowAt(shared, firstMs + hour * HOUR, quarters)) })
  }
  return days
}

/** `GMT-4`, `GMT+5:30`, `GMT`. */
function abbreviation(offsetSeconds: number): string {
  const seconds = Math.abs(offsetSeconds)
  if (seconds === 0) return 'GMT'
  const minutes = Math.round((seconds % 3600) / 60)
  return `GMT${offsetSeconds < 0 ? '-' : '+'}${Math.floor(seconds / 3600)}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}
