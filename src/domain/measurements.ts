import type { UnitLabels } from './units.ts'

interface Measurement {
  /** Its entry in `UnitLabels`; null if it has the same unit in all unit systems. */
  readonly unit: keyof UnitLabels | null
  /** Its archive column, for observations and hourly forecasts. */
  readonly column: string
  /** Its description in the OpenAPI document. */
  readonly description: string
  /** Its description for a whole day, if it means something else there. */
  readonly ofDay?: string
}

const NOON_OR_MEAN = 'Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)'

/**
 * The single definition of all measurements, in the order of answers. The model's types, the API's schemas, the units of answers and the
 * archive's columns derive from it; a provider that omits one does not compile.
 */
export const MEASUREMENTS = {
  dewPoint: { unit: 'temperature', column: 'dew_point', description: 'Unit: temperature', ofDay: NOON_OR_MEAN },
  humidity: { unit: null, column: 'humidity', description: 'Relative humidity in percent', ofDay: NOON_OR_MEAN },
  pressure: { unit: 'pressure', column: 'pressure', description: 'Sea level pressure', ofDay: NOON_OR_MEAN },
  cloudCover: { unit: null, column: 'cloud_cover', description: 'Percent', ofDay: NOON_OR_MEAN },
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
/** Null if the source did not send it. */
export type Measured = { readonly [Name in MeasurementName]: number | null }

export const MEASUREMENT_NAMES = Object.keys(MEASUREMENTS) as readonly MeasurementName[]

/** Maps every measurement to a value, keyed by name. */
export function eachMeasurement<T>(make: (measurement: Measurement, name: MeasurementName) => T): {
  readonly [Name in MeasurementName]: T
} {
  return Object.fromEntries(MEASUREMENT_NAMES.map((name) => [name, make(MEASUREMENTS[name], name)])) as Record<MeasurementName, T>
}

/** All measurements unknown. */
export const NOTHING_MEASURED: Measured = eachMeasurement(() => null)
