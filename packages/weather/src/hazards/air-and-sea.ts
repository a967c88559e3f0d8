import { chooseLocalAirIndex } from '../air/air-series.ts'
import { type AirPoint, computeAirMean, POLLEN, type PollenCounts } from '../air/air.ts'
import { toAirLevel, findWorstPollen } from '../air/levels.ts'
import { type CalendarDay, parseInstant } from '../instant.ts'
import { toCalendarDay } from '../local-time.ts'
import type { MarinePoint, Series } from '../model.ts'
import { HOUR_MS } from '../time.ts'
import type { ExtraHazard } from './hazard.ts'
import { type LevelDetail, type Step, findWorstByMeasure } from './spells.ts'

/** The air and the sea of a place, as far as one source has them. */
export interface AirAndSea {
  readonly air?: Series<AirPoint> | null
  readonly marine?: Series<MarinePoint> | null
  /** IANA name: decides the index of air quality that counts. */
  readonly timezone?: string | null
}

/** Pollen is graded by the mean of a day, which a night or a shower does not interrupt. */
const POLLEN_HOURS = 24

/** The hours that a source knows something of, with the hazard's measure: a level of air quality or pollen, metres of waves. */
export function listExtraSteps(hazard: ExtraHazard, { air, marine, timezone }: AirAndSea): Step[] {
  switch (hazard) {
    case 'airQuality':
      return (timezone ?? null) === null ? [] : qualitySteps(air?.points ?? [], chooseLocalAirIndex(timezone as string))
    case 'pollen':
      return pollenSteps(air?.points ?? [])
    case 'marine':
      return (marine?.points ?? []).flatMap(({ time, waveHeight }) => (waveHeight === null ? [] : { ...hourOf(time), value: waveHeight }))
  }
}

const hourOf = (time: string) => ({ startMs: parseInstant(time), endMs: parseInstant(time) + HOUR_MS })

function qualitySteps(points: readonly AirPoint[], of: ReturnType<typeof chooseLocalAirIndex>): Step[] {
  return points.flatMap((point) => {
    const index = point[of]
    return index === null ? [] : { ...hourOf(point.time), value: toAirLevel(index.category), detail: { of, value: index.value } }
  })
}

/**
 * The worst plant by the mean of the 24 hours around each hour, of which at least 18 must be known. A forecast has no hours before now: its first
 * half day counts by its first 24 hours.
 */
function pollenSteps(points: readonly AirPoint[]): Step[] {
  const byTime = new Map(points.map(({ time, pollen }) => [parseInstant(time), pollen]))
  const [firstMs = 0] = byTime.keys()
  return points.flatMap(({ time }) => {
    const windowMs = Math.max(firstMs, parseInstant(time) - (POLLEN_HOURS / 2) * HOUR_MS)
    const hours = Array.from({ length: POLLEN_HOURS }, (_, hour) => byTime.get(windowMs + hour * HOUR_MS))
    const means = POLLEN.map((plant) => [plant, computeAirMean(hours.map((counts) => counts?.[plant] ?? null))])
    const worst = findWorstPollen(Object.fromEntries(means) as PollenCounts)
    return worst === null ? [] : { ...hourOf(time), value: worst.level, detail: { of: worst.plant, value: worst.grains } }
  })
}

/** The worst of a hazard on a calendar day of the place, in the unit of its threshold. */
export interface ExtraDay {
  readonly date: CalendarDay
  readonly value: number
  /** What a value that is a level stands for. */
  readonly detail?: LevelDetail
}

/** The days from `from` (epoch milliseconds) on of which a source knows something; of the first, what is still to come. */
export function listExtraDays(hazard: ExtraHazard, forecast: AirAndSea & { readonly timezone: string }, from: number): ExtraDay[] {
  const ahead = listExtraSteps(hazard, forecast).filter(({ endMs }) => endMs > from)
  return [...Map.groupBy(ahead, ({ startMs }) => toCalendarDay(startMs, forecast.timezone))].flatMap(([date, steps]) => {
    const { value = null, detail } = findWorstByMeasure(hazard, steps, (step) => step) ?? {}
    return value === null ? [] : { date, value, ...(detail === undefined ? {} : { detail }) }
  })
}
