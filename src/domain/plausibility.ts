import { type Bounds, type MeasurementName, MEASUREMENTS } from './measurements.ts'
import type { ScopeData } from './model.ts'
import type { CellScope } from './scope.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'

/** Bounds of numbers that are not in `MEASUREMENTS`. */
const OTHER_BOUNDS = {
  /** Records: −89.2 and 56.7 °C. */
  temperature: { least: -95, most: 65 },
  feelsLike: { least: -130, most: 95 },
  probability: { least: 0, most: 1 },
  moonPhase: { least: 0, most: 1 },
  /** In mm/h. Record: 38 mm in a minute. */
  rate: { least: 0, most: 2_500 },
} as const satisfies Readonly<Record<string, Bounds>>

/** The bounds of a point's field; undefined if it is not such a number. */
function boundsOf(scope: CellScope, field: string): Bounds | undefined {
  if (scope === 'minutely') return OTHER_BOUNDS.rate
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

/** The data of a scope without implausible values, and how many there were. */
export function plausibleValues<S extends CellScope>(
  scope: S,
  data: ScopeData[S],
): { readonly data: ScopeData[S]; readonly refused: number } {
  let refused = 0
  const count = () => void (refused += 1)
  if (scope === 'alert') return { data, refused }
  if (!('points' in data)) return { data: checkPoint(scope, data, count), refused }
  const points = (data.points as readonly object[]).map((point) => checkPoint(scope, point, count))
  return { data: refused === 0 ? data : ({ ...data, points } as ScopeData[S]), refused }
}

/** An upstream's clock, or ours, may be slightly off. */
export const MAX_AHEAD_MS = 15 * MINUTE_MS
/** Sources renew current weather at least hourly; anything older is not current, however recently it was fetched. */
export const MAX_CURRENT_AGE_MS = 3 * HOUR_MS

/** What is wrong with the time of current weather; null: nothing. `now`: epoch milliseconds. */
export function clockFault(observedAtMs: number, now: number): 'ahead' | 'outdated' | null {
  if (observedAtMs > now + MAX_AHEAD_MS) return 'ahead'
  return observedAtMs < now - MAX_CURRENT_AGE_MS ? 'outdated' : null
}
