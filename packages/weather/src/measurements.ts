import type { UnitLabels } from './units.ts'

/** The least and the greatest plausible value, in canonical units; `ofDay` is the greatest for a whole day. */
export interface Bounds {
  readonly least: number
  readonly most: number
  readonly ofDay?: number
}

interface Measurement {
  /** Its entry in `UnitLabels`; null if it has the same unit in all unit systems. */
  readonly unit: keyof UnitLabels | null
  /** Its archive column, for observations and hourly forecasts. */
  readonly column: string
  /** Its description in the OpenAPI document. */
  readonly description: string
  /** Its description for a whole day, if it means something else there. */
  readonly ofDay?: string
  /** Based on the WMO's archive of extremes, with some room, and on the unit's own limits (`plausibility.ts`). */
  readonly bounds: Bounds
  /** What an hour has: the value at its start, which is a number to interpolate or an angle, or the sum or the highest of all of it. */
  readonly hour: 'value' | 'angle' | 'sum' | 'highest'
  /** What a day is given from its hours: their mean, highest, sum or mean angle; null: nothing. */
  readonly day: 'mean' | 'angle' | 'sum' | 'highest' | null
}

const NOON_OR_MEAN = 'Of a day: the value about local noon (openweather) or the mean of the day (open-meteo)'

/**
 * The single definition of all measurements, in the order of answers. The model's types, the API's schemas, the units of answers and the
 * archive's columns derive from it; a provider that omits one does not compile.
 */
export const MEASUREMENTS = {
  /** Record: 35 °C. */
  dewPoint: {
    unit: 'temperature',
    column: 'dew_point',
    description: 'Unit: temperature',
    ofDay: NOON_OR_MEAN,
    bounds: { least: -110, most: 45 },
    hour: 'value',
    day: 'mean',
  },
  humidity: {
    unit: null,
    column: 'humidity',
    description: 'Relative humidity in percent',
    ofDay: NOON_OR_MEAN,
    bounds: { least: 0, most: 100 },
    hour: 'value',
    day: 'mean',
  },
  /** Records: 870 and 1084.8 hPa. */
  pressure: {
    unit: 'pressure',
    column: 'pressure',
    description: 'Sea level pressure',
    ofDay: NOON_OR_MEAN,
    bounds: { least: 840, most: 1_100 },
    hour: 'value',
    day: 'mean',
  },
  cloudCover: {
    unit: null,
    column: 'cloud_cover',
    description: 'Percent',
    ofDay: NOON_OR_MEAN,
    bounds: { least: 0, most: 100 },
    hour: 'value',
    day: 'mean',
  },
  visibility: {
    unit: 'visibility',
    column: 'visibility',
    description: 'OpenWeather reports at most 10 km',
    bounds: { least: 0, most: 500_000 },
    hour: 'value',
    day: null,
  },
  /** Record: 43.3. */
  uvIndex: { unit: null, column: 'uv_index', description: 'UV index', bounds: { least: 0, most: 50 }, hour: 'value', day: 'highest' },
  windSpeed: {
    unit: 'windSpeed',
    column: 'wind_speed',
    description: 'At 10 m',
    bounds: { least: 0, most: 115 },
    hour: 'value',
    day: 'highest',
  },
  /** Record: 113 m/s, outside tornadoes. */
  windGust: {
    unit: 'windSpeed',
    column: 'wind_gust',
    description: 'Unit: windSpeed',
    bounds: { least: 0, most: 150 },
    hour: 'highest',
    day: 'highest',
  },
  windDirection: {
    unit: null,
    column: 'wind_direction',
    description: 'Direction the wind comes from, in degrees',
    bounds: { least: 0, most: 360 },
    hour: 'angle',
    day: 'angle',
  },
  /** Records: 401 mm in an hour, 1,825 mm in a day. */
  precipitation: {
    unit: 'precipitation',
    column: 'precipitation',
    description: 'Rain and snow combined. Null: unknown; 0: dry, also where the source omits the amount of dry weather (openweather)',
    bounds: { least: 0, most: 500, ofDay: 2_000 },
    hour: 'sum',
    day: 'sum',
  },
  rain: {
    unit: 'precipitation',
    column: 'rain',
    description: 'Unit: precipitation',
    bounds: { least: 0, most: 500, ofDay: 2_000 },
    hour: 'sum',
    day: 'sum',
  },
  snow: {
    unit: 'snow',
    column: 'snow',
    description: 'As water, not its depth; unit: snow',
    bounds: { least: 0, most: 200, ofDay: 500 },
    hour: 'sum',
    day: 'sum',
  },
} as const satisfies Readonly<Record<string, Measurement>>

export type MeasurementName = keyof typeof MEASUREMENTS
/** Null if the source did not send it. */
export type Measured = { readonly [Name in MeasurementName]: number | null }

export const MEASUREMENT_NAMES = Object.keys(MEASUREMENTS) as readonly MeasurementName[]

/** Maps every measurement to a value, keyed by name. */
export function mapMeasurements<T>(make: (measurement: Measurement, name: MeasurementName) => T): {
  readonly [Name in MeasurementName]: T
} {
  return Object.fromEntries(MEASUREMENT_NAMES.map((name) => [name, make(MEASUREMENTS[name], name)])) as Record<MeasurementName, T>
}

/** All measurements unknown. */
export const NOTHING_MEASURED: Measured = mapMeasurements(() => null)
