import {
  type Cell,
  type Condition,
  DAY_MS,
  type DailyPoint,
  EMPTY_DAY,
  HOUR_MS,
  type HourlyPoint,
  MINUTE_MS,
  type MinutelyPoint,
  findStartOfDay,
  formatInstant,
  getDayBounds,
  gradeCloudCover,
  isSunUp,
  parseInstant,
  roundHalfAway,
  sumDayAmount,
  toCalendarDay,
  toHourSpan,
  toPlaceClock,
} from '@isobar/weather'
import { type Amounts, splitAmount, gradeRain } from '../amounts.ts'
import type { SentWeather } from '../fetch-weather.ts'
import { readFields, isObject, type Json, readNumber, readObjects, readUnixMs } from '../json.ts'
import { buildAnalysis, toInstantOnDay, buildPastHours, buildDeliveredScopes, buildPointSeries } from '../scopes.ts'
import { metresOfKm, percentOf } from '../units.ts'

/**
 * Null without a zone, without weather, or in other units than requested, whose numbers would be wrong. Hours and days begin with the current
 * ones.
 */
export function readPirateForecast(body: unknown, cell: Cell, nowMs: number): SentWeather | null {
  const sent = readFields(body)
  const { flags, offset, timezone: zone, latitude: lat, longitude: lon, currently } = sent
  const seconds = readNumber(offset)
  const clock = toPlaceClock(zone, seconds === null ? undefined : Math.round(seconds * 3_600), nowMs)
  const { units = 'si' } = readFields(flags)
  if (clock === null || units !== 'si') return null
  const { timezone } = clock
  const block = (name: string) =>
    readObjects(readFields(sent[name])['data'])
      .filter((point) => Math.abs(timeOf(point) - nowMs) < 12 * DAY_MS)
      .toSorted((a, b) => timeOf(a) - timeOf(b))
  const today = toCalendarDay(nowMs, timezone)
  const sentHours = block('hourly').map((point) => toHour(point, cell))
  const hours = sentHours.filter(({ time }) => parseInstant(time) + HOUR_MS > nowMs)
  const days = block('daily')
    .map((point) => toDay(point, sentHours, timezone))
    .filter(({ date }) => date >= today)
  const minutes = block('minutely')
    .map(toMinute)
    .filter(({ time }) => parseInstant(time) + MINUTE_MS > nowMs)
  // The intensity is a rate now, and no amount of the last hour.
  const current =
    isObject(currently) && !Number.isNaN(timeOf(currently))
      ? buildAnalysis(timeOf(currently), stateOf(currently, cell), days, timezone)
      : null
  const scopes = buildDeliveredScopes(current, {
    ...buildPastHours(sentHours, nowMs),
    hourly: buildPointSeries(hours, ({ temperature, windSpeed }) => temperature !== null || windSpeed !== null),
    daily: buildPointSeries(days, ({ temperatureMax, precipitation }) => temperatureMax !== null || precipitation !== null),
    minutely: { available: minutes.length > 0, points: minutes },
  })
  return scopes && { clock, lat, lon, scopes }
}

/** Epoch milliseconds; NaN for a time that is missing or not plausible. */
const timeOf = ({ time }: Json): number => readUnixMs(time)

/** What `currently`, an hour and a day have in common, the fractions as percent. */
function common(point: Json) {
  const value = (name: string) => readNumber(point[name])
  return {
    dewPoint: value('dewPoint'),
    humidity: percentOf(value('humidity')),
    pressure: value('pressure'),
    cloudCover: percentOf(value('cloudCover')),
    uvIndex: value('uvIndex'),
    windGust: value('windGust'),
    windDirection: value('windBearing'),
    condition: conditionOf(point),
    providerCode: null,
  }
}

function stateOf(point: Json, cell: Cell) {
  const icon = String(point['icon'])
  return {
    ...common(point),
    temperature: readNumber(point['temperature']),
    feelsLike: readNumber(point['apparentTemperature']),
    visibility: metresOfKm(readNumber(point['visibility'])),
    windSpeed: readNumber(point['windSpeed']),
    isDay: icon.endsWith('-day') || (icon.endsWith('-night') ? false : isSunUp(cell, timeOf(point))),
  }
}

function toHour(point: Json, cell: Cell): HourlyPoint {
  return {
    time: formatInstant(timeOf(point)),
    ...stateOf(point, cell),
    ...splitAmount(readNumber(point['precipIntensity']), point['precipType']),
    precipitationProbability: readNumber(point['precipProbability']),
  }
}

function toMinute(point: Json): MinutelyPoint {
  return { time: formatInstant(timeOf(point)), precipitation: readNumber(point['precipIntensity']) }
}

/** A calendar day of the place. Its mean wind is not a maximum, so it is left out; its dew point, humidity, pressure and clouds are means. */
function toDay(point: Json, hours: readonly HourlyPoint[], timezone: string): DailyPoint {
  const value = (name: string) => readNumber(point[name])
  const date = toCalendarDay(timeOf(point), timezone)
  const at = (name: string) => toInstantOnDay(readUnixMs(point[name]), timeOf(point))
  return {
    ...EMPTY_DAY,
    date,
    time: findStartOfDay(date, timezone),
    ...common(point),
    temperatureMin: value('temperatureMin'),
    temperatureMax: value('temperatureMax'),
    feelsLikeMin: value('apparentTemperatureMin'),
    feelsLikeMax: value('apparentTemperatureMax'),
    ...amountsOfDay(point, hours, date, timezone),
    precipitationProbability: value('precipProbability'),
    summary: typeof point['summary'] === 'string' ? point['summary'].slice(0, 200) : null,
    sunrise: at('sunriseTime'),
    sunset: at('sunsetTime'),
    moonPhase: value('moonPhase'),
  }
}

/** No snow lies at this low, and all of it at this high. */
const [RAIN_ONLY_C, SNOW_ONLY_C] = [3, 0]

/**
 * The hours' sums, where they cover the day. `precipAccumulation` of a day adds centimetres of water and of snow (ten times its water, as
 * recorded), so it is an amount of water only if the temperatures leave no doubt about which.
 */
function amountsOfDay(point: Json, hours: readonly HourlyPoint[], date: string, timezone: string): Amounts {
  const bounds = getDayBounds(date, timezone)
  const sum = (name: 'precipitation' | 'rain' | 'snow') =>
    sumDayAmount(
      hours.map((hour) => ({ ...toHourSpan(hour), amount: hour[name] })),
      bounds,
    )
  const precipitation = sum('precipitation')
  if (precipitation !== null) return { precipitation, rain: sum('rain'), snow: sum('snow') }
  const [cm, low, high] = ['precipAccumulation', 'temperatureMin', 'temperatureMax'].map((name) => readNumber(point[name]))
  if (cm === 0) return { precipitation: 0, rain: 0, snow: 0 }
  const mm = typeof cm !== 'number' ? null : (low ?? -99) >= RAIN_ONLY_C ? cm * 10 : (high ?? 99) <= SNOW_ONLY_C ? cm : null
  const water = mm === null ? null : roundHalfAway(mm, 4)
  return splitAmount(water, (low ?? -99) >= RAIN_ONLY_C ? 'rain' : 'snow')
}

/** By the icon; wind and clouds by the cloud cover, rain by its rate. The fog icon also stands for haze, which the summary names. */
function conditionOf(point: Json): Condition | null {
  const icon = String(point['icon']).replace(/-(?:day|night)$/, '')
  const cover = percentOf(readNumber(point['cloudCover']))
  if (icon === 'fog') return /haz/i.test(String(point['summary'])) ? 'haze' : 'fog'
  if (icon === 'rain') {
    const rate = readNumber(point['precipIntensity'])
    return rate === null ? 'rain' : gradeRain(rate)
  }
  if (icon === 'clear') return 'clear'
  if (icon === 'wind' || icon === 'cloudy' || icon === 'partly-cloudy') {
    if (cover !== null) return gradeCloudCover(cover)
    return icon === 'wind' ? null : icon === 'cloudy' ? 'overcast' : 'partly_cloudy'
  }
  const same = ['snow', 'sleet', 'hail', 'thunderstorm'] as const
  return same.find((known) => known === icon) ?? null
}
