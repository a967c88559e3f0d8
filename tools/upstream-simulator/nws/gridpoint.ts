import { sum } from '../arithmetic.ts'
import type { HourRecord, Series } from '../climate/series.ts'
import { weatherOfHour } from '../climate/weather-of-hour.ts'
import { apparentTemperature } from '../climate/weather.ts'
import { areCoordinates } from '../places/coordinates.ts'
import { zoneAt } from '../places/zone.ts'
import { utcOffsetTime } from '../times.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'
import { squareOf } from './points.ts'
import { problem } from './problems.ts'

const HOUR = 3_600_000
/** The grid begins some hours before the request, and ends after seven days and a half. */
const [BEFORE, HOURS] = [8, 181]
/** Amounts end earlier. */
const AMOUNT_HOURS = 78

interface Value {
  readonly validTime: string
  readonly value: unknown
}
interface Layer {
  readonly uom?: string
  readonly values: readonly Value[]
}

export const GRIDPOINT_PATH = /^\/gridpoints\/([A-Z]{3})\/(\d+),(\d+)$/

/** `GET /gridpoints/{office}/{x},{y}`: the raw grid, each layer with its own spans. */
export function gridpoint(world: World, request: WireRequest): WireAnswer {
  const [, office, x, y] = GRIDPOINT_PATH.exec(request.path) ?? []
  const [gridX, gridY] = [Number(x), Number(y)]
  const { south, west, side } = squareOf(gridX, gridY)
  const [lat, lon] = [south + side / 2, west + side / 2]
  if (!areCoordinates(lat, lon)) return problem(request, 404, 'NotFound', 'Not Found', 'Not found')
  const series = seriesFor(world, lat, lon, request.now, 'nws')
  const first = Math.floor(request.now / HOUR) * HOUR - BEFORE * HOUR
  const hours = Array.from({ length: HOURS }, (_, index) => series.hour(first + index * HOUR))
  const id = `https://api.weather.gov/gridpoints/${office}/${gridX},${gridY}`
  const corners = [
    [west, south],
    [west, south + side],
    [west + side, south + side],
    [west + side, south],
    [west, south],
  ]
  const body = {
    '@context': [
      'https://geojson.org/geojson-ld/geojson-context.jsonld',
      { '@version': '1.1', wmoUnit: 'https://codes.wmo.int/common/unit/' },
    ],
    id,
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [corners.map((corner) => corner.map((degrees) => Math.round(degrees * 1e4) / 1e4))] },
    properties: {
      '@id': id,
      '@type': 'wx:Gridpoint',
      updateTime: utcOffsetTime(request.now - (request.now % HOUR)),
      validTimes: validTime(first, HOURS),
      elevation: { unitCode: 'wmoUnit:m', value: series.site.elevation },
      forecastOffice: `https://api.weather.gov/offices/${office}`,
      gridId: office,
      gridX,
      gridY,
      ...layers(series, hours),
    },
  }
  return json(200, body, 'application/geo+json')
}

/** Whole degrees Fahrenheit, written in Celsius with the noise of the conversion, as the service does. */
const fahrenheit = (celsius: number): number => (Math.round(celsius * 1.8 + 32) - 32) / 1.8
/** Whole knots in km/h. */
const knots = (mps: number): number => Math.round(mps * 1.943844) * 1.852

function layers(series: Series, hours: readonly HourRecord[]): Record<string, Layer> {
  const of = (uom: string, pick: (hour: HourRecord) => unknown): Layer => ({ uom: `wmoUnit:${uom}`, values: spans(hours, pick) })
  const amounts = (pick: (hour: HourRecord) => number): Layer => ({ uom: 'wmoUnit:mm', values: sums(hours.slice(0, AMOUNT_HOURS), pick) })
  return {
    temperature: of('degC', ({ state }) => fahrenheit(state.temperature)),
    dewpoint: of('degC', ({ state }) => fahrenheit(state.dewPoint)),
    maxTemperature: { uom: 'wmoUnit:degC', values: extremes(series, hours, 8, 13, Math.max) },
    minTemperature: { uom: 'wmoUnit:degC', values: extremes(series, hours, 20, 14, Math.min) },
    relativeHumidity: of('percent', ({ state }) => Math.round(state.humidity)),
    apparentTemperature: of('degC', ({ state }) => fahrenheit(apparentTemperature(state))),
    skyCover: of('percent', ({ state }) => Math.round(state.cloud)),
    windDirection: of('degree_(angle)', ({ state }) => (Math.round(state.windDirection / 10) * 10) % 360),
    windSpeed: of('km_h-1', ({ state }) => knots(state.windSpeed)),
    windGust: of('km_h-1', ({ gust }) => knots(gust)),
    weather: { values: spans(hours, weatherIn) },
    hazards: { values: [] },
    probabilityOfPrecipitation: of('percent', ({ probability }) => Math.round(probability * 100)),
    quantitativePrecipitation: amounts(({ rain, snow }) => rain + snow),
    iceAccumulation: amounts(({ freezing, rain }) => (freezing ? rain : 0)),
    snowfallAmount: amounts(({ snow }) => snow * 10),
    visibility: of('m', ({ state }) => Math.min(16_093.44, Math.round(state.visibility))),
    ...Object.fromEntries(EMPTY.map((name) => [name, { values: [] }])),
  }
}

/** Layers that the service sends without a unit where they have no values. */
const EMPTY = ['snowLevel', 'pressure', 'waveHeight', 'hainesIndex', 'lightningActivityLevel', 'stability', 'redFlagThreatIndex']

function validTime(ms: number, hours: number): string {
  const [days, rest] = [Math.floor(hours / 24), hours % 24]
  return `${utcOffsetTime(ms)}/P${days > 0 ? `${days}D` : ''}${rest > 0 ? `T${rest}H` : ''}`
}

/** Hours with the same value are one span. */
function spans(hours: readonly HourRecord[], pick: (hour: HourRecord) => unknown): Value[] {
  const found: { startMs: number; hours: number; text: string; value: unknown }[] = []
  for (const hour of hours) {
    const value = pick(hour)
    const text = JSON.stringify(value)
    const last = found.at(-1)
    if (last?.text === text) last.hours += 1
    else found.push({ startMs: hour.startMs, hours: 1, text, value })
  }
  return found.map((span) => ({ validTime: validTime(span.startMs, span.hours), value: span.value }))
}

/** Sums of the six hours from 0, 6, 12 and 18 UTC; the first span is what is left of them. */
function sums(hours: readonly HourRecord[], pick: (hour: HourRecord) => number): Value[] {
  const groups = Object.values(Object.groupBy(hours, ({ startMs }) => Math.floor(startMs / (6 * HOUR))))
  return groups.flatMap((group) => {
    const [first] = group ?? []
    const total = sum((group ?? []).map(pick))
    return first === undefined ? [] : [{ validTime: validTime(first.startMs, group?.length ?? 0), value: Math.round(total * 1e4) / 1e4 }]
  })
}

/** Of each day's span from an hour of the place on, as far as the grid reaches. */
function extremes(
  series: Series,
  hours: readonly HourRecord[],
  from: number,
  length: number,
  fold: (...values: number[]) => number,
): Value[] {
  const zone = zoneAt(series.site.lat, series.site.lon)
  return hours.flatMap(({ startMs }, index) => {
    const local = new Date(startMs + zone.offsetAt(startMs) * 1_000).getUTCHours()
    const within = hours.slice(index, index + length)
    if (local !== from || within.length < length) return []
    return [{ validTime: validTime(startMs, length), value: fahrenheit(fold(...within.map(({ state }) => state.temperature))) }]
  })
}

const entry = (coverage: string | null, weather: string | null, intensity: string | null) => ({
  coverage,
  weather,
  intensity,
  visibility: { unitCode: 'wmoUnit:km', value: null },
  attributes: [],
})

/** The weather layer's value: one entry, all null if there is nothing. */
function weatherIn(hour: HourRecord): object[] {
  const { falls, strength, isShower, thunder, fog } = weatherOfHour(hour)
  if (falls === null) return [fog ? entry('areas', 'fog', null) : entry(null, null, null)]
  const word = falls === 'freezing rain' ? 'freezing_rain' : isShower && falls !== 'sleet' ? `${falls}_showers` : falls
  const coverage = hour.probability >= 0.75 ? 'definite' : hour.probability >= 0.55 ? 'likely' : 'chance'
  return [entry(coverage, word, strength), ...(thunder ? [entry(coverage, 'thunderstorms', null)] : [])]
}
