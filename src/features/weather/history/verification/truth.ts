import { type HourlyPoint, getDayBounds, isCovered } from '@isobar/weather'
import { HOUR_MS, MINUTE_MS } from '../../../../time.ts'
import type { TruthKind, TruthName, TruthStation } from './model.ts'

/** What a source reported for an instant; amounts cover the 60 minutes before. */
export interface Reading extends Verified {
  readonly source: string
  readonly kind: TruthKind
  /** Where it was measured, if the source has stations. */
  readonly station?: TruthStation | null
  readonly observedAt: Date
}

/** What is compared of an hour. */
export type Verified = Pick<HourlyPoint, 'temperature' | 'windSpeed' | 'windGust' | 'windDirection' | 'precipitation'>

/** Lowest and highest temperature of a day. */
interface Extremes {
  readonly min: number
  readonly max: number
}

/** The readings of one source and kind, indexed by instant and by day. */
export interface Truth {
  readonly name: TruthName
  /** The reading nearest to an instant (epoch milliseconds), if it is near enough. */
  at(epochMs: number): Reading | null
  /** Lowest and highest temperature of a local day; null unless nine tenths of its hours are known. */
  day(date: string): Extremes | null
}

/** Readings are indexed by this step. All valid times are multiples of it: zones differ by quarters of an hour. */
const STEP_MS = 15 * MINUTE_MS
/** How far a reading may be from its instant: stations report within ten minutes; an analysis comes when somebody requests it. */
const WITHIN_MS = { observation: 10 * MINUTE_MS, analysis: 30 * MINUTE_MS - 1 } as const

/** The truths among the readings of a cell, by source and kind. `timezone`: the place's. */
export function listTruths(readings: readonly Reading[], timezone: string): Truth[] {
  const bySource = Map.groupBy(readings, ({ source, kind }) => `${kind} ${source}`)
  return [...bySource.values()].flatMap((own) => (own[0] === undefined ? [] : [truthOf(own[0], own, timezone)]))
}

function truthOf({ source, kind, station = null }: Reading, readings: readonly Reading[], timezone: string): Truth {
  const steps = new Map<number, Reading>()
  for (const reading of readings) {
    const step = Math.round(reading.observedAt.getTime() / STEP_MS) * STEP_MS
    const known = steps.get(step)
    if (known === undefined || distance(reading, step) < distance(known, step)) steps.set(step, reading)
  }
  const days = new Map<string, Extremes | null>()
  const within = WITHIN_MS[kind]
  return {
    name: { source, kind, station },
    at(epochMs) {
      let nearest: Reading | null = null
      for (let step = epochMs - 2 * STEP_MS; step <= epochMs + 2 * STEP_MS; step += STEP_MS) {
        const reading = steps.get(step)
        if (reading === undefined || distance(reading, epochMs) > within) continue
        if (nearest === null || distance(reading, epochMs) < distance(nearest, epochMs)) nearest = reading
      }
      return nearest
    },
    day(date) {
      let known = days.get(date)
      if (known === undefined) days.set(date, (known = extremesOf(readings, date, timezone)))
      return known
    },
  }
}

/** Null unless enough of the day's hours are known. */
function extremesOf(readings: readonly Reading[], date: string, timezone: string): Extremes | null {
  const { startMs, endMs } = getDayBounds(date, timezone)
  const hours = new Set<number>()
  let [min, max] = [Infinity, -Infinity]
  for (const { observedAt, temperature } of readings) {
    const at = observedAt.getTime()
    if (temperature === null || at < startMs || at >= endMs) continue
    hours.add(Math.floor(at / HOUR_MS))
    min = Math.min(min, temperature)
    max = Math.max(max, temperature)
  }
  return isCovered('extremes', hours.size, (endMs - startMs) / HOUR_MS) ? { min, max } : null
}

/**
 * The truth of a place: a station's measurements, if any, from the one with the most readings; or else the primary's analysis. Undefined
 * without either.
 */
export function findMainTruth(truths: readonly Truth[], readings: readonly Reading[], primary: string): Truth | undefined {
  const count = ({ name }: Truth) => readings.filter(({ source, kind }) => source === name.source && kind === name.kind).length
  const stations = truths.filter(({ name }) => name.kind === 'observation').toSorted((a, b) => count(b) - count(a))
  return stations[0] ?? truths.find(({ name }) => name.source === primary)
}

function distance({ observedAt }: Reading, epochMs: number): number {
  return Math.abs(observedAt.getTime() - epochMs)
}
