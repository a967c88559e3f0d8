import type { Cell } from '../../domain/cell.ts'
import { type Condition, conditionOfCloudCover } from '../../domain/condition.ts'
import { EMPTY_DAY } from '../../domain/days-from-spans.ts'
import { formatInstant, parseInstant } from '../../domain/instant.ts'
import { calendarDayAt, placeClock, startOfDay } from '../../domain/local-time.ts'
import type { DailyPoint, HourlyPoint } from '../../domain/model.ts'
import { isSunUp } from '../../domain/sun.ts'
import { DAY_MS, HOUR_MS } from '../../time.ts'
import { type Amounts, amountsOf, rainAt } from '../amounts.ts'
import type { SentWeather } from '../fetch-weather.ts'
import { fieldsOf, isObject, type Json, numberOf, objectsOf, unixMsOf } from '../json.ts'
import { analysisAt, instantOnDay, NO_MINUTES, scopesOf, seriesWith } from '../scopes.ts'
import { fractionOf, metresOfKm, mpsOfKmh } from '../units.ts'

/** Fifteen days of 25 hours at most. */
const [MAX_DAYS, MAX_HOURS] = [16, 25]

/** Null without a zone or without weather. Hours and days begin with the current ones: what is past was observed, not forecast. */
export function readTimeline(body: unknown, cell: Cell, nowMs: number): SentWeather | null {
  const { timezone: zone, tzoffset, latitude: lat, longitude: lon, days: allDays, currentConditions: sent } = fieldsOf(body)
  const offset = numberOf(tzoffset)
  const clock = placeClock(zone, offset === null ? undefined : Math.round(offset * 3_600), nowMs)
  if (clock === null) return null
  const { timezone } = clock
  const isNear = (point: Json) => Math.abs(timeOf(point) - nowMs) < 20 * DAY_MS
  const sentDays = objectsOf(allDays).slice(0, MAX_DAYS).filter(isNear)
  const today = calendarDayAt(nowMs, timezone)
  const hours = sentDays
    .flatMap((day) => objectsOf(day['hours']).slice(0, MAX_HOURS))
    .filter((hour) => isNear(hour) && timeOf(hour) + HOUR_MS > nowMs)
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .map((hour) => toHour(hour, cell))
  const days = sentDays.map((day) => toDay(day, timezone)).filter(({ date }) => date >= today)
  // Put together from the stations around. What period its amount covers is not documented.
  const current = isObject(sent) && isNear(sent) ? analysisAt(timeOf(sent), stateOf(sent, cell), days, timezone) : null
  const scopes = scopesOf(current, {
    hourly: seriesWith(hours, ({ temperature }) => temperature !== null),
    daily: seriesWith(days, ({ temperatureMax }) => temperatureMax !== null),
    minutely: NO_MINUTES,
  })
  return scopes && { clock, lat, lon, scopes }
}

/** Epoch milliseconds; NaN without a time. `datetime` is a date in days and a time of day elsewhere, so it is not read. */
const timeOf = ({ datetimeEpoch }: Json): number => unixMsOf(datetimeEpoch)

/** What an hour, a day and now have in common. */
function common(point: Json, period: 'day' | 'hour') {
  const value = (name: string) => numberOf(point[name])
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
    temperature: numberOf(point['temp']),
    feelsLike: numberOf(point['feelslike']),
    visibility: metresOfKm(numberOf(point['visibility'])),
    isDay: isSunUp(cell, timeOf(point)),
  }
}

/** `precip` is water. The types name what it consists of, also where nothing falls; of rain and snow together the parts are unknown. */
function amountsIn(point: Json): Amounts {
  const types: readonly unknown[] = Array.isArray(point['preciptype']) ? point['preciptype'] : []
  return amountsOf(numberOf(point['precip']), types.length === 1 ? types[0] : null)
}

function toHour(point: Json, cell: Cell): HourlyPoint {
  return {
    time: formatInstant(timeOf(point)),
    ...stateOf(point, cell),
    ...amountsIn(point),
    precipitationProbability: fractionOf(numberOf(point['precipprob'])),
  }
}

/** A calendar day of the place: its wind, gust and UV index are the highest, dew point, humidity, pressure and clouds the means. */
function toDay(point: Json, timezone: string): DailyPoint {
  const value = (name: string) => numberOf(point[name])
  const date = calendarDayAt(timeOf(point), timezone)
  const startMs = parseInstant(startOfDay(date, timezone))
  const sun = (name: string) => instantOnDay(unixMsOf(point[name]), startMs)
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

/** The words of `conditions`, from the one that matters most; the icon may show snow under a clear sky (recorded). */
const WORDS: readonly (readonly [word: RegExp, condition: Condition])[] = [
  [/thunder/i, 'thunderstorm'],
  [/hail/i, 'hail'],
  [/freezing rain/i, 'freezing_rain'],
  [/freezing drizzle/i, 'freezing_drizzle'],
  [/\bice\b|sleet/i, 'sleet'],
  [/rain.*snow|snow.*rain/i, 'sleet'],
  [/snow/i, 'snow'],
  [/drizzle/i, 'drizzle'],
  [/rain/i, 'rain'],
  [/fog|mist/i, 'fog'],
]

function conditionOf(point: Json, period: 'day' | 'hour'): Condition | null {
  const text = String(point['conditions'] ?? '')
  const found = WORDS.find(([word]) => word.test(text))?.[1]
  const amount = numberOf(point['precip'])
  // A day's amount is no rate.
  if (found === 'rain' && amount !== null && period === 'hour') return rainAt(amount)
  if (found !== undefined) return found
  if (point['icon'] === 'fog') return 'fog'
  const cover = numberOf(point['cloudcover'])
  return cover === null ? null : conditionOfCloudCover(cover)
}
