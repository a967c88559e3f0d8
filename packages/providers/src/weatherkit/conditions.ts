import { type Condition, gradeCloudCover } from '@isobar/weather'
import { gradeRain } from '../amounts.ts'
import { buildConditionLookup } from '../codes.ts'
import { type Json, readNumber } from '../json.ts'

/**
 * The condition of Apple's name; null for wind, temperature and unknown ones. The REST documentation does not list the names: they are those of
 * its Swift documentation, with a capital (recorded).
 */
export const conditionOfName = buildConditionLookup<string>({
  clear: ['Clear'],
  mostly_clear: ['MostlyClear'],
  partly_cloudy: ['PartlyCloudy'],
  mostly_cloudy: ['MostlyCloudy'],
  overcast: ['Cloudy'],
  haze: ['Haze'],
  fog: ['Foggy'],
  smoke: ['Smoky'],
  dust: ['BlowingDust'],
  drizzle: ['Drizzle'],
  rain: ['Rain'],
  // Of storms, the rain is the part that conditions can say.
  heavy_rain: ['HeavyRain', 'TropicalStorm', 'Hurricane'],
  rain_showers: ['SunShowers'],
  freezing_drizzle: ['FreezingDrizzle'],
  freezing_rain: ['FreezingRain'],
  sleet: ['Sleet', 'WintryMix'],
  light_snow: ['Flurries'],
  snow_showers: ['SunFlurries'],
  snow: ['Snow', 'BlowingSnow'],
  heavy_snow: ['HeavySnow', 'Blizzard'],
  hail: ['Hail'],
  thunderstorm: ['IsolatedThunderstorms', 'ScatteredThunderstorms', 'Thunderstorms', 'StrongStorms'],
})

/** Names of wind and temperature, which take precedence over rain and sky (recorded: `Windy` in snow). */
const NO_CONDITIONS: ReadonlySet<unknown> = new Set(['Breezy', 'Windy', 'Hot', 'Frigid'])
/** Recorded: with less in an hour, most names are those of the sky. */
const WET_MM = 0.5

/** The condition of an hour or of now: under a name that is none, what falls in the hour, or the sky. */
export function readWeatherKitCondition(point: Json): Condition | null {
  if (!NO_CONDITIONS.has(point['conditionCode'])) return conditionOfName(point['conditionCode'])
  const [amount, cover] = [readNumber(point['precipitationAmount']) ?? 0, readNumber(point['cloudCover'])]
  if (amount >= WET_MM && point['precipitationType'] === 'snow') return 'snow'
  if (amount >= WET_MM && point['precipitationType'] === 'rain') return gradeRain(amount)
  return cover === null ? null : gradeCloudCover(cover * 100)
}
