import { KMH_PER_MPS, MM_PER_INCH, MPS_PER_KNOT, MPS_PER_MPH, roundHalfAway } from '@isobar/weather'
import { Unit as SchemaUnit } from '@openmeteo/sdk/unit.js'

/** How a column's numbers are written: rounded, and with so many decimals in text, as theirs are. */
export interface Unit {
  readonly label: string
  readonly decimals: number
  /** Its number in the FlatBuffers schema. */
  readonly schema: SchemaUnit
}

export interface AskedUnits {
  readonly temperature: keyof typeof TEMPERATURE
  readonly speed: keyof typeof SPEED
  readonly amount: keyof typeof AMOUNT
  /** Of waves. */
  readonly length: keyof typeof LENGTH
}

export const TEMPERATURE = {
  celsius: { label: '°C', decimals: 1, schema: SchemaUnit.celsius },
  fahrenheit: { label: '°F', decimals: 1, schema: SchemaUnit.fahrenheit },
} as const satisfies Record<string, Unit>
export const SPEED = {
  kmh: { label: 'km/h', decimals: 1, schema: SchemaUnit.kilometres_per_hour },
  ms: { label: 'm/s', decimals: 2, schema: SchemaUnit.metre_per_second },
  mph: { label: 'mp/h', decimals: 1, schema: SchemaUnit.miles_per_hour },
  kn: { label: 'kn', decimals: 1, schema: SchemaUnit.knots },
} as const satisfies Record<string, Unit>
export const AMOUNT = {
  mm: { label: 'mm', decimals: 2, schema: SchemaUnit.millimetre },
  inch: { label: 'inch', decimals: 3, schema: SchemaUnit.inch },
} as const satisfies Record<string, Unit>
export const LENGTH = {
  metric: { label: 'm', decimals: 2, schema: SchemaUnit.metre },
  imperial: { label: 'ft', decimals: 2, schema: SchemaUnit.feet },
} as const satisfies Record<string, Unit>

const FIXED = {
  centimetre: { label: 'cm', decimals: 2, schema: SchemaUnit.centimetre },
  hectopascal: { label: 'hPa', decimals: 1, schema: SchemaUnit.hectopascal },
  metre: { label: 'm', decimals: 2, schema: SchemaUnit.metre },
  kilopascal: { label: 'kPa', decimals: 2, schema: SchemaUnit.kilopascal },
  irradiance: { label: 'W/m²', decimals: 1, schema: SchemaUnit.watt_per_square_metre },
  percent: { label: '%', decimals: 0, schema: SchemaUnit.percentage },
  degree: { label: '°', decimals: 0, schema: SchemaUnit.degree_direction },
  code: { label: 'wmo code', decimals: 0, schema: SchemaUnit.wmo_code },
  index: { label: '', decimals: 2, schema: SchemaUnit.dimensionless },
  flag: { label: '', decimals: 0, schema: SchemaUnit.dimensionless_integer },
  seconds: { label: 's', decimals: 2, schema: SchemaUnit.seconds },
  hours: { label: 'h', decimals: 1, schema: SchemaUnit.hours },
  fraction: { label: 'fraction', decimals: 3, schema: SchemaUnit.fraction },
  // The letter mu, as they write it; the micro sign looks the same.
  concentration: { label: '\u03bcg/m³', decimals: 1, schema: SchemaUnit.micrograms_per_cubic_metre },
  grains: { label: 'grains/m³', decimals: 1, schema: SchemaUnit.grains_per_cubic_metre },
  europeanIndex: { label: 'EAQI', decimals: 0, schema: SchemaUnit.european_air_quality_index },
  usIndex: { label: 'USAQI', decimals: 0, schema: SchemaUnit.us_air_quality_index },
  /** Of what no source has: theirs does the same where a model lacks a variable. */
  undefined: { label: 'undefined', decimals: 0, schema: SchemaUnit.undefined },
} as const satisfies Record<string, Unit>

/** What a variable measures; those that are not units themselves are written in the units asked for. */
export type Quantity = 'temperature' | 'speed' | 'amount' | 'snowfall' | 'waves' | 'time' | keyof typeof FIXED

/** Ten millimetres of water are seven centimetres of snow (their documentation). */
const SNOW_CM_PER_MM = 0.7
const METRES_PER_FOOT = 0.304_8
const CM_PER_INCH = MM_PER_INCH / 10

/** `isUnixTime`: instants are numbers. */
export function chooseColumnUnit(quantity: Quantity, asked: AskedUnits, isUnixTime: boolean): Unit {
  switch (quantity) {
    case 'temperature':
      return TEMPERATURE[asked.temperature]
    case 'speed':
      return SPEED[asked.speed]
    case 'amount':
      return AMOUNT[asked.amount]
    case 'snowfall':
      return asked.amount === 'inch' ? AMOUNT.inch : FIXED.centimetre
    case 'waves':
      return LENGTH[asked.length]
    case 'time':
      return chooseTimeColumnUnit(isUnixTime)
    default:
      return FIXED[quantity]
  }
}

/** The unit of a block's times. */
export function chooseTimeColumnUnit(isUnixTime: boolean): Unit {
  return isUnixTime
    ? { label: 'unixtime', decimals: 0, schema: SchemaUnit.unix_time }
    : { label: 'iso8601', decimals: 0, schema: SchemaUnit.iso8601 }
}

/**
 * A value in canonical units (`packages/weather/src/model.ts`; seconds for instants) in the unit asked for, rounded as theirs. Null and what is not a
 * number are null.
 */
export function convertQuantity(value: number | null, quantity: Quantity, asked: AskedUnits, decimals: number): number | null {
  return value === null || !Number.isFinite(value) ? null : roundHalfAway(converted(value, quantity, asked), decimals)
}

function converted(value: number, quantity: Quantity, { temperature, speed, amount, length }: AskedUnits): number {
  switch (quantity) {
    case 'temperature':
      return temperature === 'celsius' ? value : value * 1.8 + 32
    case 'speed':
      return value * PER_MPS[speed]
    case 'amount':
      return amount === 'mm' ? value : value / MM_PER_INCH
    case 'snowfall':
      return (value * SNOW_CM_PER_MM) / (amount === 'mm' ? 1 : CM_PER_INCH)
    case 'waves':
      return length === 'metric' ? value : value / METRES_PER_FOOT
    default:
      return value
  }
}

const PER_MPS: Readonly<Record<keyof typeof SPEED, number>> = { kmh: KMH_PER_MPS, ms: 1, mph: 1 / MPS_PER_MPH, kn: 1 / MPS_PER_KNOT }
