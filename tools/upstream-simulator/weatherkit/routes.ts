import { mean, sum } from '../arithmetic.ts'
import { amountOf, hoursOfDay, wettestOf } from '../climate/hours.ts'
import type { HourRecord, Series } from '../climate/series.ts'
import { weatherOfHour } from '../climate/weather-of-hour.ts'
import { apparentTemperature } from '../climate/weather.ts'
import { areCoordinates } from '../places/coordinates.ts'
import { type LocalDay, localDays, zoneAt, zoneById } from '../places/zone.ts'
import type { Product } from '../products.ts'
import { sunDay } from '../sky/sun.ts'
import { utcTime } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'
import { refusalOf } from './token.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const PATH = /^\/api\/v1\/weather\/\w+\/(-?[\d.]+)\/(-?[\d.]+)$/
/** The list of hours begins in the past. */
const PAST_HOURS = 14
const [HOURS, DAYS, MINUTES] = [240, 10, 80]

/** `GET /api/v1/weather/{language}/{lat}/{lon}` of Apple's WeatherKit. */
export const weatherKitProducts: readonly Product[] = [
  { id: 'weatherkit/weather', template: '/api/v1/weather/{language}/{lat}/{lon}', matches: (path) => PATH.test(path), answer: weather },
]

const problem = (request: WireRequest, status: number, error: string): WireAnswer =>
  json(status, { timestamp: utcTime(request.now), status, error, message: error, path: request.path })

function weather(world: World, request: WireRequest): WireAnswer {
  const [, y, x] = PATH.exec(request.path) ?? []
  const [lat, lon] = [Number(y), Number(x)]
  const refusal = refusalOf(request.headers['authorization'], request.now)
  if (refusal !== null) return problem(request, refusal, refusal === 401 ? 'Unauthorized' : 'Too Many Requests')
  if (!areCoordinates(lat, lon)) return problem(request, 400, 'Bad Request')
  const zone = zoneById(request.query.get('timezone') ?? 'UTC') ?? zoneAt(lat, lon)
  const series = seriesFor(world, lat, lon, request.now, 'weatherkit')
  const place = { latitude: lat, longitude: lon }
  const builders: Readonly<Record<string, () => object>> = {
    currentWeather: () => currentWeather(series, request.now, place),
    forecastDaily: () => ({
      name: 'DailyForecast',
      metadata: metadata(request.now, 60, place),
      days: localDays(zone, request.now, DAYS).map((day) => dayOf(series, day, request.now)),
    }),
    forecastHourly: () => ({
      name: 'HourlyForecast',
      metadata: metadata(request.now, 60, place),
      hours: Array.from({ length: PAST_HOURS + HOURS }, (_, index) =>
        hourOf(series.hour(hourStart(request.now) + (index - PAST_HOURS) * HOUR)),
      ),
    }),
    forecastNextHour: () => nextHour(series, request.now, place),
  }
  const names = (request.query.get('dataSets') ?? '').split(',').filter((name) => name in builders)
  return json(200, Object.fromEntries(names.map((name) => [name, builders[name]?.()])))
}

const hourStart = (ms: number): number => Math.floor(ms / HOUR) * HOUR

interface Place {
  readonly latitude: number
  readonly longitude: number
}

function metadata(now: number, minutes: number, place: Place) {
  return {
    attributionURL: 'https://developer.apple.com/weatherkit/data-source-attribution/',
    expireTime: utcTime(now + minutes * MINUTE),
    ...place,
    readTime: utcTime(now),
    reportedTime: utcTime(hourStart(now)),
    units: 'm',
    version: 1,
    sourceType: 'modeled',
  }
}

/** Fractions of one, km/h and metres. */
function stateOf(hour: HourRecord) {
  const { state, gust, uvIndex, isDay } = hour
  return {
    cloudCover: round(state.cloud / 100, 2),
    conditionCode: nameOf(hour),
    daylight: isDay,
    humidity: round(state.humidity / 100, 2),
    pressure: round(state.pressure, 2),
    pressureTrend: 'steady',
    temperature: round(state.temperature, 2),
    temperatureApparent: round(apparentTemperature(state), 2),
    temperatureDewPoint: round(state.dewPoint, 2),
    uvIndex: Math.round(uvIndex),
    visibility: round(state.visibility, 2),
    windDirection: Math.round(state.windDirection) % 360,
    windGust: round(gust * 3.6, 2),
    windSpeed: round(state.windSpeed * 3.6, 2),
  }
}

function currentWeather(series: Series, now: number, place: Place) {
  const minute = Math.floor(now / MINUTE) * MINUTE
  const state = series.at(minute)
  const layer = round(state.cloud / 200, 2)
  return {
    name: 'CurrentWeather',
    metadata: metadata(now, 5, place),
    asOf: utcTime(now),
    ...stateOf({ ...series.hour(hourStart(now)), state }),
    cloudCoverLowAltPct: layer,
    cloudCoverMidAltPct: layer,
    cloudCoverHighAltPct: layer,
    precipitationIntensity: round(state.precipitation, 2),
  }
}

function typeOf(hour: HourRecord): string {
  const { falls } = weatherOfHour(hour)
  if (amountOf(hour) < 0.005) return 'clear'
  return falls === 'sleet' ? 'mixed' : hour.snow > hour.rain ? 'snow' : 'rain'
}

/** Water, and snow ten times as deep. */
function hourOf(hour: HourRecord) {
  const [amount, depth] = [round(amountOf(hour), 2), round(hour.snow * 10, 2)]
  return {
    forecastStart: utcTime(hour.startMs),
    ...stateOf(hour),
    precipitationAmount: amount,
    precipitationIntensity: amount,
    precipitationChance: round(hour.probability, 2),
    precipitationType: typeOf(hour),
    snowfallIntensity: depth,
    snowfallAmount: depth,
  }
}

function nextHour(series: Series, now: number, place: Place) {
  const start = Math.floor(now / MINUTE) * MINUTE
  const { sourceType: _, reportedTime: __, ...shared } = metadata(now, 3, place)
  return {
    name: 'NextHourForecast',
    metadata: { ...shared, language: 'en-US', providerName: 'Demo', sourceType: 'modeled' },
    summary: [{ startTime: utcTime(start), condition: 'clear', precipitationChance: 0, precipitationIntensity: 0 }],
    forecastStart: utcTime(start),
    forecastEnd: utcTime(start + MINUTES * MINUTE),
    minutes: Array.from({ length: MINUTES }, (_, index) => {
      const { precipitation } = series.at(start + index * MINUTE)
      return {
        startTime: utcTime(start + index * MINUTE),
        precipitationChance: precipitation > 0.01 ? 0.9 : 0,
        precipitationIntensity: round(precipitation, 2),
      }
    }),
  }
}

/** What a day and its parts have in common. */
function spanOf(records: readonly HourRecord[]) {
  const wettest = wettestOf(records)
  const temperatures = records.map(({ state }) => round(state.temperature, 2))
  return {
    conditionCode: nameOf(wettest),
    precipitationAmount: round(sum(records.map(amountOf)), 2),
    precipitationChance: round(Math.max(...records.map(({ probability }) => probability)), 2),
    precipitationType: typeOf(wettest),
    snowfallAmount: round(sum(records.map(({ snow }) => snow)) * 10, 2),
    temperatureMax: Math.max(...temperatures),
    temperatureMin: Math.min(...temperatures),
    windGustSpeedMax: round(Math.max(...records.map(({ gust }) => gust)) * 3.6, 2),
    windSpeedMax: round(Math.max(...records.map(({ state }) => state.windSpeed)) * 3.6, 2),
  }
}

function halfDay(series: Series, startMs: number, endMs: number) {
  const records = hoursOfDay(series, { startMs, endMs })
  return {
    forecastStart: utcTime(startMs),
    forecastEnd: utcTime(endMs),
    cloudCover: round(mean(records.map(({ state }) => state.cloud)) / 100, 2),
    humidity: round(mean(records.map(({ state }) => state.humidity)) / 100, 2),
    ...spanOf(records),
    windDirection: Math.round(wettestOf(records).state.windDirection) % 360,
    windSpeed: round(mean(records.map(({ state }) => state.windSpeed)) * 3.6, 2),
  }
}

function dayOf(series: Series, { startMs, endMs }: LocalDay, now: number) {
  const records = hoursOfDay(series, { startMs, endMs })
  const morning = startMs + 7 * HOUR
  const sun = sunDay(series.site.lat, series.site.lon, startMs + 12 * HOUR)
  const noon = utcTime(startMs + 12 * HOUR)
  const times =
    sun.kind === 'normal'
      ? Object.fromEntries(
          ['', 'Civil', 'Nautical', 'Astronomical'].flatMap((twilight, index) => [
            [`sunrise${twilight}`, utcTime(sun.rise - index * 36 * MINUTE)],
            [`sunset${twilight}`, utcTime(sun.set + index * 36 * MINUTE)],
          ]),
        )
      : {}
  return {
    forecastStart: utcTime(startMs),
    forecastEnd: utcTime(endMs),
    maxUvIndex: Math.round(Math.max(...records.map(({ uvIndex }) => uvIndex))),
    moonPhase: 'waningGibbous',
    moonrise: utcTime(startMs + 9 * HOUR),
    moonset: utcTime(startMs + 20 * HOUR),
    solarMidnight: utcTime(startMs),
    solarNoon: noon,
    ...times,
    ...spanOf(records),
    windSpeedAvg: round(mean(records.map(({ state }) => state.windSpeed)) * 3.6, 2),
    daytimeForecast: halfDay(series, morning, morning + 12 * HOUR),
    overnightForecast: halfDay(series, morning + 12 * HOUR, morning + 24 * HOUR),
    ...(startMs <= now && now < endMs ? { restOfDayForecast: halfDay(series, hourStart(now), endMs) } : {}),
  }
}

const RAIN = { light: 'Drizzle', moderate: 'Rain', heavy: 'HeavyRain' }
const SNOW = { light: 'Flurries', moderate: 'Snow', heavy: 'HeavySnow' }

function nameOf(hour: HourRecord): string {
  const { falls, strength, thunder, fog, eighths } = weatherOfHour(hour)
  if (thunder) return 'Thunderstorms'
  if (falls !== null) return { rain: RAIN[strength], snow: SNOW[strength], sleet: 'WintryMix', 'freezing rain': 'FreezingRain' }[falls]
  if (fog) return 'Foggy'
  return eighths >= 8 ? 'Cloudy' : eighths >= 5 ? 'MostlyCloudy' : eighths >= 3 ? 'PartlyCloudy' : eighths >= 1 ? 'MostlyClear' : 'Clear'
}
