import type { WeatherState } from './weather.ts'

export interface Box {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** A warning set by hand, as PUT /__simulator/conditions takes it. Times are epoch milliseconds. */
export interface ForcedAlert {
  readonly event: string
  readonly severity: string
  readonly issuedAt: number
  readonly start: number
  readonly end: number
  /** Infinity if it is not called off. */
  readonly cancelledAt: number
  readonly sender: string | null
  readonly description: string
  readonly instruction: string | null
  readonly tags: readonly string[]
}

/** Weather or a warning forced in a box, between two instants (epoch milliseconds). */
export interface ForcedCondition {
  readonly id: string
  readonly box: Box
  readonly from: number
  readonly to: number
  readonly weather: Partial<WeatherState> | null
  readonly alert: ForcedAlert | null
}

export function contains(box: Box, lat: number, lon: number): boolean {
  if (lat < box.south || lat > box.north) return false
  return box.west <= box.east ? lon >= box.west && lon <= box.east : lon >= box.west || lon <= box.east
}

/**
 * Applies the forced values to a state and keeps the rest consistent with them: dew point below temperature, gusts above wind,
 * cloud where it rains.
 */
export function force(state: WeatherState, weather: Partial<WeatherState>): WeatherState {
  const next = { ...state, ...weather }
  if (weather.thunder === true && weather.precipitation === undefined) next.precipitation = Math.max(6, state.precipitation)
  if (weather.thunder === true && weather.convective === undefined) next.convective = 1
  if (weather.temperature !== undefined && weather.dewPoint === undefined)
    next.dewPoint = weather.temperature - (state.temperature - state.dewPoint)
  if (weather.temperature !== undefined && weather.snowShare === undefined)
    next.snowShare = Math.max(0, Math.min(1, (1.6 - next.temperature) / 2))
  next.dewPoint = Math.min(next.dewPoint, next.temperature)
  next.windGust = weather.windGust ?? Math.max(state.windGust, next.windSpeed * 1.4)
  if (next.windSpeed > next.windGust) next.windSpeed = next.windGust
  if (next.precipitation > 0 && weather.cloud === undefined) next.cloud = Math.max(next.cloud, 90)
  if (weather.fog === true && weather.visibility === undefined) next.visibility = Math.min(next.visibility, 300)
  if (weather.precipitation !== undefined || weather.thunder === true) next.wetness = next.precipitation > 0 ? 0.6 : -0.6
  return next
}
