import { buildConditionLookup } from '../codes.ts'

/**
 * The condition of a WMO code as Open-Meteo uses them (documentation, "WMO Weather interpretation codes"); null for an undocumented code.
 * Violent or heavy showers are heavy rain or snow: the amount matters more to a reader than the kind.
 */
export const conditionOfCode = buildConditionLookup<number>({
  clear: [0],
  mostly_clear: [1],
  partly_cloudy: [2],
  overcast: [3],
  // Fog, depositing rime fog.
  fog: [45, 48],
  // Each light, moderate, dense.
  drizzle: [51, 53, 55],
  freezing_drizzle: [56, 57],
  light_rain: [61],
  rain: [63],
  heavy_rain: [65, 82],
  freezing_rain: [66, 67],
  // Slight snow, snow grains.
  light_snow: [71, 77],
  snow: [73],
  heavy_snow: [75, 86],
  // Slight, moderate.
  rain_showers: [80, 81],
  snow_showers: [85],
  thunderstorm: [95],
  // With slight, with heavy hail.
  thunderstorm_hail: [96, 99],
})
