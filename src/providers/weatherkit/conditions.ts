import { type Condition, conditionOfCloudCover } from '../../domain/condition.ts'
import { rainAt } from '../amounts.ts'
import { type Json, numberOf } from '../json.ts'

/** Apple's names of conditions, which the REST documentation does not list: those of its Swift documentation, with a capital (recorded). */
const BY_NAME: ReadonlyMap<unknown, Condition> = new Map([
  ['Clear', 'clear'],
  ['MostlyClear', 'mostly_clear'],
  ['PartlyCloudy', 'partly_cloudy'],
  ['MostlyCloudy', 'mostly_cloudy'],
  ['Cloudy', 'overcast'],
  ['Haze', 'haze'],
  ['Foggy', 'fog'],
  ['Smoky', 'smoke'],
  ['BlowingDust', 'dust'],
  ['Drizzle', 'drizzle'],
  ['Rain', 'rain'],
  ['HeavyRain', 'heavy_rain'],
  ['SunShowers', 'rain_showers'],
  // Whose rain is the part of them that conditions can say.
  ['TropicalStorm', 'heavy_rain'],
  ['Hurricane', 'heavy_rain'],
  ['FreezingDrizzle', 'freezing_drizzle'],
  ['FreezingRain', 'freezing_rain'],
  ['Sleet', 'sleet'],
  ['WintryMix', 'sleet'],
  ['Flurries', 'light_snow'],
  ['SunFlurries', 'snow_showers'],
  ['Snow', 'snow'],
  ['BlowingSnow', 'snow'],
  ['HeavySnow', 'heavy_snow'],
  ['Blizzard', 'heavy_snow'],
  ['Hail', 'hail'],
  ['IsolatedThunderstorms', 'thunderstorm'],
  ['ScatteredThunderstorms', 'thunderstorm'],
  ['Thunderstorms', 'thunderstorm'],
  ['StrongStorms', 'thunderstorm'],
])

/** Names of wind and temperature, which take precedence over rain and sky (recorded: `Windy` in snow). */
const NO_CONDITIONS: ReadonlySet<unknown> = new Set(['Breezy', 'Windy', 'Hot', 'Frigid'])
/** Recorded: with less in an hour, most names are those of the sky. */
const WET_MM = 0.5

/** The condition of a name; null for wind, temperature and unknown ones. */
export function conditionOfName(name: unknown): Condition | null {
  return BY_NAME.get(name) ?? null
}

/** The condition of an hour or of now: under a name that is none, what falls in the hour, or the sky. */
export function conditionOf(point: Json): Condition | null {
  if (!NO_CONDITIONS.has(point['conditionCode'])) return conditionOfName(point['conditionCode'])
  const [amount, cover] = [numberOf(point['precipitationAmount']) ?? 0, numberOf(point['cloudCover'])]
  if (amount >= WET_MM && point['precipitationType'] === 'snow') return 'snow'
  if (amount >= WET_MM && point['precipitationType'] === 'rain') return rainAt(amount)
  return cover === null ? null : conditionOfCloudCover(cover * 100)
}
