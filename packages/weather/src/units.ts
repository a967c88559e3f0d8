import { roundHalfAway } from './round.ts'

export const UNIT_SYSTEMS = ['metric', 'uk', 'imperial', 'si'] as const
export type UnitSystem = (typeof UNIT_SYSTEMS)[number]

/** The unit of each kind of measurement, as an answer's `units` object states it. `snow` is millimetres or inches of water. */
export interface UnitLabels {
  readonly temperature: '°C' | '°F'
  readonly windSpeed: 'km/h' | 'mph' | 'm/s'
  readonly precipitation: 'mm' | 'in'
  readonly pressure: 'hPa' | 'inHg'
  readonly visibility: 'km' | 'mi' | 'm'
  readonly snow: 'mm' | 'in'
}

type Conversion = (canonical: number | null) => number | null

/** Conversions into one unit system. Each takes the canonical unit and passes null through. */
export interface UnitWriter {
  readonly labels: UnitLabels
  readonly temperature: Conversion
  /** For a difference between two temperatures, where the zero offset does not apply. */
  readonly temperatureDifference: Conversion
  readonly windSpeed: Conversion
  readonly precipitation: Conversion
  readonly pressure: Conversion
  readonly visibility: Conversion
  readonly snow: Conversion
  /** Heights of waves, whose unit only the marine scope states: metres, in the imperial system feet. */
  readonly waveHeight: Conversion
}

// Factors: NIST SP 811 (2008) appendix B.8; the mile, the inch, the mile per hour and the knot are exact; the inch of mercury is the conventional
// one.
export const MPS_PER_MPH = 0.44704
export const MPS_PER_KNOT = 1_852 / 3_600
export const KMH_PER_MPS = 3.6
export const MM_PER_INCH = 25.4
export const METRES_PER_MILE = 1609.344
export const METRES_PER_FOOT = 0.3048
export const HPA_PER_INHG = 33.86389

const asSent: Conversion = (value) => value
const fahrenheit: Conversion = (celsius) => (celsius === null ? null : roundHalfAway((celsius * 9 + 160) / 5, 2))
const fahrenheitDegrees: Conversion = (celsius) => (celsius === null ? null : roundHalfAway(celsius * 1.8, 2))
const kilometresPerHour: Conversion = (mps) => (mps === null ? null : roundHalfAway(mps * KMH_PER_MPS, 2))
const milesPerHour: Conversion = (mps) => (mps === null ? null : roundHalfAway(mps / MPS_PER_MPH, 2))
const inches: Conversion = (mm) => (mm === null ? null : roundHalfAway(mm / MM_PER_INCH, 3))
const inchesOfMercury: Conversion = (hpa) => (hpa === null ? null : roundHalfAway(hpa / HPA_PER_INHG, 3))
const kilometres: Conversion = (metres) => (metres === null ? null : roundHalfAway(metres / 1_000, 2))
const miles: Conversion = (metres) => (metres === null ? null : roundHalfAway(metres / METRES_PER_MILE, 2))
const feet: Conversion = (metres) => (metres === null ? null : roundHalfAway(metres / METRES_PER_FOOT, 2))

const WRITERS: Readonly<Record<UnitSystem, UnitWriter>> = {
  metric: {
    labels: { temperature: '°C', windSpeed: 'km/h', precipitation: 'mm', pressure: 'hPa', visibility: 'km', snow: 'mm' },
    temperature: asSent,
    temperatureDifference: asSent,
    windSpeed: kilometresPerHour,
    precipitation: asSent,
    pressure: asSent,
    visibility: kilometres,
    snow: asSent,
    waveHeight: asSent,
  },
  uk: {
    labels: { temperature: '°C', windSpeed: 'mph', precipitation: 'mm', pressure: 'hPa', visibility: 'mi', snow: 'mm' },
    temperature: asSent,
    temperatureDifference: asSent,
    windSpeed: milesPerHour,
    precipitation: asSent,
    pressure: asSent,
    visibility: miles,
    snow: asSent,
    waveHeight: asSent,
  },
  imperial: {
    labels: { temperature: '°F', windSpeed: 'mph', precipitation: 'in', pressure: 'inHg', visibility: 'mi', snow: 'in' },
    temperature: fahrenheit,
    temperatureDifference: fahrenheitDegrees,
    windSpeed: milesPerHour,
    precipitation: inches,
    pressure: inchesOfMercury,
    visibility: miles,
    snow: inches,
    waveHeight: feet,
  },
  si: {
    labels: { temperature: '°C', windSpeed: 'm/s', precipitation: 'mm', pressure: 'hPa', visibility: 'm', snow: 'mm' },
    temperature: asSent,
    temperatureDifference: asSent,
    windSpeed: asSent,
    precipitation: asSent,
    pressure: asSent,
    visibility: asSent,
    snow: asSent,
    waveHeight: asSent,
  },
}

/** The unit system whose labels an answer has. */
export function findUnitSystem({ temperature, windSpeed }: { readonly temperature: string; readonly windSpeed: string }): UnitSystem {
  return (
    UNIT_SYSTEMS.find((system) => WRITERS[system].labels.temperature === temperature && WRITERS[system].labels.windSpeed === windSpeed) ??
    'metric'
  )
}

/** The unit of `waveHeight`. */
export function getWaveUnit(system: UnitSystem): 'm' | 'ft' {
  return system === 'imperial' ? 'ft' : 'm'
}

/**
 * The writer of a unit system. Converted values are rounded half away from zero to 2 decimals (inches and inches of mercury: 3); values
 * whose canonical unit is already the system's are left as sent.
 */
export function getUnitWriter(system: UnitSystem): UnitWriter {
  return WRITERS[system]
}
