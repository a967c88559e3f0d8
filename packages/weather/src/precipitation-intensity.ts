/** From the weakest to the strongest. */
export const PRECIPITATION_INTENSITIES = ['light', 'moderate', 'heavy', 'violent'] as const
export type PrecipitationIntensity = (typeof PRECIPITATION_INTENSITIES)[number]

/** Lower rates, in mm/h, are traces and count as dry: in an hour they leave less than the smallest amount that a gauge reports. */
export const TRACE_MM_PER_HOUR = 0.1

/**
 * The rates in mm/h of water from which a fall is moderate, heavy and violent. Source: WMO-No. 8, Guide to Instruments and Methods of
 * Observation, volume I, chapter 14 (intensity of precipitation), edition of 2018, compared on 2026-11-29. It has no violent snow.
 */
export const INTENSITY_SCALES = {
  rain: { moderate: 2.5, heavy: 10, violent: 50 },
  snow: { moderate: 1, heavy: 5, violent: Infinity },
} as const

/** The class of a non-zero rate in mm/h of water, by the scale of what falls. */
export function gradePrecipitation(falls: keyof typeof INTENSITY_SCALES, mmPerHour: number): PrecipitationIntensity {
  const { moderate, heavy, violent } = INTENSITY_SCALES[falls]
  if (mmPerHour >= violent) return 'violent'
  if (mmPerHour >= heavy) return 'heavy'
  return mmPerHour >= moderate ? 'moderate' : 'light'
}

/** The stronger of two classes; null: none. */
export function chooseStrongerIntensity(a: PrecipitationIntensity | null, b: PrecipitationIntensity | null): PrecipitationIntensity | null {
  return rankIntensity(a) >= rankIntensity(b) ? a : b
}

/** 0 for none, 1 (light) … 4 (violent). */
export function rankIntensity(intensity: PrecipitationIntensity | null): number {
  return intensity === null ? 0 : PRECIPITATION_INTENSITIES.indexOf(intensity) + 1
}
