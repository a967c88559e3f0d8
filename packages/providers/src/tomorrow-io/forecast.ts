import {
  type Cell,
  DAY_MS,
  type DailyPoint,
  HOUR_MS,
  type HourlyPoint,
  MINUTE_MS,
  type MinutelyPoint,
  buildDaysFromSpans,
  formatInstant,
  isSunUp,
  parseInstant,
  roundHalfAway,
  toCalendarDay,
  toHourSpan,
} from '@isobar/weather'
import type { Amounts } from '../amounts.ts'
import { readEpochMs, readFields, isObject, type Json, readNumber, readObjects } from '../json.ts'
import type { DeliveredScopes } from '../provider.ts'
import { buildAnalysis, toInstantOnDay, buildDeliveredScopes, buildPointSeries } from '../scopes.ts'
import { fractionOf, metresOfKm } from '../units.ts'
import { conditionOfCode } from './codes.ts'

/** The values at a time or of a span that begins then; `timeMs` is epoch milliseconds. */
export interface Entry {
  readonly timeMs: number
  readonly values: Json
}

/** A structurally valid answer; a timeline that was not sent is empty. Entries are in order. */
export interface Forecast {
  readonly lat: unknown
  readonly lon: unknown
  readonly minutely: readonly Entry[]
  readonly hourly: readonly Entry[]
  readonly daily: readonly Entry[]
}

/** Recorded: 60 minutes, 120 hours, 6 or 7 days. */
const MAX_ENTRIES = 400

/** Null without hours. */
export function decodeTimelines(body: unknown, nowMs: number): Forecast | null {
  if (!isObject(body) || !isObject(body['timelines'])) return null
  const { timelines } = body
  const timeline = (name: string) =>
    readObjects(timelines[name])
      .slice(0, MAX_ENTRIES)
      .flatMap((entry) => toEntry(entry, nowMs) ?? [])
      .toSorted((a, b) => a.timeMs - b.timeMs)
  const forecast = { ...placeIn(body), minutely: timeline('minutely'), hourly: timeline('hourly'), daily: timeline('daily') }
  return forecast.hourly.length === 0 ? null : forecast
}

/** The entry of an answer of `/weather/realtime`; null if it has none. */
export function decodeRealtime(body: unknown, nowMs: number): Entry | null {
  return isObject(body) && isObject(body['data']) ? toEntry(body['data'], nowMs) : null
}

function placeIn(body: Json): Pick<Forecast, 'lat' | 'lon'> {
  const location = readFields(body['location'])
  return { lat: location['lat'], lon: location['lon'] }
}

function toEntry({ time, values }: Json, nowMs: number): Entry | null {
  const timeMs = readEpochMs(time)
  return timeMs === null || Math.abs(timeMs - nowMs) > 20 * DAY_MS || !isObject(values) ? null : { timeMs, values }
}

/** The running minute; undefined without minutes. */
export function findPresentEntry({ minutely }: Forecast, nowMs: number): Entry | undefined {
  return minutely.find(({ timeMs }) => nowMs < timeMs + MINUTE_MS)
}

/**
 * The canonical scopes, which begin with the current hour, day and minute; null if there is no weather. `present` is the entry that holds
 * now. The service's own days begin at 6 o'clock, so calendar days are made of the hours.
 */
export function transformTimelines(
  forecast: Forecast,
  present: Entry | null,
  cell: Cell,
  timezone: string,
  nowMs: number,
): DeliveredScopes | null {
  const hours = forecast.hourly.filter(({ timeMs }) => timeMs + HOUR_MS > nowMs).map((entry) => toHour(entry, cell))
  const today = toCalendarDay(nowMs, timezone)
  const days = withSunAndMoon(buildDaysFromSpans(hours.map(toHourSpan), timezone), forecast.daily, timezone).filter(
    ({ date }) => date >= today,
  )
  const minutes = forecast.minutely.filter(({ timeMs }) => timeMs + MINUTE_MS > nowMs).map(toMinute)
  // Intensities are rates, and no amounts of the last hour.
  const current = present === null ? null : buildAnalysis(present.timeMs, stateOf(present, cell), days, timezone)
  const hourly = buildPointSeries(hours, ({ temperature }) => temperature !== null)
  return buildDeliveredScopes(current, {
    hourly,
    daily: buildPointSeries(days, () => hourly.available),
    minutely: buildPointSeries(minutes, ({ precipitation }) => precipitation !== null),
  })
}

/** `pressureSurfaceLevel` is that of the ground's height: only the pressure at sea level is read. */
function stateOf({ timeMs, values }: Entry, cell: Cell) {
  const value = (name: string) => readNumber(values[name])
  return {
    temperature: value('temperature'),
    feelsLike: value('temperatureApparent'),
    dewPoint: value('dewPoint'),
    humidity: value('humidity'),
    pressure: value('pressureSeaLevel'),
    cloudCover: value('cloudCover'),
    visibility: metresOfKm(value('visibility')),
    uvIndex: value('uvIndex'),
    windSpeed: value('windSpeed'),
    windGust: value('windGust'),
    windDirection: value('windDirection'),
    condition: conditionOfCode(values['weatherCode']),
    providerCode: null,
    isDay: isSunUp(cell, timeMs),
  }
}

/** The sum of several values; null unless all of them are known. */
function sumOf(values: Json, names: readonly string[]): number | null {
  const numbers = names.map((name) => readNumber(values[name])).filter((number) => number !== null)
  return numbers.length < names.length
    ? null
    : roundHalfAway(
        numbers.reduce((total, number) => total + number, 0),
        4,
      )
}

const WATER = ['rainAccumulationLwe', 'iceAccumulationLwe', 'snowAccumulationLwe', 'sleetAccumulationLwe']
const RATES = ['rainIntensity', 'freezingRainIntensity', 'snowIntensity', 'sleetIntensity']

/** The water of the hour that begins then. Freezing rain (`ice…`) is rain; ice pellets (`sleet…`) are neither rain nor snow. */
function amountsIn({ values }: Entry): Amounts {
  return {
    precipitation: sumOf(values, WATER),
    rain: sumOf(values, ['rainAccumulationLwe', 'iceAccumulationLwe']),
    snow: sumOf(values, ['snowAccumulationLwe']),
  }
}

function toHour(entry: Entry, cell: Cell): HourlyPoint {
  return {
    time: formatInstant(entry.timeMs),
    ...stateOf(entry, cell),
    ...amountsIn(entry),
    precipitationProbability: fractionOf(readNumber(entry.values['precipitationProbability'])),
  }
}

function toMinute({ timeMs, values }: Entry): MinutelyPoint {
  return { time: formatInstant(timeMs), precipitation: sumOf(values, RATES) }
}

/** The sun's times are those of the calendar day in which the service's day begins; the moon's are of UTC's, so each has the day it falls in. */
function withSunAndMoon(days: readonly DailyPoint[], sent: readonly Entry[], timezone: string): DailyPoint[] {
  const suns = new Map(sent.map((entry) => [toCalendarDay(entry.timeMs, timezone), entry.values]))
  const moon = (name: string) =>
    new Map(
      sent.flatMap(({ values }) => {
        const ms = readEpochMs(values[name])
        return ms === null ? [] : [[toCalendarDay(ms, timezone), formatInstant(ms)] as const]
      }),
    )
  const [moonrises, moonsets] = [moon('moonriseTime'), moon('moonsetTime')]
  return days.map((day) => {
    const sun = (name: string) => toInstantOnDay(readEpochMs(suns.get(day.date)?.[name]), parseInstant(day.time))
    return {
      ...day,
      sunrise: sun('sunriseTime'),
      sunset: sun('sunsetTime'),
      moonrise: moonrises.get(day.date) ?? null,
      moonset: moonsets.get(day.date) ?? null,
    }
  })
}
