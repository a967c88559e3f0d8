import {
  DAY_MS,
  type DailyPoint,
  EMPTY_DAY,
  HOUR_MS,
  type HourlyPoint,
  buildDaysFromSpans,
  computeFullHours,
  findStartOfDay,
  formatInstant,
  parseInstant,
  toCalendarDay,
  toHourSpan,
  toPlaceClock,
} from '@isobar/weather'
import { type Amounts, splitAmount } from '../amounts.ts'
import type { SentWeather } from '../fetch-weather.ts'
import { readFields, isObject, type Json, readNumber, readObjects, readUnixMs } from '../json.ts'
import { buildAnalysis, NO_MINUTES, buildPastHours, buildDeliveredScopes, buildPointSeries } from '../scopes.ts'
import { metresOfKm, mpsOfKmh } from '../units.ts'
import { conditionOfCode, findPrecipitationKind } from './conditions.ts'

const [MAX_DAYS, MAX_HOURS] = [15, 25]

/** Null without a zone or without weather. Hours and days begin with the current ones. */
export function readWeatherApiForecast(body: unknown, nowMs: number): SentWeather | null {
  const { location, forecast, current: sent } = readFields(body)
  const { tz_id: zone, lat, lon } = readFields(location)
  const clock = toPlaceClock(zone, undefined, nowMs)
  if (clock === null) return null
  const { timezone } = clock
  const sentDays = readObjects(readFields(forecast)['forecastday']).slice(0, MAX_DAYS)
  const today = toCalendarDay(nowMs, timezone)
  const sentHours = sentDays
    .flatMap((day) => readObjects(day['hour']).slice(0, MAX_HOURS))
    .filter((hour) => isNear(timeOf(hour, 'time_epoch'), nowMs))
    .map(toHour)
    .toSorted((a, b) => parseInstant(a.time) - parseInstant(b.time))
  const all = computeFullHours(sentHours)
  const hours = all.filter(({ time }) => parseInstant(time) + HOUR_MS > nowMs)
  const ofHours = new Map(buildDaysFromSpans(all.map(toHourSpan), timezone).map((day) => [day.date, day]))
  const days = sentDays.flatMap((day) => toDay(day, ofHours, timezone, nowMs) ?? []).filter(({ date }) => date >= today)
  const updatedMs = isObject(sent) ? timeOf(sent, 'last_updated_epoch') : Number.NaN
  // What period its amount covers is not documented.
  const current = isObject(sent) && isNear(updatedMs, nowMs) ? buildAnalysis(updatedMs, stateOf(sent), days, timezone) : null
  const scopes = buildDeliveredScopes(current, {
    ...buildPastHours(all, nowMs),
    hourly: buildPointSeries(hours, ({ temperature }) => temperature !== null),
    daily: buildPointSeries(days, ({ temperatureMax }) => temperatureMax !== null),
    minutely: NO_MINUTES,
  })
  return scopes && { clock, lat, lon, scopes }
}

const isNear = (ms: number, nowMs: number): boolean => Math.abs(ms - nowMs) < 20 * DAY_MS

/** Epoch milliseconds; NaN without a time. The local times next to the epochs have no offset and are not read. */
const timeOf = (point: Json, name: string): number => readUnixMs(point[name])

const codeOf = (point: Json): unknown => readFields(point['condition'])['code']

function stateOf(point: Json) {
  const value = (name: string) => readNumber(point[name])
  return {
    temperature: value('temp_c'),
    feelsLike: value('feelslike_c'),
    dewPoint: value('dewpoint_c'),
    humidity: value('humidity'),
    pressure: value('pressure_mb'),
    cloudCover: value('cloud'),
    visibility: metresOfKm(value('vis_km')),
    uvIndex: value('uv'),
    windSpeed: mpsOfKmh(value('wind_kph')),
    windGust: mpsOfKmh(value('gust_kph')),
    windDirection: value('wind_degree'),
    condition: conditionOfCode(codeOf(point)),
    providerCode: null,
    isDay: point['is_day'] === 1 ? true : point['is_day'] === 0 ? false : null,
  }
}

/** `precip_mm` is water; the code says what falls. `snow_cm` is a depth, and above 0 under a code of rain it contradicts it: unknown. */
function amountsIn(point: Json): Amounts {
  const falls = findPrecipitationKind(codeOf(point))
  const isContradiction = falls === 'rain' && (readNumber(point['snow_cm']) ?? 0) > 0
  return splitAmount(readNumber(point['precip_mm']), isContradiction ? null : falls)
}

/** Rain and snow have a chance each, which may contradict each other: the higher one is that of precipitation. */
function toHour(point: Json): HourlyPoint {
  const chances = ['chance_of_rain', 'chance_of_snow'].map((name) => readNumber(point[name])).filter((chance) => chance !== null)
  return {
    time: formatInstant(timeOf(point, 'time_epoch')),
    ...stateOf(point),
    ...amountsIn(point),
    precipitationProbability: chances.length === 0 ? null : Math.max(...chances) / 100,
  }
}

/**
 * A calendar day of the place: high, low, sum and wind as sent, the rest from its hours. Its own UV index, chances and depth of snow do not fit
 * its hours (recorded).
 */
function toDay(sent: Json, ofHours: ReadonlyMap<string, DailyPoint>, timezone: string, nowMs: number): DailyPoint | null {
  const { date } = sent
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date) || !isNear(Date.parse(date), nowMs)) return null
  const day = readFields(sent['day'])
  const astro = readFields(sent['astro'])
  const value = (name: string) => readNumber(day[name])
  const hours = ofHours.get(date)
  const precipitation = value('totalprecip_mm')
  return {
    ...EMPTY_DAY,
    ...hours,
    date,
    time: findStartOfDay(date, timezone),
    temperatureMin: value('mintemp_c'),
    temperatureMax: value('maxtemp_c'),
    humidity: value('avghumidity'),
    windSpeed: mpsOfKmh(value('maxwind_kph')),
    precipitation,
    rain: precipitation === 0 ? 0 : (hours?.rain ?? null),
    snow: precipitation === 0 ? 0 : (hours?.snow ?? null),
    condition: conditionOfCode(codeOf(day)),
    sunrise: clockTimeOn(date, astro['sunrise'], timezone),
    sunset: clockTimeOn(date, astro['sunset'], timezone),
    moonrise: clockTimeOn(date, astro['moonrise'], timezone),
    moonset: clockTimeOn(date, astro['moonset'], timezone),
  }
}

/** The instant of a local time such as `07:18 AM`; null for a text without a time ("No moonrise"). */
function clockTimeOn(date: string, text: unknown, timezone: string): string | null {
  const [, hour, minute, half] = (typeof text === 'string' ? /^(0?[1-9]|1[0-2]):([0-5]\d) ([AP]M)$/.exec(text) : null) ?? []
  if (hour === undefined) return null
  const plainTime = { hour: (Number(hour) % 12) + (half === 'PM' ? 12 : 0), minute: Number(minute) }
  return formatInstant(Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds)
}
