import type { Series } from '../climate/series.ts'
import { apparentTemperature, saturation, type WeatherState } from '../climate/weather.ts'
import { isDaylight } from '../sky/sun.ts'
import { round } from '../wire.ts'
import { amountIn, type OmUnits, snowfallIn, temperatureIn, windIn } from './units.ts'
import { weatherCode, type Preceding } from './weather-code.ts'

const QUARTER = 900_000

/** A row of a block: an instant, and how far back the sums that end there reach. */
export interface OmRow {
  readonly series: Series
  readonly atMs: number
  readonly state: WeatherState
  /** Quarter hours summed up: 4 in `hourly`, 1 in `minutely_15` and `current`. */
  readonly quarters: number
}

export interface OmVariable {
  readonly unit: (units: OmUnits) => string
  /** Null where the models have no grid point. */
  readonly value: (row: OmRow, units: OmUnits) => number | null
}

/** One memory for hours, one for quarter hours: a state may be in both. */
const precededHour = new WeakMap<WeatherState, Preceding>()
const precededQuarter = new WeakMap<WeatherState, Preceding>()

export function precedingOf(row: OmRow): Preceding {
  const preceded = row.quarters === 4 ? precededHour : precededQuarter
  const known = preceded.get(row.state)
  if (known !== undefined) return known
  let rain = 0
  let showers = 0
  let snow = 0
  let thunder = false
  let freezing = false
  let gust = 0
  for (let quarter = 1; quarter <= row.quarters; quarter++) {
    const state = row.series.at(row.atMs - quarter * QUARTER)
    const liquid = 0.25 * state.precipitation * (1 - state.snowShare)
    rain += liquid * (1 - state.convective)
    showers += liquid * state.convective
    snow += 0.25 * state.precipitation * state.snowShare
    thunder ||= state.thunder
    freezing ||= state.freezing && state.precipitation > 0.1
    gust = Math.max(gust, state.windGust)
  }
  const preceding = { rain, showers, snow, thunder, freezing, gust: Math.max(gust, row.state.windSpeed) }
  preceded.set(row.state, preceding)
  return preceding
}

const same = (unit: string) => (): string => unit
const temperature = (pick: (state: WeatherState) => number): OmVariable => ({
  unit: (units) => units.temperature,
  value: (row, units) => temperatureIn(pick(row.state), units),
})
const whole = (unit: string, pick: (state: WeatherState) => number): OmVariable => ({
  unit: same(unit),
  value: (row) => Math.round(pick(row.state)),
})
const amount = (pick: (preceding: Preceding) => number): OmVariable => ({
  unit: (units) => units.precipitation,
  value: (row, units) => amountIn(pick(precedingOf(row)), units),
})

const VARIABLES: Readonly<Record<string, OmVariable>> = {
  temperature_2m: temperature((s) => s.temperature),
  apparent_temperature: temperature(apparentTemperature),
  dew_point_2m: temperature((s) => s.dewPoint),
  relative_humidity_2m: whole('%', (s) => s.humidity),
  precipitation: amount((p) => p.rain + p.showers + p.snow),
  rain: amount((p) => p.rain),
  showers: amount((p) => p.showers),
  snowfall: { unit: (units) => units.snowfall, value: (row, units) => snowfallIn(precedingOf(row).snow, units) },
  snow_depth: { unit: same('m'), value: (row) => round(Math.max(0, -row.state.temperature) * 0.02, 2) },
  precipitation_probability: {
    unit: same('%'),
    value: (row) => Math.round(100 * row.series.hour(Math.floor((row.atMs - 1) / 3_600_000) * 3_600_000).probability),
  },
  weather_code: { unit: same('wmo code'), value: (row) => weatherCode(row.state, precedingOf(row), row.quarters / 4) },
  cloud_cover: whole('%', (s) => s.cloud),
  cloud_cover_low: whole('%', (s) => s.cloud * 0.5),
  cloud_cover_mid: whole('%', (s) => s.cloud * 0.7),
  cloud_cover_high: whole('%', (s) => s.cloud * 0.9),
  pressure_msl: { unit: same('hPa'), value: (row) => round(row.state.pressure, 1) },
  surface_pressure: { unit: same('hPa'), value: (row) => round(row.state.pressure * Math.exp(-row.series.site.elevation / 8_400), 1) },
  wind_speed_10m: { unit: (units) => units.wind, value: (row, units) => windIn(row.state.windSpeed, units) },
  wind_gusts_10m: { unit: (units) => units.wind, value: (row, units) => windIn(precedingOf(row).gust, units) },
  wind_direction_10m: { unit: same('°'), value: (row) => Math.round(row.state.windDirection) % 360 },
  uv_index: { unit: same(''), value: (row) => round(Math.round(row.series.uvIndex(row.atMs, row.state.cloud) * 20) / 20, 2) },
  visibility: { unit: same('m'), value: (row) => Math.round(row.state.visibility / 20) * 20 },
  is_day: { unit: same(''), value: (row) => (isDaylight(row.series.site.lat, row.series.site.lon, row.atMs) ? 1 : 0) },
  vapour_pressure_deficit: {
    unit: same('kPa'),
    value: (row) => round(Math.max(0, saturation(row.state.temperature) - saturation(row.state.dewPoint)) / 10, 2),
  },
}

const OLD_NAMES: Readonly<Record<string, string>> = {
  windspeed_10m: 'wind_speed_10m',
  windgusts_10m: 'wind_gusts_10m',
  winddirection_10m: 'wind_direction_10m',
  relativehumidity_2m: 'relative_humidity_2m',
  dewpoint_2m: 'dew_point_2m',
  weathercode: 'weather_code',
  cloudcover: 'cloud_cover',
}

/** The variable by its current or former name; undefined if there is none. */
export function variable(name: string): OmVariable | undefined {
  const current = OLD_NAMES[name] ?? name
  return Object.hasOwn(VARIABLES, current) ? VARIABLES[current] : undefined
}
