import { parseInstant } from './instant.ts'
import { toCalendarDay } from './local-time.ts'
import { findMeasuredTemperature, type Heights } from './measured.ts'
import type { DailyPoint, Series } from './model.ts'
import type { NearbyReport } from './station.ts'

/** Days with what a station measured, and the fields that this changed. */
export interface MeasuredDays {
  readonly data: Series<DailyPoint>
  readonly changed: readonly ('temperatureMin' | 'temperatureMax')[]
}

/**
 * The high and low of the day on which a station measured include what it measured: that has happened. `heights` as in `buildMeasuredCurrent`. The same
 * object if nothing changes.
 */
export function includeMeasured(
  days: Series<DailyPoint>,
  station: NearbyReport | null,
  heights: Heights | null,
  timezone: string,
): MeasuredDays {
  const measured = findMeasuredTemperature(station, heights)
  if (station === null || measured === null) return { data: days, changed: [] }
  const date = toCalendarDay(parseInstant(station.reading.observedAt), timezone)
  const changed: ('temperatureMin' | 'temperatureMax')[] = []
  const points = days.points.map((day) => {
    if (day.date !== date) return day
    const isHigher = day.temperatureMax !== null && measured > day.temperatureMax
    const isLower = day.temperatureMin !== null && measured < day.temperatureMin
    if (isHigher) changed.push('temperatureMax')
    if (isLower) changed.push('temperatureMin')
    return { ...day, ...(isHigher ? { temperatureMax: measured } : {}), ...(isLower ? { temperatureMin: measured } : {}) }
  })
  return changed.length === 0 ? { data: days, changed } : { data: { ...days, points }, changed }
}
