import type { Condition } from '@isobar/weather'

/** The motifs: conditions that look alike share a scene. */
export const SCENES = ['clear', 'fair', 'overcast', 'fog', 'rain', 'downpour', 'sleet', 'snow', 'thunder', 'dust', 'storm'] as const
export type Scene = (typeof SCENES)[number]

const SCENE_OF: Readonly<Record<Condition, Scene>> = {
  clear: 'clear',
  mostly_clear: 'clear',
  partly_cloudy: 'fair',
  mostly_cloudy: 'fair',
  overcast: 'overcast',
  haze: 'fog',
  mist: 'fog',
  fog: 'fog',
  drizzle: 'rain',
  light_rain: 'rain',
  rain: 'rain',
  heavy_rain: 'downpour',
  rain_showers: 'rain',
  freezing_drizzle: 'sleet',
  freezing_rain: 'sleet',
  sleet: 'sleet',
  light_snow: 'snow',
  snow: 'snow',
  heavy_snow: 'snow',
  snow_showers: 'snow',
  hail: 'sleet',
  thunderstorm: 'thunder',
  thunderstorm_hail: 'thunder',
  dust: 'dust',
  smoke: 'dust',
  ash: 'dust',
  squall: 'storm',
  tornado: 'storm',
}

/** The scene of a condition; fair weather for an unknown one. */
export function toArtworkScene(condition: string | undefined): Scene {
  return condition !== undefined && Object.hasOwn(SCENE_OF, condition) ? SCENE_OF[condition as Condition] : 'fair'
}
