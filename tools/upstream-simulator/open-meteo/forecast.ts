import type { Series } from '../climate/series.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'
import { airVariable, marineVariable } from './air-variables.ts'
import { type DailyVariable, dailyVariable, type OmDay } from './daily.ts'
import { OmRefusal, refusal } from './errors.ts'
import { type OmPlace, type OmRange, type OmRequest, readRequest } from './request.ts'
import { type OmFormat, temperatureIn, timeIn, windIn } from './units.ts'
import { type OmRow, type OmVariable, precedingOf, variable } from './variables.ts'
import { weatherCode } from './weather-code.ts'

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
    const asked = readRequest(request, isArchive)
    const answers = asked.places.map((place, index) => placeAnswer(world, request.now, asked, place, index, find))
    return json(200, answers.length === 1 ? answers[0] : answers)
  } catch (error) {
    if (error instanceof OmRefusal) return refusal(error.message, error.status)
    throw error
  }
}

function placeAnswer(world: World, now: number, asked: OmRequest, place: OmPlace, index: number, find: Find): Record<string, unknown> {
  const lat = Math.max(-90, Math.min(90, Math.round(place.lat / GRID) * GRID))
  const lon = Math.max(-180, Math.min(180, Math.round(place.lon / GRID) * GRID))
  const series = seriesFor(world, lat, lon, now, 'open-meteo')
  const format: OmFormat = { units: asked.units, unixtime: asked.unixtime, offsetSeconds: place.offsetSeconds }
  const time = asked.unixtime ? 'unixtime' : 'iso8601'
  const quarter = Math.floor(now / 900_000) * 900_000
  const answer: Record<string, unknown> = {
    latitude: round(lat, 4),
    longitude: round(lon, 4),
    generationtime_ms: 0.25,
    utc_offset_seconds: place.offsetSeconds,
    timezone: place.zone.id,
    timezone_abbreviation: abbreviation(place),
    elevation: Math.round(series.site.elevation),
    ...(index === 0 ? {} : { location_id: index }),
  }
  if (asked.legacyCurrent) {
    const row = rowAt(series, quarter, 1)
    answer['current_weather_units'] = {
      time,
      interval: 'seconds',
      temperature: asked.units.temperature,
      windspeed: asked.units.wind,
      winddirection: '°',
      is_day: '',
      weathercode: 'wmo code',
    }
    answer['current_weather'] = {
      time: timeIn(quarter, format),
      interval: 900,
      temperature: temperatureIn(row.state.temperature, asked.units),
      windspeed: windIn(row.state.windSpeed, asked.units),
      winddirection: Math.round(row.state.windDirection) % 360,
      is_day: variable('is_day')?.value(row, asked.units),
      weathercode: weatherCode(row.state, precedingOf(row), 0.25),
    }
  }
  if (asked.current.length > 0) {
    const row = rowAt(series, quarter, 1)
    const variables = lookUp(asked.current, 'current', find)
    answer['current_units'] = { time, interval: 'seconds', ...unitsOf(variables, format) }
    answer['current'] = {
      time: timeIn(quarter, format),
      interval: 900,
      ...Object.fromEntries(variables.map(([name, v]) => [name, v.value(row, asked.units)])),
    }
  }
  if (asked.minutely.length > 0) columns(answer, 'minutely_15', asked.minutely, series, asked.quarters(place), 1, format, now, find)
  if (asked.hourly.length > 0) columns(answer, 'hourly', asked.hourly, series, asked.hours(place), 4, format, now, find)
  if (asked.daily.length > 0)
    dailyColumns(answer, asked.daily, () => seriesFor(world, lat, lon, now, 'open-meteo'), asked.days(place), format, now)
  return answer
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

const unitsOf = (variables: readonly [string, OmVariable][], format: OmFormat): Record<string, string> =>
  Object.fromEntries(variables.map(([name, v]) => [name, v.unit(format.units)]))

function columns(
  answer: Record<string, unknown>,
  block: string,
  names: readonly string[],
  series: Series,
  range: OmRange,
  quarters: number,
  format: OmFormat,
  now: number,
  find: Find,
): void {
  const variables = lookUp(names, block, find)
  const rows: OmRow[] = []
  const horizon = horizonOf(now)
  for (let at = range.fromMs; at < range.toMs; at += quarters * 900_000) rows.push(rowAt(series, at, quarters))
  answer[`${block}_units`] = { time: format.unixtime ? 'unixtime' : 'iso8601', ...unitsOf(variables, format) }
  answer[block] = {
    time: rows.map((row) => timeIn(row.atMs, format)),
    ...Object.fromEntries(
      variables.map(([name, v]) => [name, rows.map((row) => (row.atMs > horizon ? null : v.value(row, format.units)))]),
    ),
  }
}

/** Each day of longer ranges is two quarters of an hour, near its extremes: 30 years would take a quarter of a minute and a gigabyte. */
const LONG_MS = 400 * DAY
const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const FEW_HOURS = [6, 15]

function dailyColumns(
  answer: Record<string, unknown>,
  names: readonly string[],
  newSeries: () => Series,
  range: OmRange,
  format: OmFormat,
  now: number,
): void {
  const variables = lookUp<DailyVariable>(names, 'daily', dailyVariable)
  const days: OmDay[] = []
  const horizon = horizonOf(now)
  const [hours, quarters, weight] = range.toMs - range.fromMs > LONG_MS ? [FEW_HOURS, 1, 48] : [ALL_HOURS, 4, 1]
  let series = newSeries()
  for (let at = range.fromMs; at < range.toMs; at += DAY) {
    // A series remembers what it computed.
    if (days.length % 400 === 399) series = newSeries()
    const shared = series
    days.push({ startMs: at, format, weight, rows: hours.map((hour) => rowAt(shared, at + hour * HOUR, quarters)) })
  }
  answer['daily_units'] = {
    time: format.unixtime ? 'unixtime' : 'iso8601',
    ...Object.fromEntries(variables.map(([name, v]) => [name, v.unit(format)])),
  }
  answer['daily'] = {
    time: days.map((day) => (format.unixtime ? timeIn(day.startMs, format) : String(timeIn(day.startMs, format)).slice(0, 10))),
    ...Object.fromEntries(
      variables.map(([name, v]) => [
        name,
        days.map((day) => (v.astronomical !== true && day.startMs + 23 * HOUR > horizon ? null : v.value(day))),
      ]),
    ),
  }
}

/** `GMT-4`, `GMT+5:30`, `GMT`. */
function abbreviation(place: OmPlace): string {
  const seconds = Math.abs(place.offsetSeconds)
  if (seconds === 0) return 'GMT'
  const minutes = Math.round((seconds % 3600) / 60)
  return `GMT${place.offsetSeconds < 0 ? '-' : '+'}${Math.floor(seconds / 3600)}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}
