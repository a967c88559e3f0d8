import { parseInstant } from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import type { Block } from './answer.ts'
import { buildBlockColumns, type Definition } from './definition.ts'
import type { WeatherRequest } from './request.ts'
import { listRowTimes, type TimeRanges } from './time-range.ts'
import { computeRowHour } from './weather-blocks.ts'

/** How the variables of an API are found that has points by the hour and nothing else. */
export interface HourVariables<Point> {
  readonly find: (name: string) => Definition<Point | undefined> | undefined
  /** Of days, by the hours of each; omitted: it has none. */
  readonly findOfDay?: (name: string) => Definition<readonly (Point | undefined)[]> | undefined
}

const seconds = (times: readonly number[]): readonly number[] => times.map((ms) => ms / 1_000)

/** The blocks that a request asks for of points by the hour; `now`: epoch milliseconds. */
export function buildHourBlocks<Point extends { readonly time: string }>(
  { current, hourly, daily, units, isUnixTime }: WeatherRequest,
  { find, findOfDay }: HourVariables<Point>,
  points: readonly Point[],
  ranges: TimeRanges,
  utcOffsetSeconds: number,
  now: number,
): readonly Block[] {
  const byStart = new Map(points.map((point) => [parseInstant(point.time), point]))
  const at = (rowMs: number): Point | undefined => byStart.get(computeRowHour(rowMs, utcOffsetSeconds))
  const running = Math.floor(now / HOUR_MS) * HOUR_MS
  const blocks: Block[] = []
  if (current.length > 0) {
    const columns = buildBlockColumns(current, find, [byStart.get(running)], units, isUnixTime)
    blocks.push({ name: 'current', times: seconds([running]), intervalSeconds: HOUR_MS / 1_000, columns })
  }
  if (hourly.length > 0) {
    const times = listRowTimes(ranges.hourly)
    blocks.push({
      name: 'hourly',
      times: seconds(times),
      intervalSeconds: HOUR_MS / 1_000,
      columns: buildBlockColumns(hourly, find, times.map(at), units, isUnixTime),
    })
  }
  if (daily.length > 0 && findOfDay !== undefined) {
    const { stepMs } = ranges.daily
    const times = listRowTimes(ranges.daily)
    const days = times.map((startMs) => Array.from({ length: stepMs / HOUR_MS }, (_, hour) => at(startMs + hour * HOUR_MS)))
    blocks.push({
      name: 'daily',
      times: seconds(times),
      intervalSeconds: stepMs / 1_000,
      columns: buildBlockColumns(daily, findOfDay, days, units, isUnixTime),
    })
  }
  return blocks
}
