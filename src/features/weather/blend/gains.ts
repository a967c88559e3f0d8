import { bootstrapIntervals, MIN_DAYS } from '@isobar/weather'
import { computeValueWithout } from '@isobar/weather/blend'
import { DAY_MS } from '../../../time.ts'
import type { FrozenHour } from './frozen-hours.ts'
import type { BlendIssue } from './issue-store.ts'

/** The absolute errors of the blend and of what it would have been without a source, summed over the same hours, in K. */
export interface Gain {
  readonly source: string
  readonly cases: number
  readonly blend: number
  readonly without: number
}

/** Those of a day at all places of one world. */
export interface GainOfDay extends Gain {
  /** `2026-11-21`. */
  readonly day: string
  /** With at least one of the cases. */
  readonly places: number
}

/** What was issued for an hour, and what came, °C. */
interface IssuedCase extends Pick<FrozenHour, 'issued'> {
  readonly issue: Pick<BlendIssue, 'sources'>
  readonly truth: number
}

/** The days that count. */
export const GAIN_DAYS = 60
/** One for all sources, so that their days are drawn once. */
const SEED = 1

/**
 * What the blend gains from each of its sources, from hours as they were issued: without it, the others share its weight, as they do when it fails. Hours that only one
 * source forecast say nothing of it, nor do issues in which weights were not frozen yet.
 */
export function computeGains(cases: readonly IssuedCase[]): Gain[] {
  const gains = new Map<string, Gain>()
  for (const { issue, issued, truth } of cases) {
    const { weights = null } = issued ?? {}
    if (issued === null || weights === null) continue
    for (const [index, source] of issue.sources.entries()) {
      const without = computeValueWithout({ corrected: issued.corrected, weights }, index)
      if (without === null) continue
      const { cases: n, blend, without: sum } = gains.get(source) ?? { cases: 0, blend: 0, without: 0 }
      gains.set(source, {
        source,
        cases: n + 1,
        blend: blend + Math.abs(issued.value - truth),
        without: sum + Math.abs(without - truth),
      })
    }
  }
  return [...gains.values()]
}

/**
 * How much worse the blend would be without each source: its mean absolute error without it over that with it, less 1, with an interval by a block bootstrap over days
 * (docs/measurements.md). `days`: of one world, in any order. The source that would be missed most comes first, those with too few days last.
 */
export function judgeGains(days: readonly GainOfDay[]) {
  const bySource = Map.groupBy(days, ({ source }) => source)
  return [...bySource.entries()]
    .map(([source, ofSource]) => judgeSource(source, ofSource))
    .toSorted((a, b) => (b.worse?.value ?? -Infinity) - (a.worse?.value ?? -Infinity) || (a.source < b.source ? -1 : 1))
}

function judgeSource(source: string, days: readonly GainOfDay[]) {
  const inOrder = days.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const sumOf = (pick: (day: GainOfDay) => number) => inOrder.reduce((sum, day) => sum + pick(day), 0)
  const [cases, blend, without] = [sumOf((day) => day.cases), sumOf((day) => day.blend), sumOf((day) => day.without)]
  const value = computeShare(blend, without)
  const isEnough = inOrder.length >= MIN_DAYS && value !== null
  const rows = inOrder.map((day) => [day.blend, day.without])
  const [interval = null] = isEnough ? bootstrapIntervals(rows, (sums) => [computeShare(sums[0] ?? 0, sums[1] ?? 0)], SEED) : []
  return {
    source,
    firstDay: inOrder[0]?.day ?? null,
    lastDay: inOrder.at(-1)?.day ?? null,
    days: inOrder.length,
    missingDays: Math.max(0, MIN_DAYS - inOrder.length),
    places: Math.max(0, ...inOrder.map(({ places }) => places)),
    cases,
    error: isEnough ? blend / cases : null,
    errorWithout: isEnough ? without / cases : null,
    worse: isEnough ? { value, low: interval?.low ?? null, high: interval?.high ?? null } : null,
    isDecided: interval !== null && interval.low * interval.high > 0,
  }
}

/** The first day that counts (epoch milliseconds of now). */
export function findFirstGainDay(now: number): number {
  return now - GAIN_DAYS * DAY_MS
}

function computeShare(blend: number, without: number): number | null {
  return blend === 0 ? null : without / blend - 1
}
