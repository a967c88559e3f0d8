import { localDays, zoneAt } from '../places/zone.ts'
import { seconds } from '../times.ts'
import { round } from '../wire.ts'
import { hourBlock, type OwContext } from './blocks.ts'
import { dayBlock } from './daily.ts'

const HOUR = 3_600_000

/** A record of an hour: visibility only in the first hours. */
export function hourRecord(context: OwContext, at: number, nowMs: number): Record<string, unknown> {
  const { visibility, pop, ...rest } = hourBlock(context, at)
  return { ...rest, ...(at - nowMs < 2 * HOUR && visibility !== undefined ? { visibility } : {}), ...(at < nowMs - HOUR ? {} : { pop }) }
}

/**
 * A record of a day, listed at 00:00 UTC of its date: no dew point, no gust, no summary, `uvi` 0, felt temperatures equal to the measured ones.
 */
export function dayRecord(context: OwContext, at: number, nowMs: number): Record<string, unknown> {
  const zone = zoneAt(context.lat, context.lon)
  const noon = at + 12 * HOUR - zone.offsetAt(at) * 1000
  const [day] = localDays(zone, noon, 1)
  if (day === undefined) throw new Error('a date without a day')
  const { dew_point: _dew, wind_gust: _gust, summary: _summary, pop, temp, ...rest } = dayBlock(context, day)
  const { min: _min, max: _max, ...felt } = temp as Record<string, number>
  return {
    ...rest,
    dt: seconds(at),
    temp,
    feels_like: felt,
    pressure: round(context.series.hour(Math.floor(noon / HOUR) * HOUR).state.pressure, 2),
    uvi: 0,
    ...(day.endMs < nowMs ? {} : { pop }),
  }
}
