import type { Point } from '@isobar/weather'

/** The wind at a place: km/h, and the degrees that it comes from; null: unknown. */
export interface TownWind extends Point {
  readonly name: string
  readonly kmh: number
  readonly direction: number | null
}

/** The whole km/h from which each size and colour of arrows holds: Beaufort 0, 4, 6, 8 and 10 (WMO-No. 8, volume I, chapter 5). */
export const WIND_CLASSES_KMH = [0, 20, 39, 62, 89] as const
/** Slower air is calm, whatever its direction. */
export const CALM_KMH = 1

/** The class of a wind by its speed in km/h: an index of `WIND_CLASSES_KMH`. */
export function classifyWind(kmh: number): number {
  return WIND_CLASSES_KMH.findLastIndex((from) => Math.round(kmh) >= from)
}

/** An arrow to where a wind blows; a ring if it is calm or its direction unknown. The style sheet turns, sizes and colours it. */
export function drawWind({ kmh, direction }: Pick<TownWind, 'kmh' | 'direction'>): HTMLElement {
  const mark = document.createElement('i')
  mark.dataset.wind = String(classifyWind(kmh))
  if (direction === null || kmh < CALM_KMH) mark.dataset.calm = ''
  else mark.style.setProperty('--from', String(Math.round(direction)))
  return mark
}
