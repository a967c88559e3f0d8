import type { Condition } from '../condition.ts'
import type { PrecipitationIntensity } from '../precipitation-intensity.ts'

// The table of severity. README.md prints it, and a test compares them.

/** What falls; `unknown`: rain, snow or both. */
export const FALL_KINDS = ['rain', 'snow', 'mixed', 'unknown'] as const
export type FallKind = (typeof FALL_KINDS)[number]

/** What falls in the next hour according to current weather and hours; minutes have rates alone. `intensity`: what their words say at most. */
export interface MinuteFall {
  readonly kind: FallKind
  readonly intensity: PrecipitationIntensity | null
}

/** Of each class of what falls, by the scales of `precipitation-intensity.ts`. */
export const FALL_LEVELS: Readonly<Record<PrecipitationIntensity, number>> = { light: 1, moderate: 2, heavy: 3, violent: 4 }

/** Of weather that is named for itself. */
export const PHENOMENON_LEVELS = {
  fog: 1,
  smoke: 2,
  dust: 2,
  ash: 3,
  hail: 3,
  freezing_drizzle: 3,
  thunderstorm: 3,
  freezing_rain: 4,
  thunderstorm_hail: 4,
  squall: 4,
  tornado: 5,
} as const satisfies Partial<Record<Condition, number>>
export type Phenomenon = keyof typeof PHENOMENON_LEVELS

/** Of the higher of wind and gust, in m/s from each value on: gale, storm and hurricane (Beaufort 8, 10 and 12; WMO-No. 8, volume I, chapter 5). */
export const WIND_LEVELS: readonly (readonly [leastMps: number, level: number])[] = [
  [32.7, 5],
  [24.5, 4],
  [17.2, 2],
]

/** Frost after hours above freezing, and a change from one day to the next, are told if nothing blows. */
export const REMARK_LEVEL = 0

/** What falls under a condition, and how hard at least. Thunderstorms and hail have no class of their own. */
export const CONDITION_FALLS: Readonly<Partial<Record<Condition, readonly [kind: FallKind, intensity: PrecipitationIntensity | null]>>> = {
  drizzle: ['rain', 'light'],
  light_rain: ['rain', 'light'],
  rain: ['rain', 'moderate'],
  heavy_rain: ['rain', 'heavy'],
  rain_showers: ['rain', 'light'],
  freezing_drizzle: ['rain', 'light'],
  freezing_rain: ['rain', 'light'],
  sleet: ['mixed', 'light'],
  light_snow: ['snow', 'light'],
  snow: ['snow', 'moderate'],
  heavy_snow: ['snow', 'heavy'],
  snow_showers: ['snow', 'light'],
  hail: ['unknown', null],
  thunderstorm: ['rain', null],
  thunderstorm_hail: ['unknown', null],
}

/** The level of a speed in m/s; null below a gale. */
export function findWindLevel(mps: number): number | null {
  return WIND_LEVELS.find(([least]) => mps >= least)?.[1] ?? null
}

/** Phenomena in which nothing falls. */
const DRY_PHENOMENA: ReadonlySet<Phenomenon> = new Set(['fog', 'smoke', 'dust', 'ash', 'squall', 'tornado'])

/** Whether something falls in it, so that it is not dry even where no amount is known. */
export function isFalling(phenomenon: Phenomenon): boolean {
  return !DRY_PHENOMENA.has(phenomenon)
}

/** Whether weather of this condition is named for itself. */
export function isPhenomenon(condition: Condition | null): condition is Phenomenon {
  return condition !== null && Object.hasOwn(PHENOMENON_LEVELS, condition)
}
