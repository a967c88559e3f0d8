import { computeSaturation } from './humidity.ts'

/** What the air could still hold, in kPa, from °C and percent. */
export function computeVapourPressureDeficit(temperature: number, humidity: number): number {
  return (computeSaturation(temperature) * (1 - Math.min(100, humidity) / 100)) / 10
}

/**
 * The wet-bulb temperature in °C at sea level's pressure, from °C and percent (Stull 2011, J. Appl. Meteorol. Climatol. 50); null outside the
 * range in which the formula holds, 5 to 99 % and −20 to 50 °C.
 */
export function computeWetBulb(temperature: number, humidity: number): number | null {
  if (humidity < 5 || humidity > 99 || temperature < -20 || temperature > 50) return null
  return (
    temperature * Math.atan(0.151_977 * Math.sqrt(humidity + 8.313_659)) +
    Math.atan(temperature + humidity) -
    Math.atan(humidity - 1.676_331) +
    0.003_918_38 * humidity ** 1.5 * Math.atan(0.023_101 * humidity) -
    4.686_035
  )
}
