import { amount } from '../../format/measures.ts'
import type { Teller } from './teller.ts'

interface Fall {
  readonly precipitation: number | null
  readonly rain: number | null
  readonly snow: number | null
}

/** The amount of a point; with snow in it, as the water that it is, since readers expect a depth. */
export function fallText({ precipitation, snow }: Fall, unit: string, teller: Teller): string {
  const text = amount(precipitation, unit, teller.locale)
  return precipitation !== null && (snow ?? 0) > 0 ? teller.t('measure.asWater', { amount: text }) : text
}

/** The name of the last hour's amount: rain or snow if it is known which, else both. */
export function lastHourName({ rain, snow }: Fall, { t }: Teller): string {
  const [hasRain, hasSnow] = [(rain ?? 0) > 0, (snow ?? 0) > 0]
  if (hasRain === hasSnow) return t('city.rainLastHour')
  return t(hasRain ? 'city.onlyRainLastHour' : 'city.onlySnowLastHour')
}
