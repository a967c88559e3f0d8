import { getUnitWriter, roundHalfAway } from '@isobar/weather'

export const UNITS = ['standard', 'metric', 'imperial'] as const
export type Units = (typeof UNITS)[number]

type Conversion = (canonical: number | null) => number | null

/** Temperatures from °C and speeds from m/s; OpenWeather converts nothing else. Null stays null. */
export interface Writer {
  /** A temperature that is known. */
  readonly known: (celsius: number) => number
  readonly temperature: Conversion
  readonly speed: Conversion
}

const ABSOLUTE_ZERO = -273.15
const imperial = getUnitWriter('imperial')

const kelvin: Conversion = (celsius) => (celsius === null ? null : roundHalfAway(celsius - ABSOLUTE_ZERO, 2))
const writer = (temperature: Conversion, speed: Conversion): Writer => ({
  temperature,
  speed,
  known: (celsius) => temperature(celsius) as number,
})

const WRITERS: Readonly<Record<Units, Writer>> = {
  standard: writer(kelvin, roundToHundredths),
  metric: writer(roundToHundredths, roundToHundredths),
  imperial: writer(imperial.temperature, imperial.windSpeed),
}

/** What writes canonical values in these units. */
export function getOpenWeatherWriter(units: Units): Writer {
  return WRITERS[units]
}

/** Two decimals, as OpenWeather writes most numbers. */
export function roundToHundredths(value: number | null): number | null {
  return value === null ? null : roundHalfAway(value, 2)
}

/** Without decimals, as OpenWeather writes pressure, percentages and degrees of direction. */
export function roundToWhole(value: number | null): number | null {
  return value === null ? null : roundHalfAway(value, 0)
}
