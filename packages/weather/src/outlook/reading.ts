import type { Condition } from '../condition.ts'
import {
  gradePrecipitation,
  type PrecipitationIntensity,
  rankIntensity,
  chooseStrongerIntensity,
  TRACE_MM_PER_HOUR,
} from '../precipitation-intensity.ts'
import { estimateSnowDepth } from '../snow-depth.ts'
import { HOUR_MS } from '../time.ts'
import { CONDITION_FALLS, type FallKind, isFalling, isPhenomenon, type Phenomenon } from './severity.ts'
import type { ForecastStep } from './step.ts'

/** What a step says of what falls and of weather that is named for itself. */
export interface StepReading {
  readonly step: ForecastStep
  readonly kind: FallKind
  /** Null: nothing falls that is worth mentioning. */
  readonly intensity: PrecipitationIntensity | null
  readonly phenomenon: Phenomenon | null
  /** Millimetres of water; null: unknown. */
  readonly waterMm: number | null
  /** Estimated millimetres of fresh snow; null: unknown. */
  readonly snowDepthMm: number | null
}

/** No snow reaches the ground in warmer air: half of what falls is snow at 1 °C on average and at 4.5 °C at most (Jennings and others, Nature Communications 9, 2018). */
const NO_SNOW_ABOVE_C = 6

/**
 * Reads a step. Its class is the strongest that its amounts and its condition support: a mean over the step hides the peaks that the source's
 * word knows of, and a word may lag behind the amount. A step longer than an hour is never called light by its mean.
 */
export function readStep(step: ForecastStep): StepReading {
  const waterMm = sumWater(step)
  const kind = findKind(step)
  const stated = step.condition === null ? undefined : CONDITION_FALLS[step.condition]
  const isWet = (waterMm ?? 0) >= TRACE_MM_PER_HOUR
  const graded = isWet ? gradeAmounts(step, kind, waterMm ?? 0) : null
  const strongest = chooseStrongerIntensity(graded, stated?.[1] ?? null)
  const isLong = step.endMs - step.startMs > HOUR_MS
  const snowMm = kind === 'snow' ? step.snow || waterMm : kind === 'mixed' ? step.snow : null
  return {
    step,
    kind,
    intensity: isLong && strongest === 'light' ? 'moderate' : strongest,
    phenomenon: isPhenomenon(step.condition) ? step.condition : null,
    waterMm,
    snowDepthMm: snowMm === null ? null : estimateSnowDepth(snowMm, step.temperature),
  }
}

/** Whether anything falls in a step that is worth mentioning. */
export function isWetStep(step: ForecastStep): boolean {
  const { intensity, phenomenon } = readStep(step)
  return intensity !== null || (phenomenon !== null && isFalling(phenomenon))
}

/**
 * The condition of an hour by the words of the scales where its amount is stronger than its source's word: an hour of 12 mm is not light rain. Never
 * weaker: a mean over the hour hides its peaks.
 */
export function gradeCondition(hour: ForecastStep): Condition | null {
  const { condition } = hour
  const [kind = 'unknown', stated = null] = (condition === null ? undefined : CONDITION_FALLS[condition]) ?? []
  if (condition === null || stated === null || condition.startsWith('freezing') || (kind !== 'rain' && kind !== 'snow')) return condition
  const reading = readStep(hour)
  if (reading.kind !== kind || rankIntensity(reading.intensity) <= rankIntensity(stated)) return condition
  // Showers stay showers until they are heavy: then the amount matters more to a reader than the kind.
  const isHeavy = rankIntensity(reading.intensity) >= rankIntensity('heavy')
  if (condition.endsWith('showers') && !isHeavy) return condition
  return isHeavy ? `heavy_${kind}` : kind
}

/** The water of a step in mm: its total, or its parts where there is none or it denies them. Null: unknown. */
function sumWater({ precipitation, rain, snow }: ForecastStep): number | null {
  const parts = rain === null && snow === null ? null : (rain ?? 0) + (snow ?? 0)
  if (precipitation === null) return parts
  return precipitation < TRACE_MM_PER_HOUR && parts !== null && parts >= TRACE_MM_PER_HOUR ? parts : precipitation
}

/** By its amounts, of which a trace does not count beside more; else by its condition; else by the temperature. Where amounts and condition differ, it is both. */
function findKind({ rain, snow, condition, temperature }: ForecastStep): FallKind {
  const least = Math.min(TRACE_MM_PER_HOUR, Math.max(rain ?? 0, snow ?? 0))
  const [hasRain, hasSnow] = [(rain ?? 0) > 0 && (rain ?? 0) >= least, (snow ?? 0) > 0 && (snow ?? 0) >= least]
  const [stated] = (condition === null ? undefined : CONDITION_FALLS[condition]) ?? ['unknown']
  const measured: FallKind = hasRain && hasSnow ? 'mixed' : hasSnow ? 'snow' : hasRain ? 'rain' : 'unknown'
  if (measured === 'unknown') {
    if (stated !== 'unknown') return stated
    return temperature !== null && temperature > NO_SNOW_ABOVE_C ? 'rain' : 'unknown'
  }
  const isOnlyThunder = condition === 'thunderstorm'
  return stated === 'unknown' || isOnlyThunder || stated === measured ? measured : 'mixed'
}

/** The class of the mean rates: of rain and snow by their own scales, of what is unknown by that of rain. */
function gradeAmounts({ startMs, endMs, rain, snow }: ForecastStep, kind: FallKind, waterMm: number): PrecipitationIntensity {
  const hours = (endMs - startMs) / HOUR_MS
  if (kind === 'snow') return gradePrecipitation('snow', waterMm / hours)
  if (kind !== 'mixed' || rain === null || snow === null) return gradePrecipitation('rain', waterMm / hours)
  const parts = [rain === 0 ? null : gradePrecipitation('rain', rain / hours), snow === 0 ? null : gradePrecipitation('snow', snow / hours)]
  return (
    chooseStrongerIntensity(chooseStrongerIntensity(parts[0] ?? null, parts[1] ?? null), gradePrecipitation('rain', waterMm / hours)) ??
    'light'
  )
}
