import { type Condition, gradeCloudCover } from './condition.ts'
import type { Measurements } from './model.ts'
import { CONDITION_FALLS } from './outlook/severity.ts'
import { gradePrecipitation } from './precipitation-intensity.ts'

type Amounts = Pick<Measurements, 'precipitation' | 'rain' | 'snow'>

/**
 * The weather that amounts (mm in an hour), temperature (°C) and clouds amount to, for a source that has no word for it; null if neither amounts
 * nor clouds are known.
 */
export function deduceCondition(
  { precipitation, rain, snow, cloudCover }: Amounts & Pick<Measurements, 'cloudCover'>,
  temperature: number | null,
): Condition | null {
  const amount = precipitation ?? (rain === null && snow === null ? null : (rain ?? 0) + (snow ?? 0))
  if (amount !== null && amount > 0) {
    const isSnow = snow === null ? rain === null && temperature !== null && temperature <= 0 : snow > 0
    if (isSnow && (rain ?? 0) > 0) return 'sleet'
    const intensity = gradePrecipitation(isSnow ? 'snow' : 'rain', amount)
    const [light, moderate, heavy] = isSnow
      ? (['light_snow', 'snow', 'heavy_snow'] as const)
      : (['light_rain', 'rain', 'heavy_rain'] as const)
    if (intensity === 'light') return light
    return intensity === 'moderate' ? moderate : heavy
  }
  return cloudCover === null ? null : gradeCloudCover(cloudCover)
}

/**
 * Rain and snow as water in mm, where a source states only one of them and the sum, or only the sum: then the condition says which it was. Null:
 * unknown.
 */
export function splitPrecipitation({ precipitation, rain, snow, condition }: Amounts & Pick<Measurements, 'condition'>): {
  readonly rain: number | null
  readonly snow: number | null
} {
  const rest = (part: number | null): number | null => (precipitation === null || part === null ? null : Math.max(0, precipitation - part))
  if (rain !== null || snow !== null) return { rain: rain ?? rest(snow), snow: snow ?? rest(rain) }
  if (precipitation === null || precipitation === 0) return { rain: precipitation, snow: precipitation }
  const isSnow = condition !== null && CONDITION_FALLS[condition]?.[0] === 'snow'
  return isSnow ? { rain: 0, snow: precipitation } : { rain: precipitation, snow: 0 }
}
