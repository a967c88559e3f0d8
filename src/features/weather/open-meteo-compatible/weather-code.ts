import { type Condition, type Measurements, gradeCloudCover } from '@isobar/weather'

/** The WMO codes that their documentation lists; clients know no others. */
const DOCUMENTED = new Set([0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99])

/**
 * The code of each condition: of several, the mildest. Null: the list has none (WMO has codes for haze, dust and the like, which they do not
 * use), and the sky alone is stated.
 */
const CODES: Readonly<Record<Condition, number | null>> = {
  clear: 0,
  mostly_clear: 1,
  partly_cloudy: 2,
  // 3 is more than half of the sky.
  mostly_cloudy: 3,
  overcast: 3,
  haze: null,
  mist: 45,
  fog: 45,
  drizzle: 51,
  light_rain: 61,
  rain: 63,
  heavy_rain: 65,
  rain_showers: 80,
  freezing_drizzle: 56,
  freezing_rain: 66,
  // Rain and snow mixed has no code of its own; showers of snow come nearest without claiming ice on the ground.
  sleet: 85,
  light_snow: 71,
  snow: 73,
  heavy_snow: 75,
  snow_showers: 85,
  hail: 96,
  thunderstorm: 95,
  thunderstorm_hail: 96,
  dust: null,
  smoke: null,
  ash: null,
  squall: null,
  tornado: 95,
}

/** The WMO code of a point; a source's own code is passed on if it is one of theirs. Null if nothing is known of the weather. */
export function findWmoCode({ condition, providerCode, cloudCover }: Pick<Measurements, 'condition' | 'providerCode' | 'cloudCover'>) {
  if (providerCode !== null && DOCUMENTED.has(providerCode)) return providerCode
  if (condition === null) return null
  return CODES[condition] ?? (cloudCover === null ? null : CODES[gradeCloudCover(cloudCover)])
}
