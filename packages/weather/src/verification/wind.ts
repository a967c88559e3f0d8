/** Below this speed a direction means nothing, m/s. */
export const CALM_BELOW = 1.5

/** A wind: speed in m/s, and where it comes from in degrees. */
export interface Wind {
  readonly speed: number | null
  readonly direction: number | null
}

/** Forecast minus truth on the circle, −180 < e ≤ 180 degrees; null when either is calm or unknown. */
export function computeDirectionError(forecast: Wind, truth: Wind): number | null {
  if (!hasDirection(forecast) || !hasDirection(truth)) return null
  const turn = (((forecast.direction - truth.direction) % 360) + 360) % 360
  return turn > 180 ? turn - 360 : turn
}

function hasDirection(wind: Wind): wind is { readonly speed: number; readonly direction: number } {
  return wind.direction !== null && wind.speed !== null && wind.speed >= CALM_BELOW
}
