export const PRECIPITATION_INTENSITIES = ['light', 'moderate', 'heavy', 'violent'] as const
export type PrecipitationIntensity = (typeof PRECIPITATION_INTENSITIES)[number]

/**
 * The class of a non-zero rate in mm/h: light below 2.5, moderate below 10, heavy below 50, otherwise violent. Source: WMO-No. 8, Guide to
 * Instruments and Methods of Observation, volume I, chapter 14 (intensity of rain).
 */
export function precipitationIntensity(mmPerHour: number): PrecipitationIntensity {
  if (mmPerHour < 2.5) return 'light'
  if (mmPerHour < 10) return 'moderate'
  return mmPerHour < 50 ? 'heavy' : 'violent'
}
