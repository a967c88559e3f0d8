import {
  type Cell,
  type CurrentWeather,
  type DailyPoint,
  HOUR_MS,
  type HourlyPoint,
  type Measurements,
  buildDaysFromSpans,
  findStartOfDay,
  formatInstant,
  getDayBounds,
  isSunUp,
  parseInstant,
  sumDayAmount,
  toCalendarDay,
  toHourSpan,
} from '@isobar/weather'
import { isObject } from '../json.ts'
import type { DeliveredScopes } from '../provider.ts'
import { NO_MINUTES, buildPastHours } from '../scopes.ts'
import { fractionOf } from '../units.ts'
import { readGridCondition } from './grid-weather.ts'
import { type Layer, readLayer, readNumberLayer, findLayerSpan, findLayerValue } from './layers.ts'
import { readQuantity } from './observation-schema.ts'

/** The layers of a raw grid that are used, in canonical units. */
export type Grid = NonNullable<ReturnType<typeof decodeGrid>>

/** A raw grid; null if it is none, or has no temperatures. */
export function decodeGrid(body: unknown) {
  const properties = isObject(body) && isObject(body['properties']) ? body['properties'] : null
  if (!isObject(body) || properties === null) return null
  const temperature = readNumberLayer(properties, 'temperature', 'temperature')
  if (temperature.length === 0) return null
  return {
    centre: centreOf(body['geometry']),
    /** The mean height of the square's terrain in metres, which its temperatures are for; null if it is not stated. */
    elevation: readQuantity(properties['elevation'], 'length', () => {}),
    temperature,
    feelsLike: readNumberLayer(properties, 'apparentTemperature', 'temperature'),
    dewPoint: readNumberLayer(properties, 'dewpoint', 'temperature'),
    humidity: readNumberLayer(properties, 'relativeHumidity', 'percent'),
    cloudCover: readNumberLayer(properties, 'skyCover', 'percent'),
    visibility: readNumberLayer(properties, 'visibility', 'length'),
    windSpeed: readNumberLayer(properties, 'windSpeed', 'speed'),
    windGust: readNumberLayer(properties, 'windGust', 'speed'),
    windDirection: readNumberLayer(properties, 'windDirection', 'angle'),
    highs: readNumberLayer(properties, 'maxTemperature', 'temperature'),
    lows: readNumberLayer(properties, 'minTemperature', 'temperature'),
    probability: readNumberLayer(properties, 'probabilityOfPrecipitation', 'percent'),
    precipitation: readNumberLayer(properties, 'quantitativePrecipitation', 'amount'),
    /** Its depth, not its water. */
    snowfall: readNumberLayer(properties, 'snowfallAmount', 'amount'),
    weather: readLayer(properties['weather'], (value) => (Array.isArray(value) ? (value as readonly unknown[]) : null)),
  }
}

/** The middle of the grid's square: the mean of its corners. */
function centreOf(geometry: unknown): { readonly lat: number; readonly lon: number } | null {
  const rings = isObject(geometry) && Array.isArray(geometry['coordinates']) ? (geometry['coordinates'] as readonly unknown[]) : []
  const corners = (Array.isArray(rings[0]) ? (rings[0] as readonly unknown[]) : []).slice(0, 4).filter((corner) => Array.isArray(corner))
  const mean = (axis: 0 | 1) => corners.reduce<number>((sum, corner) => sum + Number(corner[axis]), 0) / corners.length
  const [lat, lon] = [mean(1), mean(0)]
  return Number.isFinite(lat) && Number.isFinite(lon) ? { lat, lon } : null
}

/** Grids are for seven to eight days. */
const MAX_HOURS = 9 * 24
/** Lows and highs are for spans of 12 to 18 hours; the grid's start may cut the first one, which is then of less. */
const MIN_EXTREME_MS = 6 * HOUR_MS

/** Current weather, hours and days of a grid in the zone of its place; null if its hours are all over. */
export function transformGrid(
  grid: Grid,
  cell: Cell,
  timezone: string,
  nowMs: number,
): Pick<DeliveredScopes, 'current' | 'hourly' | 'daily' | 'minutely' | 'extended'> | null {
  const nowHour = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const todayMs = parseInstant(findStartOfDay(toCalendarDay(nowMs, timezone), timezone))
  const lastMs = Math.min(grid.temperature.at(-1)?.endMs ?? 0, todayMs + MAX_HOURS * HOUR_MS)
  const all = hoursBetween(grid, cell, Math.floor(todayMs / HOUR_MS) * HOUR_MS, lastMs)
  const hours = all.filter(({ time }) => parseInstant(time) >= nowHour)
  const [first] = hours
  if (first === undefined) return null
  const days = buildDaysFromSpans(all.map(toHourSpan), timezone).map((day) => withGridDay(day, grid, timezone))
  return {
    ...(first.temperature === null || parseInstant(first.time) > nowMs ? {} : { current: toCurrent(first, grid) }),
    hourly: { available: true, points: hours },
    ...buildPastHours(all, nowHour),
    daily: { available: days.length > 0, points: days },
    minutely: NO_MINUTES,
  }
}

function hoursBetween(grid: Grid, cell: Cell, fromMs: number, toMs: number): HourlyPoint[] {
  const points: HourlyPoint[] = []
  for (let ms = fromMs; ms < toMs; ms += HOUR_MS) points.push(toHour(grid, cell, ms))
  const first = points.findIndex(({ temperature }) => temperature !== null)
  return first < 0 ? [] : points.slice(first)
}

/** A value holds for its whole span. The hourly forecasts of the service itself have the span's probability in each of its hours. */
function toHour(grid: Grid, cell: Cell, ms: number): HourlyPoint {
  const cloudCover = findLayerValue(grid.cloudCover, ms)
  return {
    time: formatInstant(ms),
    temperature: findLayerValue(grid.temperature, ms),
    feelsLike: findLayerValue(grid.feelsLike, ms),
    dewPoint: findLayerValue(grid.dewPoint, ms),
    humidity: findLayerValue(grid.humidity, ms),
    pressure: null,
    cloudCover,
    visibility: findLayerValue(grid.visibility, ms),
    uvIndex: null,
    windSpeed: findLayerValue(grid.windSpeed, ms),
    windGust: findLayerValue(grid.windGust, ms),
    windDirection: findLayerValue(grid.windDirection, ms),
    ...amountsOf(amountOfHour(grid.precipitation, ms), amountOfHour(grid.snowfall, ms)),
    precipitationProbability: fractionOf(findLayerValue(grid.probability, ms)),
    condition: readGridCondition(findLayerValue(grid.weather, ms), cloudCover),
    providerCode: null,
    isDay: isSunUp(cell, ms),
  }
}

/** The amount of an hour. Sums are mostly of six hours: if nothing falls in them, nothing falls in each; otherwise it is unknown when. */
function amountOfHour(layer: Layer<number>, ms: number): number | null {
  const span = findLayerSpan(layer, ms)
  return span === undefined || (span.value !== 0 && span.endMs - span.startMs > HOUR_MS) ? null : span.value
}

/** The depth of snow says how much water it is only if it is 0. */
function amountsOf(precipitation: number | null, snowDepth: number | null): Pick<Measurements, 'precipitation' | 'rain' | 'snow'> {
  const isDry = precipitation === 0
  const snow = isDry || snowDepth === 0 ? 0 : null
  return { precipitation, rain: snow === 0 ? precipitation : null, snow: precipitation === null && snowDepth === null ? null : snow }
}

/** The forecast for the present, which nobody measured. Amounts are those of the hour before, if the grid begins earlier. */
function toCurrent(hour: HourlyPoint, grid: Grid): CurrentWeather {
  const { time, precipitationProbability: _, ...state } = hour
  const before = parseInstant(time) - HOUR_MS
  return {
    kind: 'analysis',
    observedAt: time,
    ...state,
    ...amountsOf(amountOfHour(grid.precipitation, before), amountOfHour(grid.snowfall, before)),
    sunrise: null,
    sunset: null,
  }
}

const wholeSpans = (layer: Layer<number>) => layer.filter(({ startMs, endMs }) => endMs - startMs >= MIN_EXTREME_MS)

/** A day with the grid's own high (of the daytime that begins on it), low (of the night that ends on it), and sums. */
function withGridDay(day: DailyPoint, grid: Grid, timezone: string): DailyPoint {
  const bounds = getDayBounds(day.date, timezone)
  const highs = wholeSpans(grid.highs).filter(({ startMs }) => toCalendarDay(startMs, timezone) === day.date)
  const lows = wholeSpans(grid.lows).filter(({ endMs }) => toCalendarDay(endMs - 1, timezone) === day.date)
  const sumOf = (layer: Layer<number>) =>
    sumDayAmount(
      layer.map(({ value, ...span }) => ({ ...span, amount: value })),
      bounds,
    )
  return {
    ...day,
    temperatureMax: extreme(Math.max, day.temperatureMax, highs),
    temperatureMin: extreme(Math.min, day.temperatureMin, lows),
    ...amountsOf(sumOf(grid.precipitation), sumOf(grid.snowfall)),
  }
}

/** Of the hours' and the grid's, since an evening may be colder than the night before. */
function extreme(pick: (...values: number[]) => number, ofHours: number | null, ofGrid: Layer<number>): number | null {
  const values = [...(ofHours === null ? [] : [ofHours]), ...ofGrid.map(({ value }) => value)]
  return values.length === 0 ? null : pick(...values)
}
