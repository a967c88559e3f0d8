import type { Pollen } from '../air/air.ts'
import { formatInstant, type Instant } from '../instant.ts'
import type { ForecastHazardName } from './hazard.ts'
import { chooseWorseMeasure } from './measure.ts'

/** What a level stands for: an index of air quality with its value, or a plant with its mean of 24 hours in grains/m³. */
export interface LevelDetail {
  readonly of: 'europeanIndex' | 'usIndex' | Pollen
  readonly value: number
}

/** A period in which a forecast shows a hazard, with its measure; null if the hazard has none. */
export interface Step {
  readonly startMs: number
  readonly endMs: number
  readonly value: number | null
  /** Probability of precipitation, 0–1, for a hazard that comes with it. */
  readonly probability?: number | null
  /** For a hazard whose measure is a level. */
  readonly detail?: LevelDetail
}

/** A hazard that a forecast shows, from its first hour to the end of its last. */
export interface ForecastHazard {
  readonly hazard: ForecastHazardName
  readonly start: Instant
  readonly end: Instant
  /** The worst that is still to come, in the canonical unit (see `toCanonicalThreshold`); null for a hazard without a measure. */
  readonly peak: number | null
  /** Start of the step with the peak; for snow, the first hour with snow of the heaviest 24. */
  readonly peakAt: Instant
  /** For a hazard whose measure is a level: what its highest is. */
  readonly detail?: LevelDetail
  /** The highest probability still to come, 0–1; only for a hazard that comes with precipitation, if the source states it. */
  readonly probability?: number
  /** False if it is present in the source's first step, so it may have begun earlier. */
  readonly isStartKnown: boolean
  /** False if it is present in the source's last step, so it may continue. */
  readonly isEndKnown: boolean
}

/** Joins consecutive steps that are at most `maxGapMs` apart. `steps` must be sorted. */
export function joinSteps(steps: readonly Step[], maxGapMs: number): Step[][] {
  const spells: Step[][] = []
  for (const step of steps) {
    const last = spells.at(-1)
    if (last !== undefined && step.startMs - (last.at(-1) as Step).endMs <= maxGapMs) last.push(step)
    else spells.push([step])
  }
  return spells
}

/** The extent of a source's steps: start of the first, end of the last. */
export interface Extent {
  readonly firstMs: number
  readonly lastMs: number
}

/** A spell of at least one step as of `from`: the peak is taken from steps that are not over. Null if the whole spell is over. */
export function toForecastHazard(hazard: ForecastHazardName, spell: readonly Step[], from: number, extent: Extent): ForecastHazard | null {
  const [first, last] = [spell[0], spell.at(-1)]
  const ahead = spell.filter(({ endMs }) => endMs > from)
  const top = findWorstByMeasure(hazard, ahead, (step) => step)
  if (first === undefined || last === undefined || top === undefined) return null
  const probabilities = ahead.flatMap(({ probability }) => probability ?? [])
  return {
    hazard,
    ...(probabilities.length === 0 ? {} : { probability: Math.max(...probabilities) }),
    start: formatInstant(first.startMs),
    end: formatInstant(last.endMs),
    peak: top.value,
    peakAt: formatInstant(top.startMs),
    ...(top.detail === undefined ? {} : { detail: top.detail }),
    isStartKnown: first.startMs > extent.firstMs,
    isEndKnown: last.endMs < extent.lastMs,
  }
}

/** A hazard's measure in the canonical unit, null if it has none, and what it stands for if it is a level. */
interface Measure {
  readonly value: number | null
  readonly detail?: LevelDetail | undefined
}

/** The one with the worst measure, of equals the first; undefined without any. */
export function findWorstByMeasure<One>(
  hazard: ForecastHazardName,
  all: readonly One[],
  measureOf: (one: One) => Measure,
): One | undefined {
  const [first, ...others] = all
  if (first === undefined) return undefined
  return others.reduce((worst, one) => (isWorse(hazard, measureOf(one), measureOf(worst)) ? one : worst), first)
}

/** Whether a measure is worse than another; of the same level, the one with the higher value. */
function isWorse(hazard: ForecastHazardName, measure: Measure, than: Measure): boolean {
  if (measure.value === null || than.value === null) return measure.value !== null
  if (measure.value === than.value) return (measure.detail?.value ?? 0) > (than.detail?.value ?? 0)
  return chooseWorseMeasure(hazard, measure.value, than.value) === measure.value
}
