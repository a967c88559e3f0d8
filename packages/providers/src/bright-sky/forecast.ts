import {
  type Cell,
  type Condition,
  type CurrentWeather,
  DAY_MS,
  HOUR_MS,
  type HourlyPoint,
  buildDaysFromSpans,
  formatInstant,
  gradeCloudCover,
  isSunUp,
  toHourSpan,
} from '@isobar/weather'
import { splitAmount, gradeRain } from '../amounts.ts'
import { getMapClock } from '../clock.ts'
import type { SentWeather } from '../fetch-weather.ts'
import { readEpochMs, readFields, type Json, readNumber, readObjects } from '../json.ts'
import { NO_MINUTES } from '../scopes.ts'
import { fractionOf, mpsOfKmh } from '../units.ts'

/** One hour of a forecast as sent: states at its time, sums and means of the hour before it. Epoch milliseconds. */
interface Row {
  readonly timeMs: number
  readonly values: Json
}

/** Forecasts are for ten days. */
const [MAX_PAST_MS, MAX_AHEAD_MS] = [2 * DAY_MS, 12 * DAY_MS]

/** The forecast in an answer: its rows of forecast sources near `nowMs`, in order. Observations are left out. */
function rowsIn(body: unknown, nowMs: number) {
  const sources = readObjects(readFields(body)['sources']).filter((source) => source['observation_type'] === 'forecast')
  const ids = new Set(sources.map(({ id }) => id))
  const rows = readObjects(readFields(body)['weather'])
    .flatMap((values): Row[] => {
      const timeMs = readEpochMs(values['timestamp']) ?? Number.NaN
      const isNear = timeMs >= nowMs - MAX_PAST_MS && timeMs <= nowMs + MAX_AHEAD_MS && timeMs % HOUR_MS === 0
      return isNear && ids.has(values['source_id']) ? [{ timeMs, values }] : []
    })
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .filter((row, index, all) => row.timeMs !== all[index - 1]?.timeMs)
  return { rows, source: sources.find(({ id }) => id === rows[0]?.values['source_id']) }
}

/** Current weather, hours and days; null without any, or if they are all over. The days are the place's own. */
export function readBrightSkyForecast(body: unknown, cell: Cell, nowMs: number): SentWeather | null {
  const { rows, source } = rowsIn(body, nowMs)
  const clock = getMapClock(cell, nowMs)
  const running = rows.filter(({ timeMs }) => timeMs + HOUR_MS > nowMs)
  // The last row only supplies the sums of the hour before it.
  const hours = running.slice(0, -1).map((row, index) => toHour(row, running[index + 1], cell))
  const [first] = running
  if (first === undefined || hours.every(({ temperature, windSpeed }) => temperature === null && windSpeed === null)) return null
  const days = buildDaysFromSpans(hours.map(toHourSpan), clock.timezone)
  const scopes = {
    ...(first.timeMs <= nowMs && value(first, 'temperature') !== null ? { current: toCurrent(first, cell) } : {}),
    hourly: { available: true, points: hours },
    daily: { available: days.length > 0, points: days },
    minutely: NO_MINUTES,
  }
  return { clock, lat: source?.['lat'], lon: source?.['lon'], scopes }
}

const value = (row: Row | undefined, name: string): number | null => readNumber(row?.values[name])

/** What a row says of its own time. */
function stateAt(row: Row, cell: Cell) {
  const icon = String(row.values['icon'])
  return {
    temperature: value(row, 'temperature'),
    feelsLike: null,
    dewPoint: value(row, 'dew_point'),
    humidity: value(row, 'relative_humidity'),
    pressure: value(row, 'pressure_msl'),
    cloudCover: value(row, 'cloud_cover'),
    visibility: value(row, 'visibility'),
    uvIndex: null,
    providerCode: null,
    isDay: icon.endsWith('-day') || (icon.endsWith('-night') ? false : isSunUp(cell, row.timeMs)),
  }
}

/** What a row says of the hour before it; the condition is the state at the beginning of the hour. */
function hourBefore(row: Row | undefined, condition: unknown) {
  return {
    windSpeed: mpsOfKmh(value(row, 'wind_speed')),
    windGust: mpsOfKmh(value(row, 'wind_gust_speed')),
    windDirection: value(row, 'wind_direction'),
    // What falls in an hour that begins dry is unknown.
    ...splitAmount(value(row, 'precipitation'), condition),
  }
}

function toHour(row: Row, next: Row | undefined, cell: Cell): HourlyPoint {
  const ended = next?.timeMs === row.timeMs + HOUR_MS ? next : undefined
  const hour = hourBefore(ended, row.values['condition'])
  return {
    time: formatInstant(row.timeMs),
    ...stateAt(row, cell),
    ...hour,
    condition: conditionOf(row, hour.precipitation),
    precipitationProbability: fractionOf(value(ended, 'precipitation_probability')),
  }
}

/** The forecast for the running hour, which nobody measured; wind and amounts are those of the hour that ended when it began. */
function toCurrent(row: Row, cell: Cell): CurrentWeather {
  const hour = hourBefore(row, row.values['condition'])
  return {
    kind: 'analysis',
    observedAt: formatInstant(row.timeMs),
    ...stateAt(row, cell),
    ...hour,
    condition: conditionOf(row, hour.precipitation),
    sunrise: null,
    sunset: null,
  }
}

/** The condition, not the icon, which may disagree with it; a dry sky by its clouds, rain by its amount. */
function conditionOf(row: Row, precipitation: number | null): Condition | null {
  const { condition } = row.values
  if (condition === 'dry') {
    const cloudCover = value(row, 'cloud_cover')
    return cloudCover === null ? null : gradeCloudCover(cloudCover)
  }
  if (condition === 'rain' && precipitation !== null) return gradeRain(precipitation)
  const same = ['fog', 'rain', 'sleet', 'snow', 'hail', 'thunderstorm'] as const
  return same.find((known) => known === condition) ?? null
}
