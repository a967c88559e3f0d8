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
