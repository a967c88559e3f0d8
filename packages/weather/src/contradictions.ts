import { type Contradiction, isAbove, isKnown, RULES, type Values } from './contradiction-rules.ts'
import { parseInstant } from './instant.ts'
import { toCalendarDay } from './local-time.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, MinutelyPoint } from './model.ts'
import type { SunRange } from './sun-state.ts'

export type { Contradiction } from './contradiction-rules.ts'

/** Called with each contradiction. */
export type OnContradiction = (kind: Contradiction) => void

type Point = CurrentWeather | HourlyPoint | DailyPoint | MinutelyPoint

/** Recorded: a day of 4.3 mm with hours of 10.8 mm. */
const [MAX_SUM_RATIO, AMOUNT_MM] = [3, 5]
/** Recorded: up to 1.1 °C. */
const RANGE_C = 3
/** Hours with an amount from which a day's are complete; days of a clock change have 23. */
const WHOLE_DAY = 23

/**
 * A source's point without the values that contradict others of it; the same object if there are none. `sun`: where it is during the point's
 * time; omitted if that is not known.
 */
export function dropContradictions<P extends Point>(point: P, count: OnContradiction, sun?: SunRange): P {
  const changed: Record<string, unknown> = {}
  for (const { kind, dropped, isBroken, recomputed } of RULES) {
    if (dropped.length === 0 || !isBroken(point as Values, false, sun)) continue
    count(kind)
    for (const field of dropped) changed[field] = null
    Object.assign(changed, recomputed?.(sun))
  }
  return Object.keys(changed).length === 0 ? point : { ...point, ...changed }
}

/**
 * A point of two sources without those of the `yielding` fields that contradict a value of the others, with no tolerance; the same object if there
 * are none.
 */
export function dropAcross<P extends Point>(point: P, yielding: ReadonlySet<string>): P {
  const unknown: Record<string, null> = {}
  for (const { fields, isBroken } of RULES) {
    const dropped = fields.filter((field) => yielding.has(field) && isKnown((point as Values)[field]))
    const isMixed = dropped.length > 0 && fields.some((field) => !yielding.has(field) && isKnown((point as Values)[field]))
    if (!isMixed || !isBroken(point as Values, true, undefined)) continue
    for (const field of dropped) unknown[field] = null
  }
  return Object.keys(unknown).length === 0 ? point : { ...point, ...unknown }
}

/** Points of a series without later ones for the same moment; the same list if there are none. `keyOf`: the time, or the date of a day. */
export function dropDuplicatePoints<P>(points: readonly P[], keyOf: (point: P) => string, count: OnContradiction): readonly P[] {
  const known = new Set<string>()
  const distinct = points.filter((point) => {
    const key = keyOf(point)
    if (known.has(key)) count('duplicate')
    return !known.has(key) && known.add(key)
  })
  return distinct.length === points.length ? points : distinct
}

/**
 * Days without a sum, a high or a low that the hours of the same answer refute; the same list if there are none. The hours prevail: people
 * act on them, and a day's values are derived from them.
 */
export function dropRefutedDayValues(
  days: readonly DailyPoint[],
  hours: readonly HourlyPoint[],
  timezone: string,
  count: OnContradiction,
): readonly DailyPoint[] {
  const byDay = Map.groupBy(hours, ({ time }) => toCalendarDay(parseInstant(time), timezone))
  const checked = days.map((day) => {
    const within = byDay.get(day.date)
    return within === undefined ? day : dayLikeHours(day, within, count)
  })
  return checked.every((day, index) => day === days[index]) ? days : checked
}

function dayLikeHours(day: DailyPoint, hours: readonly HourlyPoint[], count: OnContradiction): DailyPoint {
  const amounts = hours.map(({ precipitation }) => precipitation).filter(isKnown)
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  const isRefuted =
    isKnown(day.precipitation) &&
    (sum > MAX_SUM_RATIO * day.precipitation + AMOUNT_MM ||
      (amounts.length >= WHOLE_DAY && day.precipitation > MAX_SUM_RATIO * sum + AMOUNT_MM))
  const temperatures = hours.map(({ temperature }) => temperature).filter(isKnown)
  const isHighRefuted = isAbove(Math.max(...temperatures), day.temperatureMax, RANGE_C)
  const isLowRefuted = isAbove(day.temperatureMin, Math.min(...temperatures), RANGE_C)
  if (isRefuted) count('day_sum')
  if (isHighRefuted) count('day_range')
  if (isLowRefuted) count('day_range')
  if (!isRefuted && !isHighRefuted && !isLowRefuted) return day
  return {
    ...day,
    ...(isRefuted ? { precipitation: null, rain: null, snow: null } : {}),
    ...(isHighRefuted ? { temperatureMax: null } : {}),
    ...(isLowRefuted ? { temperatureMin: null } : {}),
  }
}
