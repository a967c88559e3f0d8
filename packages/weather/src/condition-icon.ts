import type { Condition } from './condition.ts'

/** Conditions whose icon shows the sun or the moon. */
const SKY_SHOWS = ['clear', 'mostly_clear', 'partly_cloudy', 'mostly_cloudy', 'rain_showers', 'snow_showers'] as const
type SkyShows = (typeof SKY_SHOWS)[number]

type Hyphenated<Text extends string> = Text extends `${infer Head}_${infer Tail}` ? `${Head}-${Hyphenated<Tail>}` : Text

/** The name of a bundled icon. */
export type ConditionIcon = `${Hyphenated<SkyShows>}-${'day' | 'night'}` | Hyphenated<Exclude<Condition, SkyShows>>

/** Day and night icon of each condition. */
const ICONS: Readonly<Record<Condition, readonly [day: ConditionIcon, night: ConditionIcon]>> = {
  clear: ['clear-day', 'clear-night'],
  mostly_clear: ['mostly-clear-day', 'mostly-clear-night'],
  partly_cloudy: ['partly-cloudy-day', 'partly-cloudy-night'],
  mostly_cloudy: ['mostly-cloudy-day', 'mostly-cloudy-night'],
  overcast: ['overcast', 'overcast'],
  haze: ['haze', 'haze'],
  mist: ['mist', 'mist'],
  fog: ['fog', 'fog'],
  drizzle: ['drizzle', 'drizzle'],
  light_rain: ['light-rain', 'light-rain'],
  rain: ['rain', 'rain'],
  heavy_rain: ['heavy-rain', 'heavy-rain'],
  rain_showers: ['rain-showers-day', 'rain-showers-night'],
  freezing_drizzle: ['freezing-drizzle', 'freezing-drizzle'],
  freezing_rain: ['freezing-rain', 'freezing-rain'],
  sleet: ['sleet', 'sleet'],
  light_snow: ['light-snow', 'light-snow'],
  snow: ['snow', 'snow'],
  heavy_snow: ['heavy-snow', 'heavy-snow'],
  snow_showers: ['snow-showers-day', 'snow-showers-night'],
  hail: ['hail', 'hail'],
  thunderstorm: ['thunderstorm', 'thunderstorm'],
  thunderstorm_hail: ['thunderstorm-hail', 'thunderstorm-hail'],
  dust: ['dust', 'dust'],
  smoke: ['smoke', 'smoke'],
  ash: ['ash', 'ash'],
  squall: ['squall', 'squall'],
  tornado: ['tornado', 'tornado'],
}

/** Every icon name, for bundling and checking the drawings. */
export const CONDITION_ICONS: readonly ConditionIcon[] = [...new Set(Object.values(ICONS).flat())]

/** The icon of a condition; the day icon if `isDay` is unknown. Null without a condition. */
export function toConditionIcon(condition: Condition | null, isDay: boolean | null): ConditionIcon | null {
  return condition === null ? null : ICONS[condition][isDay === false ? 1 : 0]
}
