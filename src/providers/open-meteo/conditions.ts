import type { Condition } from '../../domain/condition.ts'

/**
 * WMO codes as Open-Meteo uses them (documentation, "WMO Weather interpretation codes"). Violent or heavy showers are heavy rain or snow:
 * the amount matters more to a reader than the kind.
 */
const CONDITION_BY_CODE: ReadonlyMap<number, Condition> = new Map<number, Condition>([
  [0, 'clear'],
  [1, 'mostly_clear'],
  [2, 'partly_cloudy'],
  [3, 'overcast'],
  // Fog, depositing rime fog.
  [45, 'fog'],
  [48, 'fog'],
  // Drizzle: light, moderate, dense; freezing: light, dense.
  [51, 'drizzle'],
  [53, 'drizzle'],
  [55, 'drizzle'],
  [56, 'freezing_drizzle'],
  [57, 'freezing_drizzle'],
  // Rain: slight, moderate, heavy; freezing: light, heavy.
  [61, 'light_rain'],
  [63, 'rain'],
  [65, 'heavy_rain'],
  [66, 'freezing_rain'],
  [67, 'freezing_rain'],
  // Snow: slight, moderate, heavy; 77 snow grains.
  [71, 'light_snow'],
  [73, 'snow'],
  [75, 'heavy_snow'],
  [77, 'light_snow'],
  // Showers of rain: slight, moderate, violent; of snow: slight, heavy.
  [80, 'rain_showers'],
  [81, 'rain_showers'],
  [82, 'heavy_rain'],
  [85, 'snow_showers'],
  [86, 'heavy_snow'],
  // Thunderstorm: alone, with slight hail, with heavy hail.
  [95, 'thunderstorm'],
  [96, 'thunderstorm_hail'],
  [99, 'thunderstorm_hail'],
])

/** The condition of a WMO code; null for an undocumented code. */
export function conditionOfCode(code: number | null): Condition | null {
  return code === null ? null : (CONDITION_BY_CODE.get(code) ?? null)
}
