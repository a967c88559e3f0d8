import { type Instant, parseInstant } from '../instant.ts'
import type { DailyPoint, HourlyPoint, Series } from '../model.ts'
import { roundHalfAway } from '../round.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { type AirAndSea, listExtraSteps } from './air-and-sea.ts'
import { FORECAST_HAZARDS, type ForecastHazardName, type Hazard, isExtraHazard, type WeatherHazard } from './hazard.ts'
import { toCanonicalThreshold, compareWithThreshold, measureDay, readHour, hasHourlyData, isAtChance, isAtThreshold } from './measure.ts'
import { type ForecastHazard, joinSteps, type Extent, type Step, toForecastHazard } from './spells.ts'

/** A hazard to look for in a forecast, and when. */
export interface ForecastQuestion {
  readonly hazard: Hazard
  /** In the unit of preferences (see `THRESHOLDS`); null: the default. */
  readonly threshold: number | null
  /** The chance of precipitation, 0–1, from which on an hour or day counts, for a hazard that comes with it; omitted: every chance. */
  readonly minProbability?: number
  /** Epoch milliseconds: now. */
  readonly from: number
  /** Epoch milliseconds: now plus the lead time. */
  readonly until: number
}

/** What one source forecasts of a place; null or omitted: nothing known. */
export interface Forecast extends AirAndSea {
  readonly hourly?: Series<HourlyPoint> | null
  readonly daily?: Series<DailyPoint> | null
}

/** A gap below the threshold, or without data, of up to this long does not split a spell. */
const MAX_GAP_MS = 2 * HOUR_MS
/** The same for what comes back at the same time of day: one spell of several days. */
const MAX_GAP_OF_DAYS_MS = DAY_MS - HOUR_MS
const LASTS_DAYS: ReadonlySet<ForecastHazardName> = new Set(['snow', 'airQuality', 'pollen'])

/** Maximum distance between the starts of two forecasts of one event. */
const SAME_EVENT_MS = 6 * HOUR_MS

/**
 * The spells of a hazard that are running at `from` or begin before `until`. They are not clipped: a spell's end and peak may lie after
 * `until`. A value at the threshold counts. Null is unknown, never 0. Days are used only if no hour between `from` and `until` has data on
 * the hazard; a day that is more than half over is then ignored, because its extremes may be past. An hour or day whose chance is stated and
 * below `minProbability` is one without the hazard, and its snow adds nothing. Empty for a hazard that comes from official alerts only.
 */
export function listForecastHazards(forecast: Forecast, question: ForecastQuestion): ForecastHazard[] {
  const { hazard, from, until } = question
  if (!isForecastHazard(hazard)) return []
  const { steps, extent, isByHour } = stepsIn(forecast, hazard, question)
  return joinSteps(steps, isByHour && LASTS_DAYS.has(hazard) ? MAX_GAP_OF_DAYS_MS : MAX_GAP_MS).flatMap((spell) => {
    const found = toForecastHazard(hazard, spell, from, extent)
    return found === null || parseInstant(found.start) >= until ? [] : [found]
  })
}

/** The steps in which a hazard is at its threshold or beyond, and how far the forecast knows of it. */
function stepsIn(forecast: Forecast, hazard: ForecastHazardName, { threshold: stated, minProbability = 0, from, until }: ForecastQuestion) {
  const threshold = toCanonicalThreshold(hazard, stated)
  if (isExtraHazard(hazard)) {
    const known = listExtraSteps(hazard, forecast)
    const steps = known.filter(({ value }) => compareWithThreshold(hazard, value, threshold)?.isThere === true)
    return { steps, extent: { firstMs: known[0]?.startMs ?? NaN, lastMs: known.at(-1)?.endMs ?? NaN }, isByHour: true }
  }
  const days = forecast.daily?.points ?? []
  const hours = hoursFor(hazard, forecast.hourly?.points ?? [], from)
  const isLikely = (point: HourlyPoint | DailyPoint): boolean => isAtChance(point, minProbability)
  return hours.some((hour) => isAhead(hour, from, until) && hasHourlyData(hazard, hour))
    ? { steps: hourSteps(hazard, hours.filter(isLikely), threshold), extent: extentOf(hours, HOUR_MS), isByHour: true }
    : { steps: daySteps(hazard, days, { threshold, from, isLikely }), extent: extentOf(days, DAY_MS), isByHour: false }
}

/** Whether a source has data on the hazard between `from` and `until`, so that finding no spell means that none is expected. */
export function hasHazardData(forecast: Forecast, { hazard, from, until }: Pick<ForecastQuestion, 'hazard' | 'from' | 'until'>): boolean {
  if (!isForecastHazard(hazard)) return false
  if (isExtraHazard(hazard)) return listExtraSteps(hazard, forecast).some(({ startMs, endMs }) => endMs > from && startMs < until)
  if (forecast.hourly?.points.some((hour) => isAhead(hour, from, until) && hasHourlyData(hazard, hour)) === true) return true
  const days = forecast.daily?.points ?? []
  return days.some((day) => {
    const startMs = parseInstant(day.time)
    return isDayAhead(startMs, from) && startMs < until && measureDay(hazard, day, 0) !== null
  })
}

/** Whether two forecasts of one place are about the same event. If the later one does not know when it began, overlapping is enough. */
export function isSameForecastEvent(former: Pick<ForecastHazard, 'hazard' | 'start' | 'end'>, now: ForecastHazard): boolean {
  if (former.hazard !== now.hazard) return false
  const [formerMs, startMs] = [parseInstant(former.start), parseInstant(now.start)]
  if (Math.abs(startMs - formerMs) <= SAME_EVENT_MS) return true
  return !now.isStartKnown && formerMs <= startMs && startMs <= parseInstant(former.end)
}

/** Whether forecasts can show the hazard; the others come from official alerts only. */
export function isForecastHazard(hazard: Hazard): hazard is ForecastHazardName {
  return (FORECAST_HAZARDS as readonly Hazard[]).includes(hazard)
}

function extentOf(points: readonly { readonly time: Instant }[], stepMs: number): Extent {
  return { firstMs: parseInstant(points[0]?.time ?? ''), lastMs: parseInstant(points.at(-1)?.time ?? '') + stepMs }
}

function isAhead({ time }: HourlyPoint, from: number, until: number): boolean {
  const startMs = parseInstant(time)
  return startMs + HOUR_MS > from && startMs < until
}

function isDayAhead(startMs: number, from: number): boolean {
  return startMs + DAY_MS / 2 > from
}

/** Snow that has already fallen is no longer a hazard; for other hazards, earlier hours show when they began. */
function hoursFor(hazard: WeatherHazard, hours: readonly HourlyPoint[], from: number): readonly HourlyPoint[] {
  return hazard === 'snow' ? hours.filter(({ time }) => parseInstant(time) + HOUR_MS > from) : hours
}

function hourSteps(hazard: WeatherHazard, hours: readonly HourlyPoint[], threshold: number | null): Step[] {
  if (hazard === 'snow') return listSnowSteps(hours, threshold ?? Infinity)
  return hours.flatMap((hour) => {
    const reading = readHour(hazard, hour, threshold)
    const startMs = parseInstant(hour.time)
    return reading?.isThere === true ? [{ startMs, endMs: startMs + HOUR_MS, value: reading.value, ...chanceOf(hazard, hour) }] : []
  })
}

interface DaysAsked {
  /** In the canonical unit. */
  readonly threshold: number | null
  readonly from: number
  readonly isLikely: (day: DailyPoint) => boolean
}

/** A day lasts until the next one starts, so that days with a clock change have the right length. */
function daySteps(hazard: WeatherHazard, days: readonly DailyPoint[], { threshold, from, isLikely }: DaysAsked): Step[] {
  return days.flatMap((day, index) => {
    const startMs = parseInstant(day.time)
    const reading = measureDay(hazard, day, threshold)
    if (reading?.isThere !== true || !isDayAhead(startMs, from) || !isLikely(day)) return []
    const next = days[index + 1]
    const nextMs = next === undefined ? Infinity : parseInstant(next.time)
    const endMs = nextMs - startMs < 1.5 * DAY_MS ? nextMs : startMs + DAY_MS
    return [{ startMs, endMs, value: reading.value, ...chanceOf(hazard, day) }]
  })
}

/** The probability of a thunderstorm, which has no measure that would distinguish a mere chance from a certain one. */
function chanceOf(hazard: WeatherHazard, { precipitationProbability }: HourlyPoint | DailyPoint): Pick<Step, 'probability'> {
  return hazard === 'thunderstorm' ? { probability: precipitationProbability } : {}
}

/** Minimum amount for an hour to count as one with snow: mm of water. */
const TRACE = 0.1

/**
 * The hours with snow in every 24-hour window whose snow adds up to at least `threshold` mm of water; the value of each hour is the largest
 * such sum that it is part of. Hours with unknown snow add nothing.
 */
export function listSnowSteps(hours: readonly HourlyPoint[], threshold: number): Step[] {
  const falls = hours.map(({ time, snow }) => ({ startMs: parseInstant(time), snow: snow ?? 0 }))
  const sums = falls.map(() => 0)
  for (const [first, { startMs }] of falls.entries()) {
    const past = falls.findIndex((fall, index) => index > first && fall.startMs >= startMs + DAY_MS)
    const end = past === -1 ? falls.length : past
    const window = falls.slice(first, end)
    const sum = roundHalfAway(
      window.reduce((total, { snow }) => total + snow, 0),
      4,
    )
    if (!isAtThreshold('snow', sum, threshold)) continue
    const least = Math.min(TRACE, Math.max(...window.map(({ snow }) => snow)))
    for (let index = first; index < end; index++) {
      if ((falls[index]?.snow ?? 0) >= least) sums[index] = Math.max(sums[index] ?? 0, sum)
    }
  }
  return falls.flatMap(({ startMs }, index) => {
    const value = sums[index] ?? 0
    return value === 0 ? [] : [{ startMs, endMs: startMs + HOUR_MS, value }]
  })
}
