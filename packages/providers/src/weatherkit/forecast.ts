import {
  type CurrentWeather,
  DAY_MS,
  type DailyPoint,
  EMPTY_DAY,
  HOUR_MS,
  type HourlyPoint,
  MINUTE_MS,
  type MinutelyPoint,
  buildDaysFromSpans,
  findStartOfDay,
  formatInstant,
  parseInstant,
  roundHalfAway,
  toCalendarDay,
  toHourSpan,
} from '@isobar/weather'
import { type Amounts, splitAmount } from '../amounts.ts'
import { readEpochMs, type Json, readNumber, readObjects } from '../json.ts'
import type { DeliveredScopes } from '../provider.ts'
import { buildAnalysis, toInstantOnDay, buildPastHours, buildDeliveredScopes, buildPointSeries } from '../scopes.ts'
import { mpsOfKmh, percentOf } from '../units.ts'
import { readWeatherKitCondition, conditionOfName } from './conditions.ts'
import type { DataSets } from './data-sets.ts'

/** Recorded: 249 hours, 10 days, 84 minutes. */
const MAX_POINTS = 500

/**
 * The canonical scopes, which begin with the current hour, day and minute; null if there is no weather. `timezone` is the zone whose days
 * were asked for.
 */
export function transformDataSets(sets: DataSets, timezone: string, nowMs: number): DeliveredScopes | null {
  const points = (set: Json | undefined, list: string, time: string) =>
    readObjects(set?.[list])
      .slice(0, MAX_POINTS)
      .filter((point) => Math.abs(timeOf(point, time) - nowMs) < 20 * DAY_MS)
      .toSorted((a, b) => timeOf(a, time) - timeOf(b, time))
  const all = points(sets.forecastHourly, 'hours', 'forecastStart').map(toHour)
  const hours = all.filter(({ time }) => parseInstant(time) + HOUR_MS > nowMs)
  const ofHours = new Map(buildDaysFromSpans(all.map(toHourSpan), timezone).map((day) => [day.date, day]))
  const today = toCalendarDay(nowMs, timezone)
  const days = points(sets.forecastDaily, 'days', 'forecastStart')
    .flatMap((point) => toDay(point, ofHours, timezone) ?? [])
    .filter(({ date }) => date >= today)
  const minutes = points(sets.forecastNextHour, 'minutes', 'startTime')
    .map(toMinute)
    .filter(({ time }) => parseInstant(time) + MINUTE_MS > nowMs)
  const current = sets.currentWeather === undefined ? null : toCurrent(sets.currentWeather, days, timezone)
  return buildDeliveredScopes(current, {
    ...buildPastHours(all, nowMs),
    hourly: buildPointSeries(hours, ({ temperature }) => temperature !== null),
    daily: buildPointSeries(days, ({ temperatureMax }) => temperatureMax !== null),
    minutely: buildPointSeries(minutes, ({ precipitation }) => precipitation !== null),
  })
}

/** Epoch milliseconds; NaN without a time. */
const timeOf = (point: Json, name: string): number => readEpochMs(point[name]) ?? Number.NaN

function stateOf(point: Json) {
  const value = (name: string) => readNumber(point[name])
  const metres = value('visibility')
  return {
    temperature: value('temperature'),
    feelsLike: value('temperatureApparent'),
    dewPoint: value('temperatureDewPoint'),
    humidity: percentOf(value('humidity')),
    pressure: value('pressure'),
    cloudCover: percentOf(value('cloudCover')),
    visibility: metres === null ? null : roundHalfAway(metres, 0),
    uvIndex: value('uvIndex'),
    windSpeed: mpsOfKmh(value('windSpeed')),
    windGust: mpsOfKmh(value('windGust')),
    windDirection: value('windDirection'),
    condition: readWeatherKitCondition(point),
    providerCode: null,
    isDay: typeof point['daylight'] === 'boolean' ? point['daylight'] : null,
  }
}

/** `precipitationAmount` is water, of one type. */
function toHour(point: Json): HourlyPoint {
  return {
    time: formatInstant(timeOf(point, 'forecastStart')),
    ...stateOf(point),
    ...splitAmount(readNumber(point['precipitationAmount']), point['precipitationType']),
    precipitationProbability: readNumber(point['precipitationChance']),
  }
}

function toMinute(point: Json): MinutelyPoint {
  return { time: formatInstant(timeOf(point, 'startTime')), precipitation: readNumber(point['precipitationIntensity']) }
}

/** Null without a time. Its intensity is a rate, and no amount of the last hour. */
function toCurrent(point: Json, days: readonly DailyPoint[], timezone: string): CurrentWeather | null {
  const timeMs = readEpochMs(point['asOf'])
  return timeMs === null ? null : buildAnalysis(timeMs, stateOf(point), days, timezone)
}

/** A calendar day: what it has itself, and the rest from its hours. Null if it is another zone's. */
function toDay(point: Json, ofHours: ReadonlyMap<string, DailyPoint>, timezone: string): DailyPoint | null {
  const startMs = timeOf(point, 'forecastStart')
  const date = toCalendarDay(startMs, timezone)
  const time = findStartOfDay(date, timezone)
  if (parseInstant(time) !== startMs) return null
  const value = (name: string) => readNumber(point[name])
  const hours = ofHours.get(date)
  const at = (name: string) => toInstantOnDay(readEpochMs(point[name]), startMs)
  return {
    ...EMPTY_DAY,
    ...hours,
    date,
    time,
    temperatureMin: value('temperatureMin'),
    temperatureMax: value('temperatureMax'),
    ...amountsOfDay(point, hours),
    precipitationProbability: value('precipitationChance'),
    uvIndex: value('maxUvIndex'),
    windSpeed: mpsOfKmh(value('windSpeedMax')) ?? hours?.windSpeed ?? null,
    windGust: mpsOfKmh(value('windGustSpeedMax')) ?? hours?.windGust ?? null,
    condition: conditionOfName(point['conditionCode']) ?? hours?.condition ?? null,
    sunrise: at('sunrise'),
    sunset: at('sunset'),
    moonrise: at('moonrise'),
    moonset: at('moonset'),
  }
}

/** Hours and days are rounded, and days are aggregated from finer data. */
const SAME_MM = 0.2

/** The day's own water. Its type may be rain on a day with snow (recorded), so only a day without snow is all rain; else its hours say, if they agree. */
function amountsOfDay(point: Json, hours: DailyPoint | undefined): Amounts {
  const [precipitation, depth] = [readNumber(point['precipitationAmount']), readNumber(point['snowfallAmount'])]
  if (depth === 0 && point['precipitationType'] === 'rain') return splitAmount(precipitation, 'rain')
  const isSame = precipitation !== null && Math.abs((hours?.precipitation ?? Infinity) - precipitation) <= SAME_MM
  return {
    ...splitAmount(precipitation, null),
    ...(isSame && precipitation > 0 ? { rain: hours?.rain ?? null, snow: hours?.snow ?? null } : {}),
  }
}
