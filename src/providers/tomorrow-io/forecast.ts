import type { Cell } from '../../domain/cell.ts'
import { daysFromSpans, spanOfHour } from '../../domain/days-from-spans.ts'
import { formatInstant, parseInstant } from '../../domain/instant.ts'
import { calendarDayAt } from '../../domain/local-time.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, MinutelyPoint } from '../../domain/model.ts'
import { roundHalfAway } from '../../domain/round.ts'
import { isSunUp } from '../../domain/sun.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts'
import type { Amounts } from '../amounts.ts'
import { epochMsOf, isObject, type Json, numberOf, objectsOf } from '../json.ts'
import type { DeliveredScopes } from '../provider.ts'
import { conditionOfCode } from './codes.ts'

/** The values of a moment or a span that begins then; `timeMs` is epoch milliseconds. */
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
export function decodeForecast(body: unknown, nowMs: number): Forecast | null {
  if (!isObject(body) || !isObject(body['timelines'])) return null
  const { timelines } = body
  const timeline = (name: string) =>
    objectsOf(timelines[name])
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
  const location = isObject(body['location']) ? body['location'] : {}
  return { lat: location['lat'], lon: location['lon'] }
}

function toEntry({ time, values }: Json, nowMs: number): Entry | null {
  const timeMs = epochMsOf(time)
  return timeMs === null || Math.abs(timeMs - nowMs) > 20 * DAY_MS || !isObject(values) ? null : { timeMs, values }
}

/** The running minute; undefined without minutes. */
export function presentIn({ minutely }: Forecast, nowMs: number): Entry | undefined {
  return minutely.find(({ timeMs }) => nowMs < timeMs + MINUTE_MS)
}

/**
 * The canonical scopes, which begin with the current hour, day and minute; null if there is no weather. `present` is the entry that holds
 * now. The service's own days begin at 6 o'clock, so calendar days are made of the hours.
 */
export function transformForecast(
  forecast: Forecast,
  present: Entry | null,
  cell: Cell,
  timezone: string,
  nowMs: number,
): DeliveredScopes | null {
  const hours = forecast.hourly.filter(({ timeMs }) => timeMs + HOUR_MS > nowMs).map((entry) => toHour(entry, cell))
  const hasHours = hours.some(({ temperature }) => temperature !== null)
  const today = calendarDayAt(nowMs, timezone)
  const days = withSunAndMoon(daysFromSpans(hours.map(spanOfHour), timezone), forecast.daily, timezone).filter(({ date }) => date >= today)
  const minutes = forecast.minutely.filter(({ timeMs }) => timeMs + MINUTE_MS > nowMs).map(toMinute)
  const hasMinutes = minutes.some(({ precipitation }) => precipitation !== null)
  const current = present === null ? null : toCurrent(present, days, cell, timezone)
  const hasCurrent = current !== null && current.temperature !== null
  if (!hasCurrent && !hasHours) return null
  return {
    ...(hasCurrent ? { current } : {}),
    hourly: { available: hasHours, points: hasHours ? hours : [] },
    daily: { available: hasHours, points: hasHours ? days : [] },
    minutely: { available: hasMinutes, points: hasMinutes ? minutes : [] },
  }
}

/** `pressureSurfaceLevel` is that of the ground's height: only the pressure at sea level is read. */
function stateOf({ timeMs, values }: Entry, cell: Cell) {
  const value = (name: string) => numberOf(values[name])
  const km = value('visibility')
  return {
    temperature: value('temperature'),
    feelsLike: value('temperatureApparent'),
    dewPoint: value('dewPoint'),
    humidity: value('humidity'),
    pressure: value('pressureSeaLevel'),
    cloudCover: value('cloudCover'),
    visibility: km === null ? null : roundHalfAway(km * 1_000, 0),
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
  const numbers = names.map((name) => numberOf(values[name])).filter((number) => number !== null)
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
  const percent = numberOf(entry.values['precipitationProbability'])
  return {
    time: formatInstant(entry.timeMs),
    ...stateOf(entry, cell),
    ...amountsIn(entry),
    precipitationProbability: percent === null ? null : roundHalfAway(percent / 100, 4),
  }
}

function toMinute({ timeMs, values }: Entry): MinutelyPoint {
  return { time: formatInstant(timeMs), precipitation: sumOf(values, RATES) }
}

/** Intensities are rates, and no amounts of the last hour. */
function toCurrent(entry: Entry, days: readonly DailyPoint[], cell: Cell, timezone: string): CurrentWeather {
  const day = days.find(({ date }) => date === calendarDayAt(entry.timeMs, timezone))
  return {
    kind: 'analysis',
    observedAt: formatInstant(entry.timeMs),
    ...stateOf(entry, cell),
    precipitation: null,
    rain: null,
    snow: null,
    sunrise: day?.sunrise ?? null,
    sunset: day?.sunset ?? null,
  }
}

/** The sun's times are those of the calendar day in which the service's day begins; the moon's are of UTC's, so each has the day it falls in. */
function withSunAndMoon(days: readonly DailyPoint[], sent: readonly Entry[], timezone: string): DailyPoint[] {
  const suns = new Map(sent.map((entry) => [calendarDayAt(entry.timeMs, timezone), entry.values]))
  const moon = (name: string) =>
    new Map(
      sent.flatMap(({ values }) => {
        const ms = epochMsOf(values[name])
        return ms === null ? [] : [[calendarDayAt(ms, timezone), formatInstant(ms)] as const]
      }),
    )
  const [moonrises, moonsets] = [moon('moonriseTime'), moon('moonsetTime')]
  return days.map((day) => {
    const sun = (name: string) => {
      const ms = epochMsOf(suns.get(day.date)?.[name])
      return ms === null || Math.abs(ms - parseInstant(day.time)) > 2 * DAY_MS ? null : formatInstant(ms)
    }
    return {
      ...day,
      sunrise: sun('sunriseTime'),
      sunset: sun('sunsetTime'),
      moonrise: moonrises.get(day.date) ?? null,
      moonset: moonsets.get(day.date) ?? null,
    }
  })
}
