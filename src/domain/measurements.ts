import type { UnitLabels } from './units.ts'

interface Measurement {
  /** How a unit system writes it; null: alike in all of them. */
  readonly unit: keyof UnitLabels | null
  /** In the archive, for observations and hourly forecasts. */
  readonly column: string
  /** In the API's document. */
  readonly description: string
}

/**
 * What is measured at a point of time, in the order of answers; each is written here and nowhere else. The model's types, the API's schemas, the
 * units of answers and the archive's columns derive from it; providers say what they send of it, or do not compile.
 */
export const MEASUREMENTS = {
  dewPoint: { unit: 'temperature', column: 'dew_point', description: 'Unit: temperature' },
  humidity: { unit: null, column: 'humidity', description: 'Relative humidity in percent' },
  pressure: { unit: 'pressure', column: 'pressure', description: 'Sea level pressure' },
  cloudCover: { unit: null, column: 'cloud_cover', description: 'Percent' },
  visibility: { unit: 'visibility', column: 'visibility', description: 'OpenWeather reports at most 10 km' },
  uvIndex: { unit: null, column: 'uv_index', description: 'UV index' },
  windSpeed: { unit: 'windSpeed', column: 'wind_speed', description: 'At 10 m' },
  windGust: { unit: 'windSpeed', column: 'wind_gust', description: 'Unit: windSpeed' },
  windDirection: { unit: null, column: 'wind_direction', description: 'Direction the wind comes from, in degrees' },
  precipitation: { unit: 'precipitation', column: 'precipitation', description: 'Rain and snow combined' },
  rain: { unit: 'precipitation', column: 'rain', description: 'Unit: precipitation' },
  snow: { unit: 'snow', column: 'snow', description: 'Unit: snow' },
} as const satisfies Readonly<Record<string, Measurement>>

export type MeasurementName = keyof typeof MEASUREMENTS
/** Null: the source did not send it. */
export type Measured = { readonly [Name in MeasurementName]: number | null }

export const MEASUREMENT_NAMES = Object.keys(MEASUREMENTS) as readonly MeasurementName[]

/** Makes something of each measurement, by its name. */
export function eachMeasurement<T>(make: (measurement: Measurement, name: MeasurementName) => T): {
  readonly [Name in MeasurementName]: T
} {
  return Object.fromEntries(MEASUREMENT_NAMES.map((name) => [name, make(MEASUREMENTS[name], name)])) as Record<MeasurementName, T>
}

/** Nothing was sent. */
export const NOTHING_MEASURED: Measured = eachMeasurement(() => null)
