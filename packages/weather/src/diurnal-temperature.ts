import type { DailyPoint } from './model.ts'

/** Of local time, when a day is warmest. */
const WARMEST_HOUR = 14

/**
 * The temperature at an hour of a day (0 to 24, local time) of which only the extremes are known, in their unit: cosines between the minimum at
 * sunrise and the maximum at 14:00 (de Wit 1978; Reicosky and others 1989, Agric. For. Meteorol. 46: within 2 °C on most days). An estimate.
 */
export function estimateTemperature(
  hour: number,
  { min, max }: { readonly min: number; readonly max: number },
  sunriseHour: number,
): number {
  const mean = (max + min) / 2
  const half = (max - min) / 2
  if (hour >= sunriseHour && hour <= WARMEST_HOUR) {
    return mean - half * Math.cos((Math.PI * (hour - sunriseHour)) / (WARMEST_HOUR - sunriseHour))
  }
  const since = hour < sunriseHour ? hour + 24 - WARMEST_HOUR : hour - WARMEST_HOUR
  return mean + half * Math.cos((Math.PI * since) / (24 - WARMEST_HOUR + sunriseHour))
}

/** The middle of a day's range, in the unit of both; one alone stands for it, and null for neither. */
export function computeMiddleTemperature({
  temperatureMin: low,
  temperatureMax: high,
}: Pick<DailyPoint, 'temperatureMin' | 'temperatureMax'>): number | null {
  return low === null || high === null ? (low ?? high) : (low + high) / 2
}
