import {
  type CalendarDay,
  type Cell,
  type Condition,
  type CurrentWeather,
  DRY_CONDITIONS,
  type DailyPoint,
  type HourlyPoint,
  type Measurements,
  type MinutelyPoint,
  type PlaceClock,
  type Series,
  findStartOfDay,
  formatInstant,
  isSunUp,
  roundHalfAway,
  toCalendarDay,
} from '@isobar/weather'
import { readFields, isObject, type Json, readLine, readNumber, readObjects, readText } from '../json.ts'
import type { WeatherBundle } from '../provider.ts'
import { transformAlerts } from './alerts.ts'
import { conditionOfId } from './conditions.ts'
import { type OneCall, type Timed, readOpenWeatherTime } from './schema.ts'

const MINUTES_SHOWN = 60

/** Beyond this latitude the sun may not set or rise, and the day or night letter of an icon is unreliable. */
const POLAR_LATITUDE = 65

/**
 * A decoded response for the cell, in the canonical model. The request must have asked for metric units, whose °C, m/s, mm, hPa and m are
 * the canonical ones: no number is converted.
 */
export function transformOneCall(answer: OneCall, cell: Cell): Pick<WeatherBundle, 'timezone' | 'utcOffsetSeconds' | 'scopes'> {
  const { clock, current, hourly, daily, minutely } = answer
  const daylight = chooseDaylight(current, cell)
  return {
    ...clock,
    scopes: {
      ...(current === null ? {} : { current: toCurrent(current, daylight) }),
      ...(hourly === null ? {} : { hourly: { available: true, points: hourly.map((hour) => toHour(hour, daylight)) } }),
      // `dt` is about local noon, so the zone gives the day, even on days with a clock change.
      ...(daily === null
        ? {}
        : { daily: { available: true, points: daily.map((day) => toDay(day, toCalendarDay(day.timeMs, clock.timezone), clock)) } }),
      minutely: toMinutes(minutely ?? []),
      alert: { alerts: transformAlerts(answer.alerts, cell.id) },
    },
  }
}

/** Whether it is day at a point in time; null if unknown. */
export type Daylight = (at: Timed) => boolean | null

/**
 * Uses the icon letter where it is reliable: where the sun is known to rise, or far from the poles. Elsewhere computes the sun's elevation.
 */
export function chooseDaylight(current: Timed | null, cell: Cell): Daylight {
  const isLetterReliable =
    (current !== null && readOpenWeatherTime(current.fields['sunrise']) !== null) || Math.abs(cell.lat) < POLAR_LATITUDE
  return isLetterReliable ? dayByLetter : ({ timeMs }) => isSunUp(cell, timeMs)
}

/**
 * The fields that all blocks but minutely name alike; `amountIn` reads `rain` and `snow`, whose shape differs. Both are omitted in dry
 * weather: if the condition agrees, the amounts are 0. With another condition they are unknown, since both have been omitted while it snowed.
 */
function measurements(fields: Json, amountIn: (amount: unknown) => number | null): Measurements {
  const { id, condition } = conditionOf(fields)
  const isDry = condition !== null && DRY_CONDITIONS.includes(condition) && fields['rain'] === undefined && fields['snow'] === undefined
  const [rain, snow] = isDry ? [0, 0] : [amountIn(fields['rain']), amountIn(fields['snow'])]
  return {
    dewPoint: readNumber(fields['dew_point']),
    humidity: readNumber(fields['humidity']),
    pressure: readNumber(fields['pressure']),
    cloudCover: readNumber(fields['clouds']),
    visibility: readNumber(fields['visibility']),
    uvIndex: readNumber(fields['uvi']),
    windSpeed: readNumber(fields['wind_speed']),
    windGust: readNumber(fields['wind_gust']),
    windDirection: readNumber(fields['wind_deg']),
    precipitation: rain === null && snow === null ? null : roundHalfAway((rain ?? 0) + (snow ?? 0), 4),
    rain,
    snow,
    condition,
    providerCode: id,
  }
}

/** Conditions that warn of danger, the worst first. */
const DANGEROUS = ['tornado', 'thunderstorm_hail', 'thunderstorm', 'freezing_rain', 'freezing_drizzle'] as const

/**
 * The dangerous one of up to three conditions, wherever it is listed: rain may precede the thunderstorm that it falls from. Otherwise the
 * first.
 */
function conditionOf(fields: Json): { readonly id: number | null; readonly condition: Condition | null } {
  const conditions = readObjects(fields['weather']).map((entry) => {
    const id = readNumber(entry['id'])
    return { id, condition: conditionOfId(id) }
  })
  const worst = DANGEROUS.flatMap((danger) => conditions.find(({ condition }) => condition === danger) ?? [])[0]
  return worst ?? conditions[0] ?? { id: null, condition: conditionOfId(null) }
}

/** The first of up to three conditions is the main one; all have the same day or night letter. */
function mainCondition(fields: Json): Json {
  return readObjects(fields['weather'])[0] ?? {}
}

/** The amount in `{"1h": mm}`. Null if absent or `{}` (recorded once): unknown is not 0. */
function lastHour(amount: unknown): number | null {
  return isObject(amount) ? readNumber(amount['1h']) : null
}

/** The day or night letter of an icon such as `10d`. */
function dayByLetter({ fields }: Timed): boolean | null {
  const letter = readText(mainCondition(fields)['icon'])?.at(-1)
  return letter === 'd' || letter === 'n' ? letter === 'd' : null
}

function instantOf(value: unknown): string | null {
  const epochMs = readOpenWeatherTime(value)
  return epochMs === null ? null : formatInstant(epochMs)
}

/** Current weather; day or night follows from its own sunrise and sunset, if any. */
export function toCurrent(now: Timed, daylight: Daylight): CurrentWeather {
  const { timeMs, fields } = now
  const sunriseMs = readOpenWeatherTime(fields['sunrise'])
  const sunsetMs = readOpenWeatherTime(fields['sunset'])
  const isSunKnown = sunriseMs !== null && sunsetMs !== null && sunriseMs < sunsetMs
  return {
    // Blended from models, radar, satellites and stations: no number is one station's.
    kind: 'analysis',
    observedAt: formatInstant(timeMs),
    temperature: readNumber(fields['temp']),
    feelsLike: readNumber(fields['feels_like']),
    ...measurements(fields, lastHour),
    isDay: isSunKnown ? sunriseMs <= timeMs && timeMs < sunsetMs : daylight(now),
    sunrise: instantOf(fields['sunrise']),
    sunset: instantOf(fields['sunset']),
  }
}

/** One hour. */
export function toHour(hour: Timed, daylight: Daylight): HourlyPoint {
  const { timeMs, fields } = hour
  return {
    time: formatInstant(timeMs),
    temperature: readNumber(fields['temp']),
    feelsLike: readNumber(fields['feels_like']),
    ...measurements(fields, lastHour),
    precipitationProbability: readNumber(fields['pop']),
    isDay: daylight(hour),
  }
}

/** One day of the place. */
export function toDay({ fields }: Timed, date: CalendarDay, { timezone }: PlaceClock): DailyPoint {
  const temperature = readFields(fields['temp'])
  const feelsLike = readFields(fields['feels_like'])
  return {
    date,
    time: findStartOfDay(date, timezone),
    temperatureMin: readNumber(temperature['min']),
    temperatureMax: readNumber(temperature['max']),
    temperatureMorning: readNumber(temperature['morn']),
    temperatureDay: readNumber(temperature['day']),
    temperatureEvening: readNumber(temperature['eve']),
    temperatureNight: readNumber(temperature['night']),
    // The response has no minimum and maximum feels-like temperature, and they cannot be derived from the four given ones.
    feelsLikeMin: null,
    feelsLikeMax: null,
    feelsLikeMorning: readNumber(feelsLike['morn']),
    feelsLikeDay: readNumber(feelsLike['day']),
    feelsLikeEvening: readNumber(feelsLike['eve']),
    feelsLikeNight: readNumber(feelsLike['night']),
    ...measurements(fields, readNumber),
    precipitationProbability: readNumber(fields['pop']),
    summary: readLine(fields['summary']),
    sunrise: instantOf(fields['sunrise']),
    sunset: instantOf(fields['sunset']),
    moonrise: instantOf(fields['moonrise']),
    moonset: instantOf(fields['moonset']),
    moonPhase: readNumber(fields['moon_phase']),
  }
}

/** The next hour; unavailable outside radar coverage, which does not mean dry. Every minute has an amount: a missing one is unknown. */
export function toMinutes(minutes: readonly Timed[]): Series<MinutelyPoint> {
  const points = minutes.slice(0, MINUTES_SHOWN).map(({ timeMs, fields }) => ({
    time: formatInstant(timeMs),
    precipitation: readNumber(fields['precipitation']),
  }))
  return { available: points.length > 0, points }
}
