import { type HourlyPoint, isHour, roundHalfAway } from '@isobar/weather'
import type { Language } from '../../../messages/languages.ts'
import { HOUR_MS } from '../../../time.ts'
import type { PlaceWeather } from '../place-weather/index.ts'
import { completeSunToday } from './complete-day.ts'
import type { Complete, WeatherState } from './complete-instant.ts'
import { completeWeather } from './complete-weather.ts'
import { buildWeatherEntries } from './conditions.ts'
import { createNoWeatherError } from './errors.ts'
import {
  buildAmountFields,
  splitRainAndSnow,
  roundPositiveAmount,
  omitUnknown,
  toUnixTime,
  toUnixTimeOrNull,
  buildVisibilityField,
  buildWindBlock,
} from './fields.ts'
import type { CurrentWeather, Forecast } from './schemas.ts'
import type { RequestedTown } from './towns.ts'
import { type Units, roundToWhole, type Writer, getOpenWeatherWriter } from './units.ts'

export interface TownOptions {
  readonly town: RequestedTown
  readonly units: Units
  readonly lang: Language
}

const STEP_HOURS = 3
const STEP_MS = STEP_HOURS * HOUR_MS
export const MAX_STEPS = 40

/**
 * `/data/2.5/weather`. The place must have been read with the current scope.
 * @throws AppError location_not_found where nobody knows the temperature or the weather
 */
export function buildCurrentWeather(options: TownOptions, place: PlaceWeather): CurrentWeather {
  const current = findCurrentWeather(options, place)
  if (current === null) throw createNoWeatherError()
  return current
}

/** The same; null where nobody knows the temperature or the weather. */
export function findCurrentWeather({ town, units, lang }: TownOptions, place: PlaceWeather): CurrentWeather | null {
  const { current } = completeWeather(town, place)
  if (current === null) return null
  const write = getOpenWeatherWriter(units)
  return {
    coord: toRoundedCoordinate(town),
    weather: [...buildWeatherEntries(current, current.isDay, lang)],
    base: 'stations',
    main: mainOf(current, write),
    ...buildVisibilityField(current),
    wind: buildWindBlock(current, write),
    ...buildAmountFields(splitRainAndSnow(current), '1h'),
    clouds: omitUnknown({ all: roundToWhole(current.cloudCover) }),
    dt: toUnixTime(current.observedAt),
    sys: { ...(town.country === '' ? {} : { country: town.country }), ...writeSun(completeSunToday(current, town, place)) },
    timezone: place.clock.utcOffsetSeconds,
    id: town.id,
    name: town.name,
    cod: 200,
  }
}

/** How far ahead the steps reach: from the running hour to the end of the last one's. */
export const FORECAST_HOURS = (MAX_STEPS + 1) * STEP_HOURS

/**
 * `/data/2.5/forecast`: every third hour that is to come, as far as the hours reach; at most `count`.
 * @throws AppError location_not_found where no hour is known
 */
export function buildStepForecast({ town, units, lang, count }: TownOptions & { readonly count: number }, place: PlaceWeather): Forecast {
  const write = getOpenWeatherWriter(units)
  const { hours } = completeWeather(town, place)
  const first = (Math.floor(place.now / STEP_MS) + 1) * STEP_MS
  const list = Array.from({ length: count }, (_, step) => first + step * STEP_MS).flatMap((time) => {
    const hour = hours.get(time)
    return hour === undefined ? [] : [stepOf(hour, lastHours(hours, time), write, lang)]
  })
  if (list.length === 0) throw createNoWeatherError()
  const sun = completeSunToday(place.scopes.daily?.data.points[0] ?? { sunrise: null, sunset: null }, town, place)
  return { cod: '200', message: 0, cnt: list.length, list, city: { ...buildForecastCity(town, place), ...writeSun(sun) } }
}

/** What forecasts say of their town. */
export function buildForecastCity(town: RequestedTown, { clock }: Pick<PlaceWeather, 'clock'>) {
  const { name, id, country, population } = town
  return { id, name, coord: toRoundedCoordinate(town), country, population, timezone: clock.utcOffsetSeconds }
}

/** The hours whose amounts fall before a step; of the first step, those that are known. */
function lastHours(hours: ReadonlyMap<number, HourlyPoint>, time: number): HourlyPoint[] {
  const last = Array.from({ length: STEP_HOURS }, (_, ago) => hours.get(time - (ago + 1) * HOUR_MS))
  return last.filter((hour) => hour !== undefined).filter(isHour)
}

function stepOf(hour: Complete<HourlyPoint>, last: readonly HourlyPoint[], write: Writer, lang: Language): Forecast['list'][number] {
  const amounts = last.map(splitRainAndSnow)
  const sum = (kind: 'rain' | 'snow') => roundPositiveAmount(amounts.reduce((total, each) => total + (each[kind] ?? 0), 0))
  const chances = last.flatMap(({ precipitationProbability: chance }) => chance ?? [])
  return {
    dt: toUnixTime(hour.time),
    main: mainOf(hour, write),
    weather: [...buildWeatherEntries(hour, hour.isDay, lang)],
    clouds: omitUnknown({ all: roundToWhole(hour.cloudCover) }),
    wind: buildWindBlock(hour, write),
    ...buildVisibilityField(hour),
    ...(chances.length === 0 ? {} : { pop: roundHalfAway(Math.max(...chances), 2) }),
    ...buildAmountFields({ rain: sum('rain'), snow: sum('snow') }, '3h'),
    sys: { pod: hour.isDay ? 'd' : 'n' },
    dt_txt: hour.time.slice(0, 19).replace('T', ' '),
  }
}

/** There is one temperature: OpenWeather's extremes are those within a large city at that time, elsewhere the same. */
function mainOf(point: Complete<WeatherState>, write: Writer) {
  const temp = write.known(point.temperature)
  const pressure = roundToWhole(point.pressure)
  return {
    temp,
    feels_like: write.known(point.feelsLike),
    temp_min: temp,
    temp_max: temp,
    ...omitUnknown({ pressure, sea_level: pressure, humidity: roundToWhole(point.humidity) }),
  }
}

/** Where One Call leaves the keys out in polar day and night, 2.5 has zeros. */
function writeSun({ sunrise, sunset }: { readonly sunrise: string | null; readonly sunset: string | null }) {
  return { sunrise: toUnixTimeOrNull(sunrise) ?? 0, sunset: toUnixTimeOrNull(sunset) ?? 0 }
}

/** In their order. */
export function toRoundedCoordinate({ lat, lon }: { readonly lat: number; readonly lon: number }) {
  return { lon: roundHalfAway(lon, 4), lat: roundHalfAway(lat, 4) }
}
