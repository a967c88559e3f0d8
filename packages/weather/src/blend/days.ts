import { groupSpansByDay, toHourSpan } from '../days-from-spans.ts'
import type { DailyPoint, HourlyPoint } from '../model.ts'
import { roundHalfAway } from '../round.ts'
import { computeLogit } from './chance-memory.ts'
import { roundChance } from './chance-series.ts'
import { toChance } from './chance.ts'

type Quantity = 'temperature' | 'feelsLike'

/** The fields of a day that are of one quantity: its ends, and its parts between them. */
const FIELDS = {
  temperature: {
    min: 'temperatureMin',
    max: 'temperatureMax',
    parts: ['temperatureMorning', 'temperatureDay', 'temperatureEvening', 'temperatureNight'],
  },
  feelsLike: {
    min: 'feelsLikeMin',
    max: 'feelsLikeMax',
    parts: ['feelsLikeMorning', 'feelsLikeDay', 'feelsLikeEvening', 'feelsLikeNight'],
  },
} as const satisfies Readonly<
  Record<Quantity, { readonly min: keyof DailyPoint; readonly max: keyof DailyPoint; readonly parts: readonly (keyof DailyPoint)[] }>
>

/**
 * Days that follow their blended hours. A day's high changes by as much as the highest of its hours does, its low by as much as the lowest, and what lies
 * between them in proportion. Its chance of rain moves on the logit scale by as much as that of its highest hour does, and is never below it; it is not
 * learned. A day whose hours agreed with it still does; one without hours, or whose hours stayed, stays. `before` are the base's hours, `after` the
 * same hours blended.
 */
export function addDayChanges(
  days: readonly DailyPoint[],
  before: readonly HourlyPoint[],
  after: readonly HourlyPoint[],
  timezone: string,
): DailyPoint[] {
  const [old, blended] = [groupByDate(before, timezone), groupByDate(after, timezone)]
  return days.map((day) => {
    const [were, are] = [old.get(day.date), blended.get(day.date)]
    return were === undefined || are === undefined ? day : moveChance(shiftTemperatures(day, were, are), were, are)
  })
}

function shiftTemperatures(day: DailyPoint, were: readonly HourlyPoint[], are: readonly HourlyPoint[]): DailyPoint {
  const changes = { ...changesOf('temperature', day, were, are), ...changesOf('feelsLike', day, were, are) }
  if (Object.keys(changes).length === 0) return day
  const changed: DailyPoint = { ...day, ...changes }
  const { dewPoint, temperatureMax: high } = changed
  return dewPoint !== null && high !== null && dewPoint > high ? { ...changed, dewPoint: high } : changed
}

function moveChance(day: DailyPoint, ...hours: readonly [were: readonly HourlyPoint[], are: readonly HourlyPoint[]]): DailyPoint {
  const { precipitationProbability: own, precipitation } = day
  const [was, is] = hours.map(findHighestChance) as [number | null, number | null]
  if (own === null || was === null || is === null || was === is) return day
  const moved = toChance(computeLogit(own) + computeLogit(is) - computeLogit(was))
  return { ...day, precipitationProbability: Math.max(is, roundChance(moved, precipitation)) }
}

function findHighestChance(hours: readonly HourlyPoint[]): number | null {
  const chances = hours.flatMap(({ precipitationProbability }) => precipitationProbability ?? [])
  return chances.length === 0 ? null : Math.max(...chances)
}

function changesOf(
  quantity: Quantity,
  day: DailyPoint,
  before: readonly HourlyPoint[],
  after: readonly HourlyPoint[],
): Partial<DailyPoint> {
  const { min, max, parts } = FIELDS[quantity]
  const [low, high] = [day[min], day[max]]
  const [were, are] = [before, after].map((hours) => hours.flatMap((hour) => hour[quantity] ?? [])) as [number[], number[]]
  if (low === null || high === null || were.length === 0 || are.length === 0) return {}
  const [down, up] = [Math.min(...are) - Math.min(...were), Math.max(...are) - Math.max(...were)]
  if (down === 0 && up === 0) return {}
  const newLow = roundHalfAway(low + down, 2)
  const newHigh = Math.max(newLow, roundHalfAway(high + up, 2))
  const between = parts.flatMap((part) => {
    const value = day[part]
    const share = value === null || high === low ? 0 : (value - low) / (high - low)
    return value === null ? [] : [[part, roundHalfAway(newLow + share * (newHigh - newLow), 2)] as const]
  })
  return { [min]: newLow, [max]: newHigh, ...Object.fromEntries(between) }
}

function groupByDate(hours: readonly HourlyPoint[], timezone: string): ReadonlyMap<string, readonly HourlyPoint[]> {
  return new Map(
    groupSpansByDay(hours.map(toHourSpan), timezone).map(({ date, bounds, spans }) => [
      date,
      spans.filter(({ startMs }) => startMs >= bounds.startMs),
    ]),
  )
}
