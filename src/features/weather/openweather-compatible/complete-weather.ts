import { type CurrentWeather, type HourlyPoint, parseInstant } from '@isobar/weather'
import type { PlaceWeather } from '../place-weather/index.ts'
import { type CompleteDay, completeDay } from './complete-day.ts'
import { type Complete, completeState, createContexts } from './complete-instant.ts'
import { indexHoursByStart } from './fields.ts'

export interface Coordinates {
  readonly lat: number
  readonly lon: number
}

/** The weather of a place as OpenWeather would have it: nothing that it always sends is unknown. */
export interface CompleteWeather {
  /** Null if it was not read, or nobody knows its temperature or its weather. */
  readonly current: Complete<CurrentWeather> | null
  /** By their start, epoch milliseconds; also those that are over. */
  readonly hours: ReadonlyMap<number, Complete<HourlyPoint>>
  readonly days: readonly CompleteDay[]
}

/** What is known of a place, with what can be computed from it. */
export function completeWeather(at: Coordinates, { clock, scopes }: PlaceWeather): CompleteWeather {
  const known = indexHoursByStart(scopes.hourly?.whole.points ?? [])
  const contextAt = createContexts(at, known)
  const hours = new Map(
    [...known].flatMap(([ms, hour]) => {
      const complete = completeState(hour, contextAt(ms))
      return complete === null ? [] : [[ms, complete]]
    }),
  )
  const current = scopes.current?.data
  return {
    current: current === undefined ? null : completeState(current, contextAt(parseInstant(current.observedAt))),
    hours,
    days: (scopes.daily?.data.points ?? []).flatMap((day) => completeDay(day, hours, at, clock.timezone) ?? []),
  }
}
