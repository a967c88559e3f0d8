import type { Interval } from '../climate/series.ts'
import type { WeatherState } from '../climate/weather.ts'

/** The WMO code for a state and the amounts of the `hours` before it. */
export function weatherCode(state: WeatherState, preceding: Interval, hours: number): number {
  const liquid = preceding.rain / hours
  const snow = preceding.snow / hours
  const rate = liquid + snow
  if (preceding.thunder) return rate > 9 ? 96 : 95
  if (rate >= 0.1) {
    const shower = preceding.rainShowers / hours > 0.6 * liquid
    if (preceding.freezing) return liquid < 0.3 ? 56 : liquid < 1 ? 57 : liquid < 2.5 ? 66 : 67
    if (snow > 0.5 * rate) return snow < 0.1 ? 77 : shower && liquid > 0 ? (snow < 0.8 ? 85 : 86) : snow < 0.5 ? 71 : snow < 2 ? 73 : 75
    if (shower) return liquid < 2.5 ? 80 : liquid < 7.6 ? 81 : 82
    if (liquid < 1) return liquid < 0.3 ? 51 : liquid < 0.6 ? 53 : 55
    return liquid < 2.5 ? 61 : liquid < 7.6 ? 63 : 65
  }
  if (state.fog) return state.temperature < 0 ? 48 : 45
  return state.cloud < 12 ? 0 : state.cloud < 38 ? 1 : state.cloud < 70 ? 2 : 3
}

const SEVERITY = [0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 80, 61, 81, 63, 82, 65, 66, 67, 77, 85, 71, 73, 86, 75, 95, 96, 99]

/** The most severe of some codes, which is the day's. */
export function worstCode(codes: readonly number[]): number {
  return codes.reduce((a, b) => (SEVERITY.indexOf(b) > SEVERITY.indexOf(a) ? b : a), 0)
}
