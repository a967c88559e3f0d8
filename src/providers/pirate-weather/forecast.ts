import type { Cell } from '../../domain/cell.ts'
import { type Condition, conditionOfCloudCover } from '../../domain/condition.ts'
import { boundsOfDay, EMPTY_DAY, spanOfHour, sumOfDay } from '../../domain/days-from-spans.ts'
import { formatInstant, parseInstant } from '../../domain/instant.ts'
import { calendarDayAt, placeClock, startOfDay } from '../../domain/local-time.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, MinutelyPoint, PlaceClock } from '../../domain/model.ts'
import { roundHalfAway } from '../../domain/round.ts'
import { isSunUp } from '../../domain/sun.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts'
import { type Amounts, amountsOf, rainAt } from '../amounts.ts'
import { isObject, type Json, numberOf, objectsOf } from '../json.ts'
import type { DeliveredScopes } from '../provider.ts'

/** A structurally valid answer. A block that was not sent is empty. */
export interface Forecast {
  readonly clock: PlaceClock
  readonly lat: unknown
  readonly lon: unknown
  readonly currently: Json | null
  readonly minutely: readonly Json[]
  readonly hourly: readonly Json[]
  readonly daily: readonly Json[]
}

/** Null without a zone, without any block, or in other units than requested, whose numbers would be wrong. */
export function decodeForecast(body: unknown, nowMs: number): Forecast | null {
  if (!isObject(body)) return null
  const { flags, offset, timezone, latitude: lat, longitude: lon } = body
  const seconds = numberOf(offset)
  const clock = placeClock(timezone, seconds === null ? undefined : Math.round(seconds * 3_600), nowMs)
  if (clock === null || (isObject(flags) && flags['units'] !== undefined && flags['units'] !== 'si')) return null
  const block = (name: string) =>
    objectsOf(isObject(body[name]) ? body[name]['data'] : null)
      .filter((point) => Math.abs(timeOf(point) - nowMs) < 12 * DAY_MS)
      .toSorted((a, b) => timeOf(a) - timeOf(b))
  const currently = isObject(body['currently']) && !Number.isNaN(timeOf(body['currently'])) ? body['currently'] : null
  const forecast = { clock, lat, lon, currently, minutely: block('minutely'), hourly: block('hourly'), daily: block('daily') }
  const isEmpty = currently === null && forecast.hourly.length === 0 && forecast.daily.length === 0
  return isEmpty ? null : forecast
}

/** The canonical scopes; null if none has weather. Hours and days begin with the current ones. */
export function transformForecast(forecast: Forecast, cell: Cell, nowMs: number): DeliveredScopes | null {
  const { clock, currently, hourly, daily, minutely } = forecast
  const today = calendarDayAt(nowMs, clock.timezone)
  const sentHours = hourly.map((point) => toHour(point, cell))
  const hours = sentHours.filter(({ time }) => parseInstant(time) + HOUR_MS > nowMs)
  const days = daily.map((point) => toDay(point, sentHours, clock.timezone)).filter(({ date }) => date >= today)
  const minutes = minutely.map(toMinute).filter(({ time }) => parseInstant(time) + MINUTE_MS > nowMs)
  const hasHours = hours.some(({ temperature, windSpeed }) => temperature !== null || windSpeed !== null)
  const hasDays = days.some(({ temperatureMax, precipitation }) => temperatureMax !== null || precipitation !== null)
  const current = currently === null ? null : toCurrent(currently, days, cell, clock.timezone)
  const hasCurrent = current !== null && current.temperature !== null
  if (!hasCurrent && !hasHours && !hasDays) return null
  return {
    ...(hasCurrent ? { current } : {}),
    hourly: { available: hasHours, points: hasHours ? hours : [] },
    daily: { available: hasDays, points: hasDays ? days : [] },
    minutely: { available: minutes.length > 0, points: minutes },
  }
}

/** Epoch milliseconds; NaN for a time that is missing or not plausible. */
function timeOf({ time }: Json): number {
  const seconds = numberOf(time)
  return seconds === null || Math.abs(seconds) > 1e11 ? Number.NaN : Math.floor(seconds) * 1_000
}

const percent = (fraction: number | null): number | null => (fraction === null ? null : roundHalfAway(fraction * 100, 1))
const metres = (km: number | null): number | null => (km === null ? null : roundHalfAway(km * 1_000, 0))

/** What `currently`, an hour and a day have in common, the fractions as percent. */
function common(point: Json) {
  const value = (name: string) => numberOf(point[name])
  return {
    dewPoint: value('dewPoint'),
    humidity: percent(value('humidity')),
    pressure: value('pressure'),
    cloudCover: percent(value('cloudCover')),
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
    temperature: numberOf(point['temperature']),
    feelsLike: numberOf(point['apparentTemperature']),
    visibility: metres(numberOf(point['visibility'])),
    windSpeed: numberOf(point['windSpeed']),
    isDay: icon.endsWith('-day') || (icon.endsWith('-night') ? false : isSunUp(cell, timeOf(point))),
  }
}

/** The intensity is a rate now, and no amount of the last hour. */
function toCurrent(point: Json, days: readonly DailyPoint[], cell: Cell, timezone: string): CurrentWeather {
  const timeMs = timeOf(point)
  const day = days.find(({ date }) => date === calendarDayAt(timeMs, timezone))
  return {
    kind: 'analysis',
    observedAt: formatInstant(timeMs),
    ...stateOf(point, cell),
    precipitation: null,
    rain: null,
    snow: null,
    sunrise: day?.sunrise ?? null,
    sunset: day?.sunset ?? null,
  }
}

function toHour(point: Json, cell: Cell): HourlyPoint {
  return {
    time: formatInstant(timeOf(point)),
    ...stateOf(point, cell),
    ...amountsOf(numberOf(point['precipIntensity']), point['precipType']),
    precipitationProbability: numberOf(point['precipProbability']),
  }
}

function toMinute(point: Json): MinutelyPoint {
  return { time: formatInstant(timeOf(point)), precipitation: numberOf(point['precipIntensity']) }
}

/** A calendar day of the place. Its mean wind is not a maximum, so it is left out; its dew point, humidity, pressure and clouds are means. */
function toDay(point: Json, hours: readonly HourlyPoint[], timezone: string): DailyPoint {
  const value = (name: string) => numberOf(point[name])
  const date = calendarDayAt(timeOf(point), timezone)
  const at = (name: string) => {
    const ms = timeOf({ time: point[name] })
    return Number.isNaN(ms) || Math.abs(ms - timeOf(point)) > 2 * DAY_MS ? null : formatInstant(ms)
  }
  return {
    ...EMPTY_DAY,
    date,
    time: startOfDay(date, timezone),
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
  const bounds = boundsOfDay(date, timezone)
  const sum = (name: 'precipitation' | 'rain' | 'snow') =>
    sumOfDay(
      hours.map((hour) => ({ ...spanOfHour(hour), amount: hour[name] })),
      bounds,
    )
  const precipitation = sum('precipitation')
  if (precipitation !== null) return { precipitation, rain: sum('rain'), snow: sum('snow') }
  const [cm, low, high] = ['precipAccumulation', 'temperatureMin', 'temperatureMax'].map((name) => numberOf(point[name]))
  if (cm === 0) return { precipitation: 0, rain: 0, snow: 0 }
  const mm = typeof cm !== 'number' ? null : (low ?? -99) >= RAIN_ONLY_C ? cm * 10 : (high ?? 99) <= SNOW_ONLY_C ? cm : null
  const water = mm === null ? null : roundHalfAway(mm, 4)
  return amountsOf(water, (low ?? -99) >= RAIN_ONLY_C ? 'rain' : 'snow')
}

/** By the icon; wind and clouds by the cloud cover, rain by its rate. The fog icon also stands for haze, which the summary names. */
function conditionOf(point: Json): Condition | null {
  const icon = String(point['icon']).replace(/-(?:day|night)$/, '')
  const cover = percent(numberOf(point['cloudCover']))
  if (icon === 'fog') return /haz/i.test(String(point['summary'])) ? 'haze' : 'fog'
  if (icon === 'rain') {
    const rate = numberOf(point['precipIntensity'])
    return rate === null ? 'rain' : rainAt(rate)
  }
  if (icon === 'clear') return 'clear'
  if (icon === 'wind' || icon === 'cloudy' || icon === 'partly-cloudy') {
    if (cover !== null) return conditionOfCloudCover(cover)
    return icon === 'wind' ? null : icon === 'cloudy' ? 'overcast' : 'partly_cloudy'
  }
  const same = ['snow', 'sleet', 'hail', 'thunderstorm'] as const
  return same.find((known) => known === icon) ?? null
}
