import {
  type Cell,
  type Condition,
  DAY_MS,
  type DailyPoint,
  EMPTY_DAY,
  type HourlyPoint,
  computeFullHours,
  findEndOfStep,
  findStartOfDay,
  formatInstant,
  gradeCloudCover,
  isSunUp,
  parseInstant,
  toCalendarDay,
  toPlaceClock,
} from '@isobar/weather'
import { type Amounts, splitAmount, gradeRain } from '../amounts.ts'
import type { SentWeather } from '../fetch-weather.ts'
import { readFields, isObject, type Json, readNumber, readObjects, readUnixMs } from '../json.ts'
import { buildAnalysis, toInstantOnDay, NO_MINUTES, buildPastHours, buildDeliveredScopes, buildPointSeries } from '../scopes.ts'
import { fractionOf, metresOfKm, mpsOfKmh } from '../units.ts'
import { readSkyWords, readWeatherWords } from './conditions.ts'

/** Fifteen days of 25 hours at most. */
const [MAX_DAYS, MAX_HOURS] = [16, 25]

/** Null without a zone or without weather. Hours and days begin with the current ones: what is past was observed, not forecast. */
export function readTimeline(body: unknown, cell: Cell, nowMs: number): SentWeather | null {
  const { timezone: zone, tzoffset, latitude: lat, longitude: lon, days: allDays, currentConditions: sent } = readFields(body)
  const offset = readNumber(tzoffset)
  const clock = toPlaceClock(zone, offset === null ? undefined : Math.round(offset * 3_600), nowMs)
  if (clock === null) return null
  const { timezone } = clock
  const isNear = (point: Json) => Math.abs(timeOf(point) - nowMs) < 20 * DAY_MS
  const sentDays = readObjects(allDays).slice(0, MAX_DAYS).filter(isNear)
  const today = toCalendarDay(nowMs, timezone)
  const sentHours = sentDays
    .flatMap((day) => readObjects(day['hours']).slice(0, MAX_HOURS))
    .filter(isNear)
    .toSorted((a, b) => timeOf(a) - timeOf(b))
  const all = computeFullHours(sentHours.map((hour) => toHour(hour, cell)))
  const hours = all.filter((hour) => findEndOfStep(hour) > nowMs)
  const days = sentDays.map((day) => toDay(day, timezone)).filter(({ date }) => date >= today)
  // Put together from the stations around. What period its amount covers is not documented.
  const current = isObject(sent) && isNear(sent) ? buildAnalysis(timeOf(sent), stateOf(sent, cell), days, timezone) : null
  const scopes = buildDeliveredScopes(current, {
    hourly: buildPointSeries(hours, ({ temperature }) => temperature !== null),
    daily: buildPointSeries(days, ({ temperatureMax }) => temperatureMax !== null),
    minutely: NO_MINUTES,
    ...buildPastHours(all, nowMs),
  })
  return scopes && { clock, lat, lon, scopes }
}

/** Epoch milliseconds; NaN without a time. `datetime` is a date in days and a time of day elsewhere, so it is not read. */
const timeOf = ({ datetimeEpoch }: Json): number => readUnixMs(datetimeEpoch)

/** What an hour, a day and now have in common. */
function common(point: Json, period: 'day' | 'hour') {
  const value = (name: string) => readNumber(point[name])
  return {
    dewPoint: value('dew'),
    humidity: value('humidity'),
    pressure: value('pressure'),
    cloudCover: value('cloudcover'),
    uvIndex: value('uvindex'),
    windSpeed: mpsOfKmh(value('windspeed')),
    windGust: mpsOfKmh(value('windgust')),
    windDirection: value('winddir'),
    condition: conditionOf(point, period),
    providerCode: null,
  }
}

function stateOf(point: Json, cell: Cell) {
  return {
    ...common(point, 'hour'),
    temperature: readNumber(point['temp']),
    feelsLike: readNumber(point['feelslike']),
    visibility: metresOfKm(readNumber(point['visibility'])),
    isDay: isSunUp(cell, timeOf(point)),
  }
}

/** `precip` is water. The types name what it consists of, also where nothing falls; of rain and snow together the parts are unknown. */
function amountsIn(point: Json): Amounts {
  const types: readonly unknown[] = Array.isArray(point['preciptype']) ? point['preciptype'] : []
  return splitAmount(readNumber(point['precip']), types.length === 1 ? types[0] : null)
}

function toHour(point: Json, cell: Cell): HourlyPoint {
  return {
    time: formatInstant(timeOf(point)),
    ...stateOf(point, cell),
    ...amountsIn(point),
    precipitationProbability: fractionOf(readNumber(point['precipprob'])),
  }
}

/** A calendar day of the place: its wind, gust and UV index are the highest, dew point, humidity, pressure and clouds the means. */
function toDay(point: Json, timezone: string): DailyPoint {
  const value = (name: string) => readNumber(point[name])
  const date = toCalendarDay(timeOf(point), timezone)
  const startMs = parseInstant(findStartOfDay(date, timezone))
  const sun = (name: string) => toInstantOnDay(readUnixMs(point[name]), startMs)
  const { description } = point
  return {
    ...EMPTY_DAY,
    date,
    time: formatInstant(startMs),
    ...common(point, 'day'),
    temperatureMin: value('tempmin'),
    temperatureMax: value('tempmax'),
    feelsLikeMin: value('feelslikemin'),
    feelsLikeMax: value('feelslikemax'),
    ...amountsIn(point),
    precipitationProbability: fractionOf(value('precipprob')),
    summary: typeof description === 'string' ? description.slice(0, 200) : null,
    sunrise: sun('sunriseEpoch'),
    sunset: sun('sunsetEpoch'),
    moonPhase: value('moonphase'),
  }
}

/** Rain of which the amount tells how heavy it is; the icon may show snow under a clear sky (recorded). */
const RAINS: ReadonlySet<Condition> = new Set(['light_rain', 'rain', 'heavy_rain'])

function conditionOf(point: Json, period: 'day' | 'hour'): Condition | null {
  const text = String(point['conditions'] ?? '')
  const found = readWeatherWords(text)
  const amount = readNumber(point['precip'])
  // A day's amount is no rate.
  if (found !== null && RAINS.has(found) && amount !== null && period === 'hour') return gradeRain(amount)
  if (found !== null) return found
  if (point['icon'] === 'fog') return 'fog'
  const cover = readNumber(point['cloudcover'])
  return cover === null ? readSkyWords(text) : gradeCloudCover(cover)
}
