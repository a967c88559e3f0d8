/** The closed list of conditions, from mildest to worst within each family. */
export const CONDITIONS = [
  'clear',
  'mostly_clear',
  'partly_cloudy',
  'mostly_cloudy',
  'overcast',
  'haze',
  'mist',
  'fog',
  'drizzle',
  'light_rain',
  'rain',
  'heavy_rain',
  'rain_showers',
  'freezing_drizzle',
  'freezing_rain',
  'sleet',
  'light_snow',
  'snow',
  'heavy_snow',
  'snow_showers',
  'hail',
  'thunderstorm',
  'thunderstorm_hail',
  'dust',
  'smoke',
  'ash',
  'squall',
  'tornado',
] as const

export type Condition = (typeof CONDITIONS)[number]

/** Conditions without precipitation. */
export const DRY_CONDITIONS: readonly Condition[] = [
  'clear',
  'mostly_clear',
  'partly_cloudy',
  'mostly_cloudy',
  'overcast',
  'haze',
  'mist',
  'fog',
  'dust',
  'smoke',
  'ash',
]

/** Skies without any weather, from none to all of it covered. */
export const SKY_CONDITIONS: readonly Condition[] = ['clear', 'mostly_clear', 'partly_cloudy', 'mostly_cloudy', 'overcast']

/**
 * The condition of a dry sky by its cloud cover in percent, in eighths as observers count them (WMO): 0 clear, 1–2 few, 3–4 scattered, 5–7
 * broken, 8 overcast.
 */
export function gradeCloudCover(percent: number): Condition {
  const eighths = Math.round(percent / 12.5)
  if (eighths <= 0) return 'clear'
  if (eighths <= 2) return 'mostly_clear'
  if (eighths <= 4) return 'partly_cloudy'
  return eighths <= 7 ? 'mostly_cloudy' : 'overcast'
}
