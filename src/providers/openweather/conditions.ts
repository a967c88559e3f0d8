import type { Condition } from '../../domain/condition.ts'

/**
 * OpenWeather condition ids, after the documentation page "Weather conditions". Heavy showers are heavy rain or snow: the amount matters
 * more to a reader than the kind. Hail has no id.
 */
const CONDITION_BY_ID: ReadonlyMap<number, Condition> = new Map<number, Condition>([
  // Thunderstorm: with rain, alone, with drizzle.
  [200, 'thunderstorm'],
  [201, 'thunderstorm'],
  [202, 'thunderstorm'],
  [210, 'thunderstorm'],
  [211, 'thunderstorm'],
  [212, 'thunderstorm'],
  [221, 'thunderstorm'],
  [230, 'thunderstorm'],
  [231, 'thunderstorm'],
  [232, 'thunderstorm'],
  // Drizzle; 313 and 314 are shower rain and drizzle.
  [300, 'drizzle'],
  [301, 'drizzle'],
  [302, 'drizzle'],
  [310, 'drizzle'],
  [311, 'drizzle'],
  [312, 'drizzle'],
  [313, 'rain_showers'],
  [314, 'rain_showers'],
  [321, 'drizzle'],
  // Rain: light, moderate, heavy, very heavy, extreme; freezing; showers.
  [500, 'light_rain'],
  [501, 'rain'],
  [502, 'heavy_rain'],
  [503, 'heavy_rain'],
  [504, 'heavy_rain'],
  [511, 'freezing_rain'],
  [520, 'rain_showers'],
  [521, 'rain_showers'],
  [522, 'heavy_rain'],
  [531, 'rain_showers'],
  // Snow; 611–613 sleet, 615 and 616 rain and snow together; showers.
  [600, 'light_snow'],
  [601, 'snow'],
  [602, 'heavy_snow'],
  [611, 'sleet'],
  [612, 'sleet'],
  [613, 'sleet'],
  [615, 'sleet'],
  [616, 'sleet'],
  [620, 'snow_showers'],
  [621, 'snow_showers'],
  [622, 'heavy_snow'],
  // Atmosphere; 731 dust whirls, 751 sand.
  [701, 'mist'],
  [711, 'smoke'],
  [721, 'haze'],
  [731, 'dust'],
  [741, 'fog'],
  [751, 'dust'],
  [761, 'dust'],
  [762, 'ash'],
  [771, 'squall'],
  [781, 'tornado'],
  // Clouds: 11–25 %, 25–50 %, 51–84 %, 85–100 %.
  [800, 'clear'],
  [801, 'mostly_clear'],
  [802, 'partly_cloudy'],
  [803, 'mostly_cloudy'],
  [804, 'overcast'],
])

/** The condition of an OpenWeather id; null for an undocumented id. */
export function conditionOfId(id: number | null): Condition | null {
  return id === null ? null : (CONDITION_BY_ID.get(id) ?? null)
}
