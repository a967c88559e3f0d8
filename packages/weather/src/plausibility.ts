import { dropContradictions, type Contradiction, dropDuplicatePoints } from './contradictions.ts'
import type { Point } from './distance.ts'
import { parseInstant } from './instant.ts'
import { type Bounds, type MeasurementName, MEASUREMENTS } from './measurements.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, MarinePoint, ScopeData } from './model.ts'
import type { CellScope } from './scope.ts'
import type { SunRange } from './sun-state.ts'
import { computeSunRange } from './sun.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

/** Bounds of numbers that are not in `MEASUREMENTS`. */
export const OTHER_BOUNDS = {
  /** Records: −89.2 and 56.7 °C. */
  temperature: { least: -95, most: 65 },
  feelsLike: { least: -130, most: 95 },
  probability: { least: 0, most: 1 },
  moonPhase: { least: 0, most: 1 },
  /** In mm/h. Record: 38 mm in a minute. */
  rate: { least: 0, most: 2_500 },
} as const satisfies Readonly<Record<string, Bounds>>

/** Records: 20.5 m of significant wave height; a sea of 30 m is expected in the worst of storms. */
const [WAVE_HEIGHT, WAVE_PERIOD, DIRECTION] = [
  { least: 0, most: 30 },
  { least: 0, most: 40 },
  { least: 0, most: 360 },
]
const MARINE_BOUNDS: Readonly<Record<Exclude<keyof MarinePoint, 'time'>, Bounds>> = {
  waveHeight: WAVE_HEIGHT,
  wavePeriod: WAVE_PERIOD,
  waveDirection: DIRECTION,
  swellHeight: WAVE_HEIGHT,
  swellPeriod: WAVE_PERIOD,
  swellDirection: DIRECTION,
  waterTemperature: { least: -3, most: 42 },
}

/** The bounds of a point's field; undefined if it is not such a number. */
function boundsOf(scope: CellScope, field: string): Bounds | undefined {
  if (scope === 'minutely') return OTHER_BOUNDS.rate
  if (scope === 'marine') return MARINE_BOUNDS[field as keyof typeof MARINE_BOUNDS]
  if (field.startsWith('temperature')) return OTHER_BOUNDS.temperature
  if (field.startsWith('feelsLike')) return OTHER_BOUNDS.feelsLike
  if (field === 'precipitationProbability') return OTHER_BOUNDS.probability
  if (field === 'moonPhase') return OTHER_BOUNDS.moonPhase
  return Object.hasOwn(MEASUREMENTS, field) ? MEASUREMENTS[field as MeasurementName].bounds : undefined
}

function isPlausible(value: number, { least, most, ofDay }: Bounds, isDay: boolean): boolean {
  return value >= least && value <= (isDay ? (ofDay ?? most) : most)
}

/**
 * The point with each implausible value replaced by null and reported to `count`; the same object if there are none. Values are not clipped
 * to a bound: that would invent a number.
 */
function checkPoint<Point extends object>(scope: CellScope, point: Point, count: () => void): Point {
  const unknown: Record<string, null> = {}
  for (const [field, value] of Object.entries(point) as [string, unknown][]) {
    if (typeof value !== 'number') continue
    const bounds = boundsOf(scope, field)
    if (bounds === undefined || isPlausible(value, bounds, scope === 'daily')) continue
    count()
    unknown[field] = null
  }
  return Object.keys(unknown).length === 0 ? point : { ...point, ...unknown }
}

/**
 * The data of a scope without implausible values, and without those that contradict others; `count` is called with the reason for each. `place` is
 * where the sun is compared; omitted: nowhere.
 */
export function dropImplausibleValues<S extends CellScope>(
  scope: S,
  data: ScopeData[S],
  count: (reason: 'value' | Contradiction) => void,
  place?: Point,
): ScopeData[S] {
  const countValue = () => count('value')
  // The air scope's indices are made of concentrations that have been checked already (`air-series.ts`).
  if (scope === 'alert' || scope === 'air') return data
  if (scope === 'extended') return plausibleExtended(data as ScopeData['extended'], count, place) as ScopeData[S]
  const sunDuring = (from: string, durationMs: number): SunRange | undefined =>
    place && computeSunRange(place, parseInstant(from), parseInstant(from) + durationMs)
  if (!('points' in data)) {
    const current = checkPoint(scope, data as CurrentWeather, countValue)
    return dropContradictions(current, count, sunDuring(current.observedAt, 0)) as ScopeData[S]
  }
  const stepMs = scope === 'daily' ? DAY_MS : HOUR_MS
  const sent = data.points as readonly (HourlyPoint | DailyPoint)[]
  const distinct = dropDuplicatePoints(sent, (point) => ('date' in point ? point.date : point.time), count)
  const points = distinct.map((point) =>
    dropContradictions(checkPoint(scope, point, countValue), count, scope === 'minutely' ? undefined : sunDuring(point.time, stepMs)),
  )
  const isSame = points.length === sent.length && points.every((point, index) => point === sent[index])
  return isSame ? data : ({ ...data, points } as ScopeData[S])
}

/** The same of the hours of an extended series. */
function plausibleExtended(
  extended: ScopeData['extended'],
  count: (reason: 'value' | Contradiction) => void,
  place?: Point,
): ScopeData['extended'] {
  const checked = dropImplausibleValues('hourly', { available: true, points: extended.hours }, count, place)
  return { ...extended, hours: checked.points }
}

/** An upstream's clock, or ours, may be slightly off. */
export const MAX_AHEAD_MS = 15 * MINUTE_MS
/** Sources renew current weather at least hourly; anything older is not current, however recently it was fetched. */
export const MAX_CURRENT_AGE_MS = 3 * HOUR_MS

/**
 * Whether a series begins after the present, so that the source's clock is ahead. Its first point covers the present, or follows within a
 * step (epoch milliseconds).
 */
export function isSeriesAhead(firstMs: number, stepMs: number, now: number): boolean {
  return firstMs > now + stepMs + MAX_AHEAD_MS
}

/** What is wrong with the time of current weather; null: nothing. `now`: epoch milliseconds. */
export function findClockFault(observedAtMs: number, now: number): 'ahead' | 'outdated' | null {
  if (observedAtMs > now + MAX_AHEAD_MS) return 'ahead'
  return observedAtMs < now - MAX_CURRENT_AGE_MS ? 'outdated' : null
}
