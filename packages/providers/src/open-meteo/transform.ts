import {
  type CurrentWeather,
  type DailyPoint,
  HOUR_MS,
  type HourlyPoint,
  type Series,
  findEndOfStep,
  findStartOfDay,
  formatInstant,
  parseInstant,
  roundHalfAway,
  toCalendarDay,
} from '@isobar/weather'
import type { Amounts } from '../amounts.ts'
import type { WeatherBundle } from '../provider.ts'
import { NO_MINUTES, buildPastHours } from '../scopes.ts'
import { fractionOf } from '../units.ts'
import { conditionOfCode } from './conditions.ts'
import type { Forecast, Row } from './schema.ts'

/**
 * A decoded response in the canonical model, or null if it contains no weather. The series start with the current hour and day, as of the
 * response's own current time or, without one, `nowMs`. There is no minute-by-minute data; 15-minute steps are interpolated from hours in
 * most of the world and are not turned into minutes.
 */
export function transformOpenMeteoForecast(
  forecast: Forecast,
  nowMs: number,
): Pick<WeatherBundle, 'timezone' | 'utcOffsetSeconds' | 'scopes'> | null {
  const { clock } = forecast
  const asOfMs = forecast.current?.timeMs ?? nowMs
  const today = toCalendarDay(asOfMs, clock.timezone)
  const current = forecast.current === null ? null : toCurrent(forecast.current, forecast, today)
  const hours = toHours(forecast.hourly ?? [])
  const hourly =
    forecast.hourly === null
      ? null
      : seriesOf(
          hours.filter((hour) => findEndOfStep(hour) > asOfMs),
          hasHourlyData,
        )
  const days = forecast.daily?.filter((row) => row.date >= today).map((row) => toDay(row, clock.timezone))
  const daily = days === undefined ? null : seriesOf(days, hasDailyData)
  const currentKnown = current !== null && hasHourlyData(current)
  if (!currentKnown && hourly?.available !== true && daily?.available !== true) return null
  return {
    ...clock,
    scopes: {
      ...(currentKnown ? { current } : {}),
      ...(hourly === null ? {} : { hourly }),
      ...buildPastHours(hours, asOfMs),
      ...(daily === null ? {} : { daily }),
      minutely: NO_MINUTES,
    },
  }
}

/** Points without data at the end, beyond the models' range, are dropped; a gap in the middle stays a gap. */
function seriesOf<Point>(points: readonly Point[], hasData: (point: Point) => boolean): Series<Point> {
  const last = points.findLastIndex(hasData)
  return { available: last >= 0, points: points.slice(0, last + 1) }
}

function hasHourlyData({ temperature, precipitation, condition, windSpeed, pressure }: CurrentWeather | HourlyPoint): boolean {
  return [temperature, precipitation, condition, windSpeed, pressure].some((value) => value !== null)
}

function hasDailyData({ temperatureMin, temperatureMax, precipitation, condition, windSpeed }: DailyPoint): boolean {
  return [temperatureMin, temperatureMax, precipitation, condition, windSpeed].some((value) => value !== null)
}

const NO_AMOUNTS: Amounts = { precipitation: null, rain: null, snow: null }

/** The sums of a row, under hourly or daily names. */
function amounts(row: Row, suffix: '' | '_sum'): Amounts {
  const largeScale = row.number(`rain${suffix}`, 'amount')
  const showers = row.number(`showers${suffix}`, 'amount')
  const precipitation = row.number(`precipitation${suffix}`, 'amount')
  const snow = row.number(`snowfall${suffix}`, 'snowfall')
  return { precipitation, rain: rainOf(largeScale, showers, precipitation, snow), snow }
}

/**
 * Large-scale rain plus showers, which include those of snow: no more than the precipitation that is not snow. If that is unknown while
 * snow falls, so is the showers' part.
 */
function rainOf(largeScale: number | null, showers: number | null, precipitation: number | null, snow: number | null): number | null {
  if (largeScale === null && showers === null) return null
  const liquid = (largeScale ?? 0) + (showers ?? 0)
  if (precipitation !== null) return roundHalfAway(Math.max(0, Math.min(liquid, precipitation - (snow ?? 0))), 4)
  return (snow ?? 0) > 0 && (showers ?? 0) > 0 ? null : roundHalfAway(liquid, 4)
}

/** The instantaneous values, which current and hourly rows name alike. */
function state(row: Row) {
  const code = row.number('weather_code', 'plain')
  const isDay = row.number('is_day', 'plain')
  return {
    temperature: row.number('temperature_2m', 'temperature'),
    feelsLike: row.number('apparent_temperature', 'temperature'),
    dewPoint: row.number('dew_point_2m', 'temperature'),
    humidity: row.number('relative_humidity_2m', 'percent'),
    pressure: row.number('pressure_msl', 'plain'),
    cloudCover: row.number('cloud_cover', 'percent'),
    visibility: row.number('visibility', 'length'),
    uvIndex: row.number('uv_index', 'plain'),
    windSpeed: row.number('wind_speed_10m', 'speed'),
    windDirection: row.number('wind_direction_10m', 'plain'),
    condition: conditionOfCode(code),
    providerCode: code,
    isDay: isDay === null ? null : isDay === 1,
  }
}

/**
 * The current sums cover 15 minutes. A sum over the last 60 exists only on the full hour, as that of the hour just ended; at any other time
 * the amounts are null.
 */
function toCurrent(row: Row, { hourly, daily, clock }: Forecast, today: string): CurrentWeather {
  const ended = hourly?.find((hour) => hour.timeMs === row.timeMs)
  const day = daily?.find(({ date }) => date === today)
  return {
    // A model's value for now: no station is behind it.
    kind: 'analysis',
    observedAt: formatInstant(row.timeMs),
    ...state(row),
    windGust: row.number('wind_gusts_10m', 'speed'),
    ...(ended === undefined ? NO_AMOUNTS : amounts(ended, '')),
    ...(day === undefined ? { sunrise: null, sunset: null } : readSunTimes(day, clock.timezone)),
  }
}

/** The hours. The last row only supplies the sums of the hour before it. */
function toHours(rows: readonly Row[]): HourlyPoint[] {
  return rows.slice(0, -1).map((row, index) => toHour(row, rows[index + 1]))
}

/**
 * One hour. Sums, their probability and the highest gust of a row cover the hour before its time (documentation), so an hour takes them
 * from the row one hour later, and has none if that row is missing.
 */
function toHour(row: Row, next: Row | undefined): HourlyPoint {
  const ended = next?.timeMs === row.timeMs + HOUR_MS ? next : null
  return {
    time: formatInstant(row.timeMs),
    ...state(row),
    windGust: ended?.number('wind_gusts_10m', 'speed') ?? null,
    ...(ended === null ? NO_AMOUNTS : amounts(ended, '')),
    precipitationProbability: fractionOf(ended?.number('precipitation_probability', 'percent') ?? null),
  }
}

/** A day; the source has no morning, midday, evening and night temperatures. */
function toDay(row: Row, timezone: string): DailyPoint {
  const code = row.number('weather_code', 'plain')
  const moonriseMs = row.instantMs('moonrise')
  const moonsetMs = row.instantMs('moonset')
  return {
    date: row.date,
    time: findStartOfDay(row.date, timezone),
    temperatureMin: row.number('temperature_2m_min', 'temperature'),
    temperatureMax: row.number('temperature_2m_max', 'temperature'),
    temperatureMorning: null,
    temperatureDay: null,
    temperatureEvening: null,
    temperatureNight: null,
    feelsLikeMin: row.number('apparent_temperature_min', 'temperature'),
    feelsLikeMax: row.number('apparent_temperature_max', 'temperature'),
    feelsLikeMorning: null,
    feelsLikeDay: null,
    feelsLikeEvening: null,
    feelsLikeNight: null,
    dewPoint: row.number('dew_point_2m_mean', 'temperature'),
    humidity: row.number('relative_humidity_2m_mean', 'percent'),
    pressure: row.number('pressure_msl_mean', 'plain'),
    cloudCover: row.number('cloud_cover_mean', 'percent'),
    visibility: null,
    uvIndex: row.number('uv_index_max', 'plain'),
    windSpeed: row.number('wind_speed_10m_max', 'speed'),
    windGust: row.number('wind_gusts_10m_max', 'speed'),
    windDirection: row.number('wind_direction_10m_dominant', 'plain'),
    ...amounts(row, '_sum'),
    precipitationProbability: fractionOf(row.number('precipitation_probability_max', 'percent')),
    condition: conditionOfCode(code),
    providerCode: code,
    summary: null,
    ...readSunTimes(row, timezone),
    moonrise: moonriseMs === null ? null : formatInstant(moonriseMs),
    moonset: moonsetMs === null ? null : formatInstant(moonsetMs),
    moonPhase: row.number('moon_phase', 'plain'),
  }
}

/** Maximum distance of a sunrise or sunset from its day: near midnight sun the sun sets after midnight, and clocks may change. */
const SLACK_MS = 4 * HOUR_MS

/**
 * Sunrise and sunset of a daily row. Polar day is sent as 00:00 and the next day's 00:00, polar night as two equal times, and older
 * servers sent 1970 for both: all of these are null.
 */
export function readSunTimes(row: Row, timezone: string): { readonly sunrise: string | null; readonly sunset: string | null } {
  const dayMs = parseInstant(findStartOfDay(row.date, timezone))
  const riseMs = row.instantMs('sunrise')
  const setMs = row.instantMs('sunset')
  const polar = riseMs !== null && setMs !== null && (setMs <= riseMs || setMs - riseMs >= 24 * HOUR_MS)
  const write = (ms: number | null) =>
    ms === null || polar || ms < dayMs - SLACK_MS || ms > dayMs + 24 * HOUR_MS + SLACK_MS ? null : formatInstant(ms)
  return { sunrise: write(riseMs), sunset: write(setMs) }
}
