import {
  type CurrentWeather,
  type HourlyPoint,
  type Measurements,
  computeDewPoint,
  computeEvapotranspiration,
  computeHumidity,
  computeMeanTerrestrialRadiation,
  computeSurfacePressure,
  computeTerrestrialRadiation,
  computeVapourPressureDeficit,
  computeWetBulb,
  deduceCondition,
  estimateClearSkyUvIndex,
  estimateUvIndex,
  isSunUp,
  splitPrecipitation,
} from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import { defineVariable, type Definitions, findIn } from './definition.ts'
import type { Quantity } from './unit.ts'
import { findWmoCode } from './weather-code.ts'

/** Where a row is. */
export interface RowPlace {
  readonly lat: number
  readonly lon: number
  /** Metres. */
  readonly height: number
}

/** What holds at a row's time, and what the time before it brought: sums, their probability and the highest gust. */
export interface KnownHour {
  readonly state: HourlyPoint | CurrentWeather | undefined
  readonly preceding: (Measurements & Partial<Pick<HourlyPoint, 'precipitationProbability' | 'temperature'>>) | undefined
}

/** The same with where and when. */
export interface HourRow extends KnownHour {
  readonly place: RowPlace
  /** Epoch milliseconds. */
  readonly ms: number
  /** The lowest and highest temperature of its day in °C; null if unknown. */
  readonly extremes: { readonly min: number; readonly max: number } | null
}

type State = NonNullable<KnownHour['state']>
type Preceding = NonNullable<KnownHour['preceding']>

const state = (quantity: Quantity, read: (at: State, row: HourRow) => number | null) =>
  defineVariable<HourRow>(quantity, (row) => (row.state === undefined ? null : read(row.state, row)))
const preceding = (quantity: Quantity, read: (hour: Preceding, row: HourRow) => number | null) => ({
  ...defineVariable<HourRow>(quantity, (row) => (row.preceding === undefined ? null : read(row.preceding, row))),
  isPreceding: true as const,
})
/** What follows from the place and the time alone. */
const fromSun = (quantity: Quantity, read: (row: HourRow) => number) => ({
  ...defineVariable<HourRow>(quantity, read),
  isFromSun: true as const,
})

const both = (one: number | null, other: number | null, compute: (one: number, other: number) => number | null): number | null =>
  one === null || other === null ? null : compute(one, other)
const humidityOf = (at: State): number | null => at.humidity ?? computeHumidity(at.temperature, at.dewPoint)

/** What sources state, and what follows from it by the formulas of `packages/weather/src/`. */
const HOURLY: Definitions<HourRow> = {
  temperature_2m: state('temperature', (at) => at.temperature),
  apparent_temperature: state('temperature', (at) => at.feelsLike),
  dew_point_2m: state('temperature', (at) => at.dewPoint ?? computeDewPoint(at.temperature, at.humidity)),
  relative_humidity_2m: state('percent', humidityOf),
  wet_bulb_temperature_2m: state('temperature', (at) => both(at.temperature, humidityOf(at), computeWetBulb)),
  vapour_pressure_deficit: state('kilopascal', (at) => both(at.temperature, humidityOf(at), computeVapourPressureDeficit)),
  pressure_msl: state('hectopascal', (at) => at.pressure),
  surface_pressure: state('hectopascal', (at, { place }) =>
    both(at.pressure, at.temperature, (pressure, temperature) => computeSurfacePressure(pressure, temperature, place.height)),
  ),
  cloud_cover: state('percent', (at) => at.cloudCover),
  visibility: state('metre', (at) => at.visibility),
  uv_index: state(
    'index',
    (at, { place, ms }) => at.uvIndex ?? (at.cloudCover === null ? null : estimateUvIndex(place, ms, at.cloudCover)),
  ),
  uv_index_clear_sky: fromSun('index', ({ place, ms }) => estimateClearSkyUvIndex(place, ms)),
  wind_speed_10m: state('speed', (at) => at.windSpeed),
  // Calm has no direction; theirs writes 0, as stations do.
  wind_direction_10m: state('degree', (at) => at.windDirection ?? (at.windSpeed === 0 ? 0 : null)),
  weather_code: state('code', (at) => findWmoCode({ ...at, condition: at.condition ?? deduceCondition(at, at.temperature) })),
  is_day: fromSun('flag', ({ state: at, place, ms }) => Number(at?.isDay ?? isSunUp(place, ms))),
  terrestrial_radiation: fromSun('irradiance', ({ place, ms }) => computeMeanTerrestrialRadiation(place, ms - HOUR_MS, ms)),
  terrestrial_radiation_instant: fromSun('irradiance', ({ place, ms }) => computeTerrestrialRadiation(place, ms)),
  wind_gusts_10m: preceding('speed', (hour) => hour.windGust),
  precipitation: preceding('amount', (hour) => hour.precipitation ?? both(hour.rain, hour.snow, (rain, snow) => rain + snow)),
  rain: preceding('amount', (hour) => splitPrecipitation(hour).rain),
  // Sources do not tell showers from other rain, which is all in `rain`: the sum of both is right.
  showers: preceding('amount', (hour) => (splitPrecipitation(hour).rain === null ? null : 0)),
  snowfall: preceding('snowfall', (hour) => splitPrecipitation(hour).snow),
  snowfall_water_equivalent: preceding('amount', (hour) => splitPrecipitation(hour).snow),
  precipitation_probability: preceding('percent', ({ precipitationProbability: probability }) =>
    typeof probability === 'number' ? probability * 100 : null,
  ),
  et0_fao_evapotranspiration: preceding('amount', ({ temperature }, { place, ms, extremes }) =>
    extremes === null || typeof temperature !== 'number'
      ? null
      : computeEvapotranspiration(temperature, extremes, computeMeanTerrestrialRadiation(place, ms - HOUR_MS, ms), 1),
  ),
}

/** By today's name. */
export const findHourly = findIn(HOURLY)
