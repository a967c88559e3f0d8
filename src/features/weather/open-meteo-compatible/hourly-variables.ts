import type { CurrentWeather, HourlyPoint, Measurements } from '../../../domain/model.ts'
import { definition, type Definitions, findIn } from './definition.ts'
import type { Quantity } from './unit.ts'
import { weatherCodeOf } from './weather-code.ts'

/** What holds at a row's time, and what the time before it brought: sums, their probability and the highest gust. */
export interface HourRow {
  readonly state: HourlyPoint | CurrentWeather | undefined
  readonly preceding: (Measurements & Partial<Pick<HourlyPoint, 'precipitationProbability'>>) | undefined
}

type Of<T> = (point: NonNullable<T>) => number | null

const state = (quantity: Quantity, read: Of<HourRow['state']>) =>
  definition<HourRow>(quantity, (row) => (row.state === undefined ? null : read(row.state)))
const preceding = (quantity: Quantity, read: Of<HourRow['preceding']>) =>
  definition<HourRow>(quantity, (row) => (row.preceding === undefined ? null : read(row.preceding)))

const HOURLY: Definitions<HourRow> = {
  temperature_2m: state('temperature', (at) => at.temperature),
  apparent_temperature: state('temperature', (at) => at.feelsLike),
  dew_point_2m: state('temperature', (at) => at.dewPoint),
  relative_humidity_2m: state('percent', (at) => at.humidity),
  pressure_msl: state('hectopascal', (at) => at.pressure),
  cloud_cover: state('percent', (at) => at.cloudCover),
  visibility: state('metre', (at) => at.visibility),
  uv_index: state('index', (at) => at.uvIndex),
  wind_speed_10m: state('speed', (at) => at.windSpeed),
  wind_direction_10m: state('degree', (at) => at.windDirection),
  weather_code: state('code', weatherCodeOf),
  is_day: state('flag', (at) => (at.isDay === null ? null : Number(at.isDay))),
  wind_gusts_10m: preceding('speed', (hour) => hour.windGust),
  precipitation: preceding('amount', (hour) => hour.precipitation),
  // Of all kinds: sources do not tell showers from other rain, so `showers` is unknown.
  rain: preceding('amount', (hour) => hour.rain),
  snowfall: preceding('snowfall', (hour) => hour.snow),
  snowfall_water_equivalent: preceding('amount', (hour) => hour.snow),
  precipitation_probability: preceding('percent', ({ precipitationProbability: probability }) =>
    typeof probability === 'number' ? probability * 100 : null,
  ),
}

/** By today's name. */
export const findHourly = findIn(HOURLY)
