import type { Point } from './distance.ts'
import { formatInstant, type Instant } from './instant.ts'
import type { DayBounds } from './local-time.ts'
import { computeMoonHeight } from './moon.ts'
import type { SunState } from './sun-state.ts'
import { RISING_DEGREES, computeSunElevation } from './sun.ts'
import { MINUTE_MS } from './time.ts'

/** When something rises and sets on a day; null: it does not on that day. */
export interface Rising {
  readonly rise: Instant | null
  readonly set: Instant | null
}

/** Nothing rises and sets again within this time at latitudes where people live. */
const STEP_MS = 15 * MINUTE_MS

/** The same in epoch milliseconds. */
export interface Crossings {
  readonly rise: number | null
  readonly set: number | null
}

/** The first sunrise and the first sunset between two instants, seen from sea level, to a minute or two, and what it means if there is none. */
export function findSunTimes(place: Point, bounds: DayBounds): Crossings & { readonly sun: SunState } {
  const height = (timeMs: number) => computeSunElevation(place, timeMs) - RISING_DEGREES
  const { rise, set } = findCrossings(height, bounds)
  return { rise, set, sun: rise !== null || set !== null ? 'rises' : height(bounds.startMs) > 0 ? 'up' : 'down' }
}

/** Sunrise and sunset of a calendar day of a place, and which days have none. */
export function computeSunDay(place: Point, day: DayBounds): Rising & { readonly sun: SunState } {
  const { sun, ...times } = findSunTimes(place, day)
  return { ...formatRising(times), sun }
}

/** Moonrise and moonset of a day, to some minutes. About once a month each falls on no day. */
export function computeMoonDay(place: Point, day: DayBounds): Rising {
  return formatRising(findCrossings((timeMs) => computeMoonHeight(place, timeMs), day))
}

function formatRising({ rise, set }: Crossings): Rising {
  return { rise: rise === null ? null : formatInstant(rise), set: set === null ? null : formatInstant(set) }
}

/** The first moments of a period at which a height crosses the horizon. */
function findCrossings(height: (timeMs: number) => number, { startMs, endMs }: DayBounds): Crossings {
  let [rise, set]: (number | null)[] = [null, null]
  let former = height(startMs)
  for (let fromMs = startMs; fromMs < endMs && (rise === null || set === null); fromMs += STEP_MS) {
    const toMs = Math.min(fromMs + STEP_MS, endMs)
    const next = height(toMs)
    if (former <= 0 && next > 0) rise ??= findCrossing(height, fromMs, toMs)
    if (former > 0 && next <= 0) set ??= findCrossing(height, fromMs, toMs)
    former = next
  }
  return { rise: rise ?? null, set: set ?? null }
}

/** The second of a sign change between two times, epoch milliseconds. */
function findCrossing(height: (timeMs: number) => number, fromMs: number, toMs: number): number {
  let [before, after] = [fromMs, toMs]
  const isUp = height(before) > 0
  while (after - before > 1_000) {
    const middle = (before + after) / 2
    if (height(middle) > 0 === isUp) before = middle
    else after = middle
  }
  return Math.round(after / 1_000) * 1_000
}
