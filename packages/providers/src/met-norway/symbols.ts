import type { Condition } from '@isobar/weather'

/** What a weather symbol says. */
export interface MetSymbol {
  readonly condition: Condition
  /** What falls; null: nothing. */
  readonly falls: 'rain' | 'sleet' | 'snow' | null
  /** From the suffix; null for the symbols that look the same by day and by night. */
  readonly isDay: boolean | null
}

const SKY: Readonly<Record<string, Condition>> = {
  clearsky: 'clear',
  fair: 'mostly_clear',
  partlycloudy: 'partly_cloudy',
  cloudy: 'overcast',
  fog: 'fog',
}
/** Two are misspelt in the service: `lightssleetshowersandthunder` and `lightssnowshowersandthunder`. */
const SYMBOL =
  /^(?:(clearsky|fair|partlycloudy|cloudy|fog)|(?:(lights?|heavy)?(rain|sleet|snow))(showers)?(andthunder)?)(?:_(day|night|polartwilight))?$/

/** A symbol code by its parts; null for one that is not documented. In polar twilight the sun is below the horizon. */
export function readSymbol(code: unknown): MetSymbol | null {
  const match = typeof code === 'string' ? SYMBOL.exec(code) : null
  if (match === null) return null
  const [, sky, strength, falls, showers, thunder, suffix] = match
  const isDay = suffix === undefined ? null : suffix === 'day'
  if (sky !== undefined) return { condition: SKY[sky] as Condition, falls: null, isDay }
  const what = falls as 'rain' | 'sleet' | 'snow'
  return { condition: thunder === undefined ? falling(what, strength, showers !== undefined) : 'thunderstorm', falls: what, isDay }
}

/** Heavy showers are heavy rain or snow, as in the table of the WMO codes: the amount matters more to a reader than the kind. */
function falling(what: 'rain' | 'sleet' | 'snow', strength: string | undefined, isShower: boolean): Condition {
  if (what === 'sleet') return 'sleet'
  if (strength === 'heavy') return `heavy_${what}`
  if (isShower) return `${what}_showers`
  return strength === undefined ? what : `light_${what}`
}
