import { roundHalfAway } from '../../../domain/round.ts'
import { unitWriter } from '../../../domain/units.ts'

export const UNITS = ['standard', 'metric', 'imperial'] as const
export type Units = (typeof UNITS)[number]

type Conversion = (canonical: number | null) => number | null

/** Temperatures from °C and speeds from m/s; OpenWeather converts nothing else. Null stays null. */
export interface Writer {
  readonly temperature: Conversion
  readonly speed: Conversion
}

const ABSOLUTE_ZERO = -273.15
const imperial = unitWriter('imperial')

const kelvin: Conversion = (celsius) => (celsius === null ? null : roundHalfAway(celsius - ABSOLUTE_ZERO, 2))

const WRITERS: Readonly<Record<Units, Writer>> = {
  standard: { temperature: kelvin, speed: hundredths },
  metric: { temperature: hundredths, speed: hundredths },
  imperial: { temperature: imperial.temperature, speed: imperial.windSpeed },
}

/** What writes canonical values in these units. */
export function writerOf(units: Units): Writer {
  return WRITERS[units]
}

/** Two decimals, as OpenWeather writes most numbers. */
export function hundredths(value: number | null): number | null {
  return value === null ? null : roundHalfAway(value, 2)
}

/** Without decimals, as OpenWeather writes pressure, percentages and degrees of direction. */
export function whole(value: number | null): number | null {
  return value === null ? null : roundHalfAway(value, 0)
}
