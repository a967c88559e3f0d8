import type { AirPoint } from './air/air.ts'
import { isFallingWeather } from './contradiction-rules.ts'
import { dropAcross } from './contradictions.ts'
import { type GroupName, listGroupFields, listSuppliedGroups } from './groups.ts'
import { parseInstant } from './instant.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, ScopeData } from './model.ts'
import { HOUR_MS } from './time.ts'

/** The scopes whose fields may come from a second source. */
export const SUPPLEMENTED_SCOPES = ['current', 'hourly', 'daily', 'air'] as const
export type SupplementedScope = (typeof SUPPLEMENTED_SCOPES)[number]

/** Current weather of two sources may be this far apart. */
const SAME_TIME_MS = HOUR_MS
/** Only holes among the first hours of a series are worth asking another source. */
const MAX_HOLES_AMONG = 48

type Point = CurrentWeather | HourlyPoint | DailyPoint | AirPoint
type Fields = Readonly<Record<string, unknown>>

/** What another source supplies: groups of fields and, by their times, whole points. */
export interface Supplied {
  readonly groups: readonly GroupName[]
  readonly points?: readonly string[]
}

/** Whether the scope's fields may come from a second source. */
export function isSupplemented(scope: string): scope is SupplementedScope {
  return (SUPPLEMENTED_SCOPES as readonly string[]).includes(scope)
}

/** The groups of which no point of the scope has a value; none of a series without points. */
export function listLackingGroups<S extends SupplementedScope>(scope: S, data: ScopeData[S]): readonly GroupName[] {
  const points = pointsOf(data)
  if (points.length === 0) return []
  return listSuppliedGroups(scope).filter((group) => group !== 'point' && points.every((point) => !hasGroup(point, group)))
}

/**
 * The times of hours that have what makes them weather: a temperature, a condition or an amount, and an amount of what falls where the source sends
 * amounts at all.
 */
export function findWholeHours(hours: readonly HourlyPoint[]): ReadonlySet<string> {
  const hasAmounts = hours.some(({ precipitation }) => precipitation !== null)
  const lacksAmount = ({ condition, precipitation }: HourlyPoint) => hasAmounts && precipitation === null && isFallingWeather(condition)
  return new Set(hours.flatMap((hour) => (isWeather(hour) && !lacksAmount(hour) ? [hour.time] : [])))
}

/** The times of the first hours that lack what makes them weather. What a source does not send at the end is the end of its series. */
export function findHoles(hours: readonly HourlyPoint[]): readonly string[] {
  const whole = findWholeHours(hours)
  const count = Math.min(hours.findLastIndex(isWeather) + 1, MAX_HOLES_AMONG)
  return hours.slice(0, count).flatMap(({ time }) => (whole.has(time) ? [] : [time]))
}

function isWeather({ temperature, condition, precipitation }: HourlyPoint): boolean {
  return temperature !== null && (condition !== null || precipitation !== null)
}

/**
 * The scope with what another source supplies, where that one has a point for the same hour, day or (within an hour) moment. A group that
 * contradicts the point it comes to, such as a gust below the wind, is left out.
 */
export function supplementScope<D extends ScopeData[SupplementedScope]>(data: D, supplied: Supplied, other: D): D {
  const { groups, points: whole = [] } = supplied
  if (!('points' in data)) {
    const current = data as CurrentWeather
    return supplyGroups(current, groups, findCurrent(current, other as CurrentWeather)) as D
  }
  const byTime = new Map(pointsOf(other).map((point) => [keyOf(point), point]))
  return {
    ...data,
    points: data.points.map((point) => {
      const key = keyOf(point)
      const match = byTime.get(key)
      return match !== undefined && whole.includes(key) ? match : supplyGroups(point, groups, match)
    }),
  }
}

function supplyGroups<P extends Point>(point: P, groups: readonly GroupName[], other: Point | undefined): P {
  if (other === undefined || groups.length === 0) return point
  const added = groups.map((group) => listGroupFields(group).filter((field) => field in point))
  const merged: Fields = {
    ...point,
    ...Object.fromEntries(added.flat().map((field) => [field, (other as unknown as Fields)[field] ?? null])),
  }
  // Neither dust nor pollen is counted by an index, so they contradict nothing.
  if ('pollen' in point) return merged as unknown as P
  const agreeing = dropAcross(merged as unknown as HourlyPoint, new Set(added.flat())) as unknown as Fields
  // A group is supplied whole or not at all.
  const refuted = added.filter((fields) => fields.some((field) => agreeing[field] !== merged[field]))
  return { ...merged, ...Object.fromEntries(refuted.flat().map((field) => [field, null])) } as unknown as P
}

function findCurrent(current: CurrentWeather, other: CurrentWeather): CurrentWeather | undefined {
  return Math.abs(parseInstant(current.observedAt) - parseInstant(other.observedAt)) <= SAME_TIME_MS ? other : undefined
}

function pointsOf(data: ScopeData[SupplementedScope]): readonly Point[] {
  return 'points' in data ? data.points : [data]
}

function hasGroup(point: Point, group: GroupName): boolean {
  return listGroupFields(group).some((field) => ((point as unknown as Fields)[field] ?? null) !== null)
}

/** A day's date is the same in both; its start may not be, around a clock change. */
function keyOf(point: Point): string {
  if ('date' in point) return point.date
  return 'time' in point ? point.time : ''
}
