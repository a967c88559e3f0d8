import type { Condition } from '../../domain/condition.ts'

/** The documented weather codes: 1000 sky, 2000 fog, 4000 rain, 5000 snow, 6000 freezing rain, 7000 ice pellets, 8000 thunder. */
const BY_CODE: ReadonlyMap<number, Condition> = new Map([
  [1000, 'clear'],
  [1100, 'mostly_clear'],
  [1101, 'partly_cloudy'],
  [1102, 'mostly_cloudy'],
  [1001, 'overcast'],
  [2000, 'fog'],
  [2100, 'mist'],
  [4000, 'drizzle'],
  [4200, 'light_rain'],
  [4001, 'rain'],
  [4201, 'heavy_rain'],
  // Flurries.
  [5001, 'light_snow'],
  [5100, 'light_snow'],
  [5000, 'snow'],
  [5101, 'heavy_snow'],
  [6000, 'freezing_drizzle'],
  [6200, 'freezing_rain'],
  [6001, 'freezing_rain'],
  [6201, 'freezing_rain'],
  // Ice pellets, which are sleet in the United States.
  [7102, 'sleet'],
  [7000, 'sleet'],
  [7101, 'sleet'],
  [8000, 'thunderstorm'],
])

/** The condition of a weather code; null for an unknown one. */
export function conditionOfCode(code: unknown): Condition | null {
  return typeof code === 'number' ? (BY_CODE.get(code) ?? null) : null
}
