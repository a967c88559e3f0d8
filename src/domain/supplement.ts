import { HOUR_MS } from '../time.ts'
import { consistentPoint } from './contradictions.ts'
import { parseInstant } from './instant.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, ScopeData } from './model.ts'

/** The scopes whose fields may come from a second source. */
export const SUPPLEMENTED_SCOPES = ['current', 'hourly', 'daily'] as const
export type SupplementedScope = (typeof SUPPLEMENTED_SCOPES)[number]

/**
 * What a source may lack as a whole and another one supply: each group comes from one source. Values that make sense only beside the source's own
 * (feels-like and dew point beside its temperature, amounts beside its weather) are in no group.
 */
export const FIELD_GROUPS = {
  gust: ['windGust'],
  pressure: ['pressure'],
  probability: ['precipitationProbability'],
  uv: ['uvIndex'],
  visibility: ['visibility'],
} as const satisfies Record<string, readonly (keyof HourlyPoint)[]>
export type FieldGroup = keyof typeof FIELD_GROUPS

/** Current weather has no probability; the visibility of a day is a number that no source sends. */
const GROUPS: Readonly<Record<SupplementedScope, readonly FieldGroup[]>> = {
  current: ['gust', 'pressure', 'uv', 'visibility'],
  hourly: ['gust', 'pressure', 'probability', 'uv', 'visibility'],
  daily: ['gust', 'pressure', 'probability', 'uv'],
}

/** Current weather of two sources may be this far apart. */
const SAME_TIME_MS = HOUR_MS

type Point = CurrentWeather | HourlyPoint | DailyPoint

/** Whether the scope's fields may come from a second source. */
export function isSupplemented(scope: string): scope is SupplementedScope {
  return (SUPPLEMENTED_SCOPES as readonly string[]).includes(scope)
}

/** The groups of which no point of the scope has a value; none of a series without points. */
export function lackingGroups<S extends SupplementedScope>(scope: S, data: ScopeData[S]): readonly FieldGroup[] {
  const points = pointsOf(data)
  if (points.length === 0) return []
  return GROUPS[scope].filter((group) => points.every((point) => !hasGroup(point, group)))
}

/**
 * The scope with these groups from another source's, where that one has a point for the same hour, day or (within an hour) moment. A value that
 * contradicts the point it comes to, such as a gust far below the wind, is left out.
 */
export function supplemented<D extends ScopeData[SupplementedScope]>(data: D, groups: readonly FieldGroup[], other: D): D {
  if (!('points' in data))
    return withGroups(data as CurrentWeather, groups, currentFor(data as CurrentWeather, other as CurrentWeather)) as D
  const byTime = new Map(pointsOf(other).map((point) => [keyOf(point), point]))
  return { ...data, points: data.points.map((point) => withGroups(point, groups, byTime.get(keyOf(point)))) }
}

function withGroups<P extends Point>(point: P, groups: readonly FieldGroup[], other: Point | undefined): P {
  if (other === undefined) return point
  const values = groups.flatMap((group) =>
    FIELD_GROUPS[group].map((field) => [field, (other as Partial<HourlyPoint>)[field] ?? null] as const),
  )
  const merged = { ...point, ...Object.fromEntries(values) }
  const consistent = consistentPoint(merged, () => {})
  // What contradicts is what was added, never the source's own.
  return { ...merged, ...Object.fromEntries(values.map(([field]) => [field, (consistent as Partial<HourlyPoint>)[field] ?? null])) }
}

function currentFor(current: CurrentWeather, other: CurrentWeather): CurrentWeather | undefined {
  return Math.abs(parseInstant(current.observedAt) - parseInstant(other.observedAt)) <= SAME_TIME_MS ? other : undefined
}

function pointsOf(data: ScopeData[SupplementedScope]): readonly Point[] {
  return 'points' in data ? data.points : [data]
}

function hasGroup(point: Point, group: FieldGroup): boolean {
  return FIELD_GROUPS[group].some((field) => ((point as Partial<HourlyPoint>)[field] ?? null) !== null)
}

/** A day's date is the same in both; its start may not be, around a clock change. */
function keyOf(point: Point): string {
  if ('date' in point) return point.date
  return 'time' in point ? point.time : ''
}
