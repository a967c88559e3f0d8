import { parseInstant } from './instant.ts'
import type { DailyPoint, ExtendedSeries, HourlyPoint, Series } from './model.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

/** How many hours an answer has unless it is asked for another number, and the most that it can be asked for. */
export const [USUAL_HOURS, MAX_HOURS] = [48, 384]
/** The most days that an answer has. */
export const MAX_DAYS = 16
/** Hours that the hourly scope keeps from the running one on: the usual ones, and two that replace those that pass while it is shown. */
const STORED_HOURS = USUAL_HOURS + 2
/** Days that the daily scope keeps. */
export const STORED_DAYS = 10
/** The most past hours that an answer has: since midnight in any zone. One more is kept, for days of 25. */
export const MAX_PAST_HOURS = 24
const PAST_MS = (MAX_PAST_HOURS + 1) * HOUR_MS

type HourlySeries = Series<HourlyPoint>
type DailySeries = Series<DailyPoint>

/** The end of an hour or a longer step, epoch milliseconds. */
export function findEndOfStep({ time, stepHours = 1 }: Pick<HourlyPoint, 'time' | 'stepHours'>): number {
  return parseInstant(time) + stepHours * HOUR_MS
}

/** Whether it is one hour, not a longer step. */
export function isHour({ stepHours = 1 }: Pick<HourlyPoint, 'stepHours'>): boolean {
  return stepHours === 1
}

/** The start of the running hour, epoch milliseconds. */
export function findStartOfHour(now: number): number {
  return Math.floor(now / HOUR_MS) * HOUR_MS
}

/**
 * What an answer shows of a series: the hours, or longer steps, that begin within so many hours of the running one and have not ended, and so many that have. Omitted: the usual
 * ones.
 */
export function selectShownHours(points: readonly HourlyPoint[], now: number, hours = USUAL_HOURS, pastHours = 0): readonly HourlyPoint[] {
  const [fromMs, untilMs] = [findStartOfHour(now) - pastHours * HOUR_MS, findStartOfHour(now) + hours * HOUR_MS]
  const isPast = (point: HourlyPoint): boolean => findEndOfStep(point) <= now
  const past = points.filter((point) => isPast(point) && parseInstant(point.time) >= fromMs)
  const coming = points.filter((point) => !isPast(point) && parseInstant(point.time) < untilMs)
  return [...past, ...coming.slice(0, hours)]
}

/** Where the usual series of a source are cut, and what is kept apart. */
export interface SplitSeries {
  readonly hourly?: HourlySeries
  readonly daily?: DailySeries
  readonly extended?: ExtendedSeries
}

/**
 * Divides what a source sent into what most answers show (hours from the running one on, each of one hour, and days from today on) and its extended series, which
 * repeats them, so that it continues any other source's without a gap. `now`: epoch milliseconds, when it was fetched.
 */
export function splitSeries(hourly: HourlySeries | undefined, daily: DailySeries | undefined, now: number): SplitSeries {
  const running = findStartOfHour(now)
  const hours = hourly?.points ?? []
  const shown = hours.filter(
    (hour) => isHour(hour) && findEndOfStep(hour) > now && parseInstant(hour.time) < running + STORED_HOURS * HOUR_MS,
  )
  const extended = {
    hours: hours.filter((hour) => {
      const startMs = parseInstant(hour.time)
      return findEndOfStep(hour) > now - PAST_MS && startMs < running + MAX_HOURS * HOUR_MS
    }),
    days: daily?.points.slice(0, MAX_DAYS) ?? [],
  }
  return {
    ...(hourly === undefined ? {} : { hourly: { available: hourly.available && shown.length > 0, points: shown } }),
    ...(daily === undefined ? {} : { daily: { ...daily, points: daily.points.slice(0, STORED_DAYS) } }),
    ...(hourly === undefined ? {} : { extended: { available: extended.hours.length + extended.days.length > 0, ...extended } }),
  }
}

/** The extended series of a new fetch with the past hours of the source's former one that it does not have itself. */
export function withFormerHours(next: ExtendedSeries, former: ExtendedSeries, now: number): ExtendedSeries {
  const firstMs = Math.min(...next.hours.map(({ time }) => parseInstant(time)), now)
  const before = former.hours.filter((hour) => findEndOfStep(hour) <= firstMs && findEndOfStep(hour) > now - PAST_MS)
  return before.length === 0 ? next : { ...next, available: true, hours: [...before, ...next.hours] }
}

/** How far a series reaches, epoch milliseconds: to the end of its last whole hour, of its last step, of its last day. 0: it has none. */
export interface Extent {
  readonly hours: number
  readonly steps: number
  readonly days: number
}

/** How far an extended series reaches. A day of a clock change may end an hour later than stated. */
export function findExtent({
  hours,
  days,
}: Pick<ExtendedSeries, 'hours'> & { readonly days: readonly Pick<DailyPoint, 'time'>[] }): Extent {
  const lastHour = hours.findLast(isHour)
  const lastStep = hours.at(-1)
  const lastDay = days.at(-1)
  return {
    hours: lastHour === undefined ? 0 : findEndOfStep(lastHour),
    steps: lastStep === undefined ? 0 : findEndOfStep(lastStep),
    days: lastDay === undefined ? 0 : parseInstant(lastDay.time) + DAY_MS,
  }
}

/** Points of a joined series that follow one another and come from one source: its place among what was joined, and the first and last of them. */
export interface Part<Point> {
  readonly index: number
  readonly first: Point
  readonly last: Point
}

/** A series of one source after another. */
export interface Joined<Point> {
  readonly points: readonly Point[]
  /** In the order of time; a source may have several. */
  readonly parts: readonly Part<Point>[]
}

interface Placed<Point> {
  readonly point: Point
  readonly index: number
  readonly fromMs: number
  readonly toMs: number
}

/**
 * One series of several sources' hours: at any time the first source's that has a point there with a temperature, else the first source's that has one without. No
 * two points overlap, so no hour is made of two sources.
 */
export function joinHours(lists: readonly (readonly HourlyPoint[])[]): Joined<HourlyPoint> {
  const placed = placePoints(lists, (hour) => ({ fromMs: parseInstant(hour.time), toMs: findEndOfStep(hour) }))
  const having = (has: boolean) => placed.map((points) => points.filter(({ point }) => (point.temperature !== null) === has))
  return joinPlaced([...having(true), ...having(false)])
}

/** The same of days, by their dates. */
export function joinDays(lists: readonly (readonly DailyPoint[])[]): Joined<DailyPoint> {
  return joinPlaced(placePoints(lists, ({ date }) => ({ fromMs: Date.parse(date), toMs: Date.parse(date) + DAY_MS })))
}

function placePoints<Point>(
  lists: readonly (readonly Point[])[],
  place: (point: Point) => Pick<Placed<Point>, 'fromMs' | 'toMs'>,
): readonly (readonly Placed<Point>[])[] {
  return lists.map((points, index) => points.map((point) => ({ point, index, ...place(point) })))
}

function joinPlaced<Point>(lists: readonly (readonly Placed<Point>[])[]): Joined<Point> {
  const all = lists.reduce<readonly Placed<Point>[]>((taken, list) => addWithoutOverlap(taken, list), [])
  const parts: Part<Point>[] = []
  for (const { index, point } of all) {
    const last = parts.at(-1)
    if (last?.index === index) parts[parts.length - 1] = { ...last, last: point }
    else parts.push({ index, first: point, last: point })
  }
  return { points: all.map(({ point }) => point), parts }
}

/** Both lists in order, without those of the second that overlap one of the first, or one another. */
function addWithoutOverlap<Point>(taken: readonly Placed<Point>[], list: readonly Placed<Point>[]): readonly Placed<Point>[] {
  if (list.length === 0) return taken
  const merged: Placed<Point>[] = []
  let [next, endMs] = [0, -Infinity]
  for (const each of list) {
    for (let before = taken[next]; before !== undefined && before.fromMs <= each.fromMs; before = taken[++next]) {
      merged.push(before)
      endMs = Math.max(endMs, before.toMs)
    }
    if (each.fromMs < endMs || each.toMs > (taken[next]?.fromMs ?? Infinity)) continue
    merged.push(each)
    endMs = each.toMs
  }
  return [...merged, ...taken.slice(next)]
}
