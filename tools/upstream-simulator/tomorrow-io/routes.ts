import { mean, sum } from '../arithmetic.ts'
import { hoursOfDay, wettestOf } from '../climate/hours.ts'
import type { HourRecord, Series } from '../climate/series.ts'
import { weatherOfHour } from '../climate/weather-of-hour.ts'
import { apparentTemperature, type WeatherState } from '../climate/weather.ts'
import { areCoordinates } from '../places/coordinates.ts'
import { localDays, type Zone, zoneAt } from '../places/zone.ts'
import { atPath, type Product } from '../products.ts'
import { sunDay } from '../sky/sun.ts'
import { utcTime } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
/** A day of the service begins at this hour of the place. */
const DAY_STARTS_HOURS = 6
const [MINUTES, HOURS, DAYS] = [60, 120, 6]

/** `GET /v4/weather/forecast` and `/v4/weather/realtime` of Tomorrow.io, in metric units. */
export const tomorrowIoProducts: readonly Product[] = [
  atPath('tomorrow-io/forecast', '/v4/weather/forecast', forecast),
  atPath('tomorrow-io/realtime', '/v4/weather/realtime', realtime),
]

const refusal = (status: number, code: number, type: string): WireAnswer => json(status, { code, type, message: 'Made up.' })

/** The place's series, or why there is none. */
function openSeries(world: World, request: WireRequest): { readonly series: Series; readonly location: object } | WireAnswer {
  const key = request.query.get('apikey') ?? ''
  if (key === '' || key.startsWith('invalid')) return refusal(401, 401_001, 'Invalid Auth')
  if (key.startsWith('blocked')) return refusal(429, 429_001, 'Too Many Calls')
  const [, y, x] = /^(-?[\d.]+),(-?[\d.]+)$/.exec(request.query.get('location') ?? '') ?? []
  const [lat, lon] = [Number(y), Number(x)]
  if (!areCoordinates(lat, lon) || (request.query.get('units') ?? 'metric') !== 'metric')
    return refusal(400, 400_002, 'Invalid Query Parameters')
  return { series: seriesFor(world, lat, lon, request.now, 'tomorrow-io'), location: { lat, lon } }
}

function forecast(world: World, request: WireRequest): WireAnswer {
  const opened = openSeries(world, request)
  if ('status' in opened) return opened
  const { series, location } = opened
  const minute = Math.floor(request.now / MINUTE) * MINUTE
  const hour = Math.floor(request.now / HOUR) * HOUR
  const zone = zoneAt(series.site.lat, series.site.lon)
  const timelines = {
    minutely: Array.from({ length: MINUTES }, (_, index) => entry(minute + index * MINUTE, valuesAt(series, minute + index * MINUTE))),
    hourly: Array.from({ length: HOURS }, (_, index) => entry(hour + index * HOUR, hourOf(series, series.hour(hour + index * HOUR)))),
    daily: dayStarts(zone, request.now).map((startMs) => entry(startMs, dayOf(series, startMs))),
  }
  return json(200, { timelines, location })
}

function realtime(world: World, request: WireRequest): WireAnswer {
  const opened = openSeries(world, request)
  if ('status' in opened) return opened
  const minute = Math.floor(request.now / MINUTE) * MINUTE
  return json(200, { data: entry(minute, valuesAt(opened.series, minute)), location: opened.location })
}

const entry = (ms: number, values: object) => ({ time: utcTime(ms), values })

/** Six o'clock of today and the days after it; before six, the service's day is still yesterday's. */
function dayStarts(zone: Zone, now: number): number[] {
  return localDays(zone, now - DAY_STARTS_HOURS * HOUR, DAYS).map(({ startMs }) => startMs + DAY_STARTS_HOURS * HOUR)
}

/** The values at an instant within an hour: rates in mm/h of water. */
function valuesAt(series: Series, at: number) {
  const hour = series.hour(Math.floor(at / HOUR) * HOUR)
  return { ...stateOf(series, { ...hour, state: series.at(at) }), uvHealthConcern: 0, uvIndex: Math.round(hour.uvIndex) }
}

function stateOf(series: Series, hour: HourRecord) {
  const { state, gust, probability } = hour
  const base = state.cloud < 20 ? null : round(0.3 + (100 - state.humidity) / 20, 2)
  return {
    cloudBase: base,
    cloudCeiling: state.cloud < 60 ? null : base,
    cloudCover: round(state.cloud, 2),
    dewPoint: round(state.dewPoint, 2),
    ...rates(state),
    // Recorded in clear winter nights: no value to rely on.
    hailProbability: 42.5,
    hailSize: 1.5,
    humidity: round(state.humidity, 2),
    precipitationProbability: Math.round(probability * 20) * 5,
    pressureSurfaceLevel: round(state.pressure * Math.exp(-series.site.elevation / 8_434), 2),
    temperature: round(state.temperature, 2),
    temperatureApparent: round(apparentTemperature(state), 2),
    visibility: Math.min(16, round(state.visibility / 1_000, 2)),
    weatherCode: codeOf(hour),
    windDirection: round(state.windDirection, 2) % 360,
    windGust: round(gust, 2),
    windSpeed: round(state.windSpeed, 2),
  }
}

function rates({ precipitation, snowShare, freezing }: WeatherState) {
  const liquid = round(precipitation * (1 - snowShare), 2)
  return {
    freezingRainIntensity: freezing ? liquid : 0,
    rainIntensity: freezing ? 0 : liquid,
    sleetIntensity: 0,
    snowIntensity: round(precipitation * snowShare, 2),
  }
}

/** `…Lwe` is the water of the hour; snow is ten times as deep. */
function amounts({ rain, snow, freezing }: HourRecord) {
  const [liquid, water] = [round(rain, 2), round(snow, 2)]
  return {
    iceAccumulation: freezing ? liquid : 0,
    iceAccumulationLwe: freezing ? liquid : 0,
    rainAccumulation: freezing ? 0 : liquid,
    rainAccumulationLwe: freezing ? 0 : liquid,
    sleetAccumulation: 0,
    sleetAccumulationLwe: 0,
    snowAccumulation: round(snow * 10, 2),
    snowAccumulationLwe: water,
  }
}

function hourOf(series: Series, hour: HourRecord) {
  return {
    ...stateOf(series, hour),
    ...amounts(hour),
    evapotranspiration: 0.05,
    uvHealthConcern: 0,
    uvIndex: Math.round(hour.uvIndex),
  }
}

/** Values whose sum a day has, too. */
const SUMMED = new Set([
  'evapotranspiration',
  'iceAccumulation',
  'iceAccumulationLwe',
  'rainAccumulation',
  'sleetAccumulationLwe',
  'snowAccumulation',
  'snowAccumulationLwe',
])

/** The average, highest and lowest of each value from six to six. */
function dayOf(series: Series, startMs: number) {
  const records = hoursOfDay(series, { startMs, endMs: startMs + 24 * HOUR })
  const { weatherCode: _, windDirection: __, ...first } = hourOf(series, records[0] as HourRecord)
  const hours = records.map((record) => hourOf(series, record))
  const aggregates = Object.keys(first).flatMap((name) => {
    const values = hours.map((hour) => hour[name as keyof typeof first] ?? 0)
    return [
      [`${name}Avg`, round(mean(values), 2)],
      [`${name}Max`, Math.max(...values)],
      [`${name}Min`, Math.min(...values)],
      ...(SUMMED.has(name) ? [[`${name}Sum`, round(sum(values), 2)]] : []),
    ] as const
  })
  const code = codeOf(wettestOf(records))
  const sun = sunDay(series.site.lat, series.site.lon, startMs + DAY_STARTS_HOURS * HOUR)
  return {
    ...Object.fromEntries(aggregates),
    weatherCodeMax: code,
    weatherCodeMin: code,
    windDirectionAvg: round(mean(hours.map(({ windDirection }) => windDirection)), 2),
    sunriseTime: sun.kind === 'normal' ? utcTime(sun.rise) : null,
    sunsetTime: sun.kind === 'normal' ? utcTime(sun.set) : null,
    moonriseTime: utcTime(startMs + 9 * HOUR),
    moonsetTime: utcTime(startMs + 20 * HOUR),
  }
}

const RAIN = { light: 4200, moderate: 4001, heavy: 4201 }
const SNOW = { light: 5100, moderate: 5000, heavy: 5101 }

function codeOf(hour: HourRecord): number {
  const { falls, strength, thunder, fog, eighths } = weatherOfHour(hour)
  if (thunder) return 8000
  if (falls !== null) return { rain: RAIN[strength], snow: SNOW[strength], sleet: 7000, 'freezing rain': 6001 }[falls]
  if (fog) return 2000
  return [1000, 1100, 1100, 1101, 1101, 1102, 1102, 1102, 1001][eighths] ?? 1001
}
