import type { Instant } from '../instant.ts'
import type { HourlyPoint } from '../model.ts'
import { TRACE_MM_PER_HOUR } from '../precipitation-intensity.ts'
import { roundHalfAway } from '../round.ts'
import { isHour } from '../series.ts'
import { blendChance, type BlendedChance } from './chance.ts'
import { BLEND_BANDS, MIN_CHANCE } from './constants.ts'
import { computeAvailability } from './hours.ts'
import { findBlendBand, type PlaceCoefficients } from './place.ts'
import { type BlendInput, computeLeadHours, matchInputs } from './series.ts'

/** A blended chance of rain of an hour, and what went in. */
export interface BlendedRain {
  readonly time: Instant
  /** By source of the coefficients, as it stated it, 0–1; null: it stated none. */
  readonly stated: readonly (number | null)[]
  readonly blended: BlendedChance
}

const DECIMALS = 2
/** Of what is shown: a blended chance is never certain. */
const [LOWEST, HIGHEST] = [0.01, 0.99]

/** The chance of rain that a source states of an hour, 0–1; null: none, or it is that of a longer step, which is another event. */
export function getHourChance(hour: Pick<HourlyPoint, 'precipitationProbability' | 'stepHours'>): number | null {
  return isHour(hour) ? hour.precipitationProbability : null
}

/**
 * The chances of rain of the base's hours that state one, blended with those of others; leads as for `blendTemperatures`. A source fades by its own chances, which may end
 * before its temperatures. Nothing if the coefficients do not know the base, or know nothing of rain.
 */
export function blendHourlyChances(coefficients: PlaceCoefficients, base: BlendInput, others: readonly BlendInput[]): BlendedRain[] {
  const { sources, events } = coefficients
  if (events.size === 0 || !sources.some(({ id }) => id === base.source)) return []
  const matched = matchInputs(sources, base, others, getHourChance)
  const available = matched.map(({ values: hours, ageHours }) => computeAvailability({ hours, ageHours }, base.hours.length))
  return base.hours.flatMap((hour, at) => {
    const ofBand = events.get(`hourOfRain ${findBlendBand(computeLeadHours(base, hour.time)) ?? BLEND_BANDS.length - 1}`)
    if (ofBand === undefined || getHourChance(hour) === null) return []
    const stated = matched.map(({ values }) => values[at] ?? null)
    const blended = blendChance(
      ofBand,
      stated,
      available.map((each) => each[at] as number),
    )
    return blended === null || !Number.isFinite(blended.chance) ? [] : [{ time: hour.time, stated, blended }]
  })
}

/** Hours with blended chances (0–1, by time); an hour without a chance, or that is a longer step, stays the same object. */
export function addHourChances(hours: readonly HourlyPoint[], chances: ReadonlyMap<Instant, number>): HourlyPoint[] {
  return hours.map((hour) => {
    const chance = chances.get(hour.time)
    if (chance === undefined || getHourChance(hour) === null) return hour
    return { ...hour, precipitationProbability: roundChance(chance, hour.precipitation) }
  })
}

/**
 * A chance as it is shown, in hundredths: never certain, and 0 where the blend is as sure of none as it may be, unless the amount (mm, null: unknown) is
 * wet. So it agrees with any amount (rule `chance`).
 */
export function roundChance(chance: number, precipitation: number | null): number {
  const rounded = chance <= MIN_CHANCE ? 0 : Math.min(HIGHEST, roundHalfAway(chance, DECIMALS))
  return rounded < LOWEST && precipitation !== null && precipitation >= TRACE_MM_PER_HOUR ? LOWEST : rounded
}
