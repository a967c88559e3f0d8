import {
  type HourlyPoint,
  type MEASUREMENTS,
  type MeasurementName,
  type Measurements,
  POLLEN,
  POLLUTANTS,
  type Pollen,
  type Pollutant,
  mapMeasurements,
} from '@isobar/weather'

export const MEASUREMENT_COLUMNS = mapMeasurements(({ column }) => column) as {
  readonly [Name in MeasurementName]: (typeof MEASUREMENTS)[Name]['column']
}

/** Model names and archive columns of the measurements that observations and hourly forecasts share. */
export const VARIABLES = {
  temperature: 'temperature',
  feelsLike: 'feels_like',
  ...MEASUREMENT_COLUMNS,
  condition: 'condition',
  providerCode: 'provider_code',
  isDay: 'is_day',
} as const satisfies Record<keyof Measurements | 'temperature' | 'feelsLike' | 'isDay', string>

export const HOURLY_VARIABLES = {
  ...VARIABLES,
  precipitationProbability: 'precipitation_probability',
} as const satisfies Record<Exclude<keyof HourlyPoint, 'time' | 'stepHours' | 'temperatureLow' | 'temperatureHigh'>, string>

/** The archive's columns of the air: concentrations by pollutant, and pollen by plant. */
export const AIR_COLUMNS = [...POLLUTANTS, ...POLLEN.map(toPollenColumn)] as const satisfies readonly AirColumn[]

export type AirColumn = Pollutant | ReturnType<typeof toPollenColumn>

/** The archive's column of a plant's pollen. */
export function toPollenColumn(plant: Pollen) {
  return `${plant}_pollen` as const
}
