import type { AirPoint } from '../../../domain/air/air.ts'
import { parseInstant } from '../../../domain/instant.ts'
import { HOUR_MS } from '../../../time.ts'
import { findAir } from './air-variables.ts'
import type { Block } from './answer.ts'
import { columnsOf } from './definition.ts'
import type { WeatherRequest } from './request.ts'
import { timesIn, type TimeRanges } from './time-range.ts'
import { hourOf } from './weather-blocks.ts'

/** The blocks that a request for air asks for; `now`: epoch milliseconds. */
export function airBlocks(
  { current, hourly, units, isUnixTime }: WeatherRequest,
  hours: readonly AirPoint[],
  ranges: TimeRanges,
  utcOffsetSeconds: number,
  now: number,
): readonly Block[] {
  const byStart = new Map(hours.map((hour) => [parseInstant(hour.time), hour]))
  const block = (name: Block['name'], names: WeatherRequest['hourly'], times: readonly number[], starts: readonly number[]): Block => ({
    name,
    times: times.map((ms) => ms / 1_000),
    intervalSeconds: HOUR_MS / 1_000,
    columns: columnsOf(
      names,
      findAir,
      starts.map((ms) => byStart.get(ms)),
      units,
      isUnixTime,
    ),
  })
  const running = Math.floor(now / HOUR_MS) * HOUR_MS
  const times = timesIn(ranges.hourly)
  const starts = times.map((ms) => hourOf(ms, utcOffsetSeconds))
  return [
    ...(current.length === 0 ? [] : [block('current', current, [running], [running])]),
    ...(hourly.length === 0 ? [] : [block('hourly', hourly, times, starts)]),
  ]
}
