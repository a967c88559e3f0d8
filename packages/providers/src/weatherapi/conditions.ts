import type { Condition } from '@isobar/weather'
import { buildConditionLookup } from '../codes.ts'

/** The condition of a documented code, null for an unknown one. "Patchy … possible" counts as what it names: the probability says how likely it is. */
export const conditionOfCode = buildConditionLookup<number>({
  clear: [1000],
  partly_cloudy: [1003],
  mostly_cloudy: [1006],
  overcast: [1009],
  mist: [1030],
  fog: [1135, 1147],
  drizzle: [1150, 1153],
  light_rain: [1063, 1180, 1183],
  rain: [1186, 1189],
  heavy_rain: [1192, 1195, 1246],
  rain_showers: [1240, 1243],
  freezing_drizzle: [1072, 1168, 1171],
  freezing_rain: [1198, 1201],
  light_snow: [1066, 1210, 1213],
  // 1114 is blowing snow, 1117 a blizzard.
  snow: [1114, 1216, 1219],
  heavy_snow: [1117, 1222, 1225],
  snow_showers: [1255, 1258],
  // 1237, 1261 and 1264 are ice pellets, which are sleet in the United States.
  sleet: [1069, 1204, 1207, 1237, 1249, 1252, 1261, 1264],
  thunderstorm: [1087, 1273, 1276, 1279, 1282],
})

const SNOW_WITH_THUNDER = new Set<unknown>([1279, 1282])
const RAIN = new Set<Condition | null>(['drizzle', 'light_rain', 'rain', 'heavy_rain', 'rain_showers', 'thunderstorm'])
const SNOW = new Set<Condition | null>(['light_snow', 'snow', 'heavy_snow', 'snow_showers'])

/** What falls under a code; null: nothing, or something else. */
export function findPrecipitationKind(code: unknown): 'rain' | 'snow' | null {
  const condition = conditionOfCode(code)
  if (SNOW.has(condition) || SNOW_WITH_THUNDER.has(code)) return 'snow'
  return RAIN.has(condition) ? 'rain' : null
}
