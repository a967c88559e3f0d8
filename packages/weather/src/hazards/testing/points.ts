import { formatInstant } from '../../instant.ts'
import { MEASUREMENT_NAMES } from '../../measurements.ts'
import type { DailyPoint, HourlyPoint, Series } from '../../model.ts'

const MEASUREMENTS = `${MEASUREMENT_NAMES.join(' ')} condition providerCode`
const HOURLY = `${MEASUREMENTS} temperature feelsLike precipitationProbability isDay`
const DAILY = `${MEASUREMENTS} temperatureMin temperatureMax precipitationProbability`

const unknown = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, null]))

/** Consecutive hours from `startMs` on; all other values are unknown. */
export function buildTestHours(startMs: number, hours: readonly Partial<HourlyPoint>[]): Series<HourlyPoint> {
  const points = hours.map(
    (fields, index) => ({ ...unknown(HOURLY), time: formatInstant(startMs + index * 3_600_000), ...fields }) as HourlyPoint,
  )
  return { available: true, points }
}

/** Consecutive UTC days from `startMs` on; all other values are unknown. */
export function buildTestDays(startMs: number, days: readonly Partial<DailyPoint>[]): Series<DailyPoint> {
  const points = days.map((fields, index) => {
    const time = formatInstant(startMs + index * 86_400_000)
    return { ...unknown(DAILY), date: time.slice(0, 10), time, ...fields } as DailyPoint
  })
  return { available: true, points }
}
