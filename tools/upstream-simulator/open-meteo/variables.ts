import type { Interval, Series } from '../climate/series.ts'
import { apparentTemperature, saturation, type WeatherState } from '../climate/weather.ts'
import { isDaylight } from '../sky/sun.ts'
import { round } from '../wire.ts'
import { amountIn, type OmFormat, snowfallIn, temperatureIn, windIn } from './units.ts'
import { weatherCode } from './weather-code.ts'

const QUARTER = 900_000

/** A row of a block: an instant, and how far back the sums that end there reach. */
export interface OmRow {
  readonly series: Series
  readonly atMs: number
  readonly state: WeatherState
  /** Quarter hours summed up: 4 in `hourly`, 1 in `current`. */
  readonly quarters: number
}

export interface OmVariable {
  readonly unit: (format: OmFormat) => string
  /** Null where the models have no grid point. */
  readonly value: (row: OmRow, format: OmFormat) => number | null
}

/** What fell and blew before a row; the wind of the row counts, too. */
export function precedingOf({ series, atMs, state, quarters }: OmRow): Interval {
  const before = series.interval(atMs - quarters * QUARTER, quarters)
  return { ...before, gust: Math.max(before.gust, state.windSpeed) }
}

const same = (unit: string) => (): string => unit
const temperature = (pick: (state: WeatherState) => number): OmVariable => ({
  unit: same('°C'),
  value: (row) => temperatureIn(pick(row.state)),
})
const whole = (unit: string, pick: (state: WeatherState) => number): OmVariable => ({
  unit: same(unit),
  value: (row) => Math.round(pick(row.state)),
})
const amount = (pick: (preceding: Interval) => number): OmVariable => ({
  unit: same('mm'),
  value: (row) => amountIn(pick(precedingOf(row))),
})

const VARIABLES: Readonly<Record<string, OmVariable>> = {
  temperature_2m: temperature((s) => s.temperature),
  apparent_temperature: temperature(apparentTemperature),
  dew_point_2m: temperature((s) => s.dewPoint),
  relative_humidity_2m: whole('%', (s) => s.humidity),
  precipitation: amount((p) => p.rain + p.snow),
  rain: amount((p) => p.rain - p.rainShowers),
  showers: amount((p) => p.rainShowers),
  snowfall: { unit: same('cm'), value: (row) => snowfallIn(precedingOf(row).snow) },
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
  wind_speed_10m: { unit: ({ wind }) => wind, value: (row, format) => windIn(row.state.windSpeed, format) },
  wind_gusts_10m: { unit: ({ wind }) => wind, value: (row, format) => windIn(precedingOf(row).gust, format) },
  wind_direction_10m: { unit: same('°'), value: (row) => Math.round(row.state.windDirection) % 360 },
  uv_index: { unit: same(''), value: (row) => round(Math.round(row.series.uvIndex(row.atMs, row.state.cloud) * 20) / 20, 2) },
  visibility: { unit: same('m'), value: (row) => Math.round(row.state.visibility / 20) * 20 },
  is_day: { unit: same(''), value: (row) => (isDaylight(row.series.site.lat, row.series.site.lon, row.atMs) ? 1 : 0) },
  vapour_pressure_deficit: {
    unit: same('kPa'),
    value: (row) => round(Math.max(0, saturation(row.state.temperature) - saturation(row.state.dewPoint)) / 10, 2),
  },
}

/** The variable of this name; undefined if there is none. */
export function variable(name: string): OmVariable | undefined {
  return Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined
}
