import { MPS_PER_MPH } from '@isobar/weather'
import type { Units } from './units.ts'

const POINTS = [
  ['N', 'North'],
  ['NNE', 'North-northeast'],
  ['NE', 'NorthEast'],
  ['ENE', 'East-northeast'],
  ['E', 'East'],
  ['ESE', 'East-southeast'],
  ['SE', 'SouthEast'],
  ['SSE', 'South-southeast'],
  ['S', 'South'],
  ['SSW', 'South-southwest'],
  ['SW', 'Southwest'],
  ['WSW', 'West-southwest'],
  ['W', 'West'],
  ['WNW', 'West-northwest'],
  ['NW', 'Northwest'],
  ['NNW', 'North-northwest'],
] as const

/** What OpenWeather's XML calls a wind of less than so many m/s. */
const WINDS = [
  [0.3, 'Setting'],
  [1.6, 'Calm'],
  [3.4, 'Light breeze'],
  [5.5, 'Gentle Breeze'],
  [8, 'Moderate breeze'],
  [10.8, 'Fresh Breeze'],
  [13.9, 'Strong breeze'],
  [17.2, 'High wind, near gale'],
  [20.8, 'Gale'],
  [24.5, 'Severe Gale'],
  [28.5, 'Storm'],
  [32.7, 'Violent Storm'],
  [Infinity, 'Hurricane'],
] as const

/** A direction in degrees as OpenWeather's XML names it; nothing if it is unknown. */
export function describeWindDirection(degrees: number | undefined): { readonly code?: string; readonly name?: string } {
  if (degrees === undefined) return {}
  const [code, name] = POINTS[Math.round(degrees / 22.5) % POINTS.length] as (typeof POINTS)[number]
  return { code, name }
}

/** The word for a speed in the units of the request; undefined if it is unknown. */
export function describeWind(speed: number | undefined, units: Units): string | undefined {
  if (speed === undefined) return undefined
  const mps = units === 'imperial' ? speed * MPS_PER_MPH : speed
  return WINDS.find(([below]) => mps < below)?.[1]
}
