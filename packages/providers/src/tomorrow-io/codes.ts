import { buildConditionLookup } from '../codes.ts'

/**
 * The condition of a documented weather code, null for an unknown one. 1000 sky, 2000 fog, 4000 rain, 5000 snow, 6000 freezing rain, 7000 ice
 * pellets, which are sleet in the United States, 8000 thunder.
 */
export const conditionOfCode = buildConditionLookup<number>({
  clear: [1000],
  mostly_clear: [1100],
  partly_cloudy: [1101],
  mostly_cloudy: [1102],
  overcast: [1001],
  fog: [2000],
  mist: [2100],
  drizzle: [4000],
  light_rain: [4200],
  rain: [4001],
  heavy_rain: [4201],
  // Flurries, light snow.
  light_snow: [5001, 5100],
  snow: [5000],
  heavy_snow: [5101],
  freezing_drizzle: [6000],
  freezing_rain: [6200, 6001, 6201],
  sleet: [7102, 7000, 7101],
  thunderstorm: [8000],
})
