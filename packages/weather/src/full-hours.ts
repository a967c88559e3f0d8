import { formatInstant, parseInstant } from './instant.ts'
import { MEASUREMENTS, MEASUREMENT_NAMES, type MeasurementName } from './measurements.ts'
import type { HourlyPoint } from './model.ts'
import { roundHalfAway } from './round.ts'
import { isHour } from './series.ts'
import { HOUR_MS } from './time.ts'

/** How a value of a full hour is made of those of the two hours that share it; what is in no list is that of the hour with the larger share. */
const AT_START = ['temperature', 'feelsLike', ...listNames('value')] as const
const SHARED = listNames('sum')
const LARGEST = [...listNames('highest'), 'precipitationProbability'] as const

function listNames(hour: (typeof MEASUREMENTS)[MeasurementName]['hour']): readonly MeasurementName[] {
  return MEASUREMENT_NAMES.filter((name) => MEASUREMENTS[name].hour === hour)
}

/**
 * Hours that begin on full hours of UTC, as all hours of the model do, so that those of two sources are of the same time. Some sources cut hours by
 * the place's clock, which is half or three quarters of an hour off in India, Nepal, Iran, Newfoundland and elsewhere: values of a moment are then
 * interpolated, amounts are shared by time, and the first full hour begins within the first of theirs. The same list if nothing is to be done; longer
 * steps stay as they are.
 */
export function computeFullHours(points: readonly HourlyPoint[]): readonly HourlyPoint[] {
  const [first] = points
  if (first === undefined || parseInstant(first.time) % HOUR_MS === 0 || !points.every(isHour)) return points
  return points.flatMap((point, index) => {
    const startMs = parseInstant(point.time)
    const next = points[index + 1]
    const part = (Math.ceil(startMs / HOUR_MS) * HOUR_MS - startMs) / HOUR_MS
    const isNext = next !== undefined && parseInstant(next.time) - startMs === HOUR_MS
    return part === 0 ? point : isNext ? mixHours(point, next, part) : []
  })
}

/** The full hour that begins after this part of the first of two hours that follow each other. */
function mixHours(before: HourlyPoint, after: HourlyPoint, part: number): HourlyPoint {
  const isWetter = (before.precipitation ?? 0) > (after.precipitation ?? 0)
  const main = part < 0.5 || (part === 0.5 && isWetter) ? before : after
  const mix = (fields: readonly (keyof HourlyPoint)[], of: (one: number, other: number) => number) =>
    fields.map((field) => {
      const [one, other] = [before[field] as number | null, after[field] as number | null]
      return [field, one === null || other === null ? null : roundHalfAway(of(one, other), 3)]
    })
  return {
    ...main,
    time: formatInstant(Math.ceil(parseInstant(before.time) / HOUR_MS) * HOUR_MS),
    ...(Object.fromEntries([
      ...mix(AT_START, (one, other) => one + part * (other - one)),
      ...mix(SHARED, (one, other) => (1 - part) * one + part * other),
      ...mix(LARGEST, Math.max),
    ]) as Partial<HourlyPoint>),
    // Sunrise may be between the two; it follows from the place and the time.
    isDay: before.isDay === after.isDay ? before.isDay : null,
  }
}
