import { HOUR_MS } from '../../../../src/time.ts'
import { toLocalDate } from '../../format/times.ts'
import { createAirIndexLookup, type DayPoint, type HourPoint, type MeteogramWeather } from './values.ts'

/** A part of the drawing's width: `x` is its left edge, `day` its calendar day at the place. */
export interface Slot<Point> {
  readonly point: Point
  readonly day: string
  readonly x: number
  readonly width: number
  readonly middle: number
}

/** The drawing from left to right: hours, then the days that the hours do not cover to their end. */
export interface Plan {
  readonly width: number
  readonly left: number
  readonly right: number
  /** Where the hours end. */
  readonly hoursEnd: number
  readonly hours: readonly Slot<HourPoint>[]
  readonly days: readonly Slot<DayPoint>[]
  readonly hourWidth: number
  /** The index of the air at the place, in the order of `hours`. */
  readonly air: readonly (number | null)[]
}

/** Bounds of the picture's width in pixels, and what embedders get who do not ask. */
export const WIDTHS = { least: 280, most: 2_000, usual: 1_168 } as const

/** Space for the scales. */
const LEFT = 40
const RIGHT = 46
/** Between hours and days. */
const GAP = 12
const MAX_DAYS = 8
/** A week has room on a phone. */
const MIN_HOUR = 1.4
const MAX_HOUR = 40
/** Room for a day's amount. */
const MIN_DAY = 44
const MAX_DAY = 74
/** The share of the width that days get, as far as the hours have room. */
const SHARE_OF_DAYS = 0.4

/**
 * Divides the width. Hours lie where their time puts them, so that a missing one is a gap; days of 23 and 25 hours are as long as they are. Where
 * hours and days do not both fit, the days are left out, since pages list them; then the last hours.
 */
export function planMeteogram({ hourly, daily, air }: MeteogramWeather, zone: string, width: number): Plan {
  const points = hourly?.points ?? []
  const start = Date.parse(points[0]?.time ?? '')
  const numberOf = ({ time }: { readonly time: string }) => Math.round((Date.parse(time) - start) / HOUR_MS)
  const last = points.at(-1)
  const length = last === undefined ? 0 : numberOf(last) + 1
  const open = last === undefined ? '' : toLocalDate(new Date(Date.parse(last.time) + HOUR_MS).toISOString(), zone)
  const plot = width - LEFT - RIGHT
  const later = (daily?.points ?? []).slice(0, MAX_DAYS).filter(({ date }) => date >= open)
  const days = later.length * MIN_DAY + GAP + length * MIN_HOUR <= plot ? later : []
  const wide = Math.min(plot * SHARE_OF_DAYS, plot - GAP - length * MIN_HOUR) / Math.max(1, days.length)
  const dayWidth = days.length === 0 ? 0 : Math.min(MAX_DAY, Math.max(MIN_DAY, wide))
  const taken = days.length === 0 ? 0 : GAP + days.length * dayWidth
  const shown = Math.min(length, Math.floor((plot - taken) / MIN_HOUR))
  const hourWidth = Math.min(MAX_HOUR, (plot - taken) / Math.max(1, shown))
  const hoursEnd = LEFT + shown * hourWidth
  const daysStart = hoursEnd + (shown === 0 ? 0 : GAP)
  const airOf = createAirIndexLookup(air)
  const hours = points
    .filter((point) => numberOf(point) < shown)
    .map((point) => slotOf(point, toLocalDate(point.time, zone), LEFT + numberOf(point) * hourWidth, hourWidth))
  return {
    width,
    left: LEFT,
    right: days.length === 0 ? hoursEnd : daysStart + days.length * dayWidth,
    hoursEnd,
    hours,
    days: days.map((point, n) => slotOf(point, point.date, daysStart + n * dayWidth, dayWidth)),
    hourWidth,
    air: hours.map(({ point }) => airOf(point)?.value ?? null),
  }
}

function slotOf<Point>(point: Point, day: string, x: number, width: number): Slot<Point> {
  return { point, day, x, width, middle: x + width / 2 }
}
