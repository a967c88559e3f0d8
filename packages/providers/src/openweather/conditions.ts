import { buildConditionLookup } from '../codes.ts'

/**
 * The condition of an OpenWeather id, after the documentation page "Weather conditions"; null for an undocumented id. Heavy showers are heavy
 * rain or snow: the amount matters more to a reader than the kind. Hail has no id.
 */
export const conditionOfId = buildConditionLookup<number>({
  // With rain, alone, with drizzle.
  thunderstorm: [200, 201, 202, 210, 211, 212, 221, 230, 231, 232],
  drizzle: [300, 301, 302, 310, 311, 312, 321],
  light_rain: [500],
  rain: [501],
  // Heavy, very heavy, extreme; heavy showers.
  heavy_rain: [502, 503, 504, 522],
  freezing_rain: [511],
  // 313 and 314 are shower rain and drizzle.
  rain_showers: [313, 314, 520, 521, 531],
  light_snow: [600],
  snow: [601],
  heavy_snow: [602, 622],
  // 615 and 616 are rain and snow together.
  sleet: [611, 612, 613, 615, 616],
  snow_showers: [620, 621],
  mist: [701],
  smoke: [711],
  haze: [721],
  // Dust whirls, sand, dust.
  dust: [731, 751, 761],
  fog: [741],
  ash: [762],
  squall: [771],
  tornado: [781],
  clear: [800],
  // Clouds: 11–25 %, 25–50 %, 51–84 %, 85–100 %.
  mostly_clear: [801],
  partly_cloudy: [802],
  mostly_cloudy: [803],
  overcast: [804],
})
