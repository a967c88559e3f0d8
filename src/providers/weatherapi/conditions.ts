import type { Condition } from '../../domain/condition.ts'

/** What a condition code says. */
export interface CodeMeaning {
  readonly condition: Condition
  /** What falls under it; null: nothing, or something else. */
  readonly falls: 'rain' | 'snow' | null
}

const dry = (condition: Condition): CodeMeaning => ({ condition, falls: null })
const rain = (condition: Condition): CodeMeaning => ({ condition, falls: 'rain' })
const snow = (condition: Condition): CodeMeaning => ({ condition, falls: 'snow' })

/** The documented codes. "Patchy … possible" counts as what it names: the probability says how likely it is. */
const BY_CODE: ReadonlyMap<number, CodeMeaning> = new Map([
  [1000, dry('clear')],
  [1003, dry('partly_cloudy')],
  [1006, dry('mostly_cloudy')],
  [1009, dry('overcast')],
  [1030, dry('mist')],
  [1063, rain('light_rain')],
  [1066, snow('light_snow')],
  [1069, dry('sleet')],
  [1072, dry('freezing_drizzle')],
  [1087, rain('thunderstorm')],
  // Blowing snow, blizzard.
  [1114, snow('snow')],
  [1117, snow('heavy_snow')],
  [1135, dry('fog')],
  [1147, dry('fog')],
  [1150, rain('drizzle')],
  [1153, rain('drizzle')],
  [1168, dry('freezing_drizzle')],
  [1171, dry('freezing_drizzle')],
  [1180, rain('light_rain')],
  [1183, rain('light_rain')],
  [1186, rain('rain')],
  [1189, rain('rain')],
  [1192, rain('heavy_rain')],
  [1195, rain('heavy_rain')],
  [1198, dry('freezing_rain')],
  [1201, dry('freezing_rain')],
  [1204, dry('sleet')],
  [1207, dry('sleet')],
  [1210, snow('light_snow')],
  [1213, snow('light_snow')],
  [1216, snow('snow')],
  [1219, snow('snow')],
  [1222, snow('heavy_snow')],
  [1225, snow('heavy_snow')],
  // Ice pellets, which are sleet in the United States.
  [1237, dry('sleet')],
  [1240, rain('rain_showers')],
  [1243, rain('rain_showers')],
  [1246, rain('heavy_rain')],
  [1249, dry('sleet')],
  [1252, dry('sleet')],
  [1255, snow('snow_showers')],
  [1258, snow('snow_showers')],
  [1261, dry('sleet')],
  [1264, dry('sleet')],
  [1273, rain('thunderstorm')],
  [1276, rain('thunderstorm')],
  [1279, snow('thunderstorm')],
  [1282, snow('thunderstorm')],
])

/** The meaning of a code; null for an unknown one. */
export function meaningOf(code: unknown): CodeMeaning | null {
  return typeof code === 'number' ? (BY_CODE.get(code) ?? null) : null
}
