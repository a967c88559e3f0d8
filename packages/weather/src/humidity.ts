import { roundHalfAway } from './round.ts'

/**
 * The Magnus formula over water with the constants of WMO-No. 8 (2023, volume I, annex 4.B): saturation vapour pressure in hPa, from −45 to 60 °C.
 */
const [SATURATION_HPA, FACTOR, OFFSET_C] = [6.112, 17.62, 243.12]

/** The saturation vapour pressure over water in hPa. */
export function computeSaturation(celsius: number): number {
  return SATURATION_HPA * Math.exp((FACTOR * celsius) / (OFFSET_C + celsius))
}

/** Relative humidity in whole percent from temperature and dew point in °C, at most 100 (Magnus, WMO-No. 8); null without both. */
export function computeHumidity(temperature: number | null, dewPoint: number | null): number | null {
  if (temperature === null || dewPoint === null) return null
  return roundHalfAway(Math.min(100, (100 * computeSaturation(dewPoint)) / computeSaturation(temperature)), 0)
}

/**
 * The dew point in °C, to a tenth, from temperature and relative humidity in percent (the same formula, inverted); null without both, or in air
 * without any moisture. Never above the temperature.
 */
export function computeDewPoint(temperature: number | null, humidity: number | null): number | null {
  if (temperature === null || humidity === null || humidity <= 0) return null
  const logarithm = Math.log(Math.min(humidity, 100) / 100) + (FACTOR * temperature) / (OFFSET_C + temperature)
  return Math.min(temperature, roundHalfAway((OFFSET_C * logarithm) / (FACTOR - logarithm), 1))
}
