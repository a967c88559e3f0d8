import type { Condition } from '@isobar/weather'

/** The words of `conditions`, from the one that matters most; several are separated by commas. */
const WORDS: readonly (readonly [words: RegExp, condition: Condition])[] = [
  [/tornado/i, 'tornado'],
  [/thunderstorm.*hail|hail.*thunderstorm/i, 'thunderstorm_hail'],
  [/thunderstorm/i, 'thunderstorm'],
  [/squall/i, 'squall'],
  [/hail/i, 'hail'],
  [/freezing rain/i, 'freezing_rain'],
  [/freezing drizzle/i, 'freezing_drizzle'],
  [/\bice\b|sleet/i, 'sleet'],
  [/rain.*snow|snow.*rain/i, 'sleet'],
  [/heavy snow/i, 'heavy_snow'],
  [/snow showers/i, 'snow_showers'],
  [/light snow|diamond dust/i, 'light_snow'],
  [/snow/i, 'snow'],
  [/heavy rain/i, 'heavy_rain'],
  [/rain showers/i, 'rain_showers'],
  [/light rain/i, 'light_rain'],
  [/\brain\b/i, 'rain'],
  [/drizzle/i, 'drizzle'],
  [/dust ?storm/i, 'dust'],
  [/fog/i, 'fog'],
  [/mist/i, 'mist'],
  [/smoke|haze/i, 'haze'],
]

/** What the sky looks like, if nothing else is said and no cloud cover is sent. */
const SKIES: readonly (readonly [words: RegExp, condition: Condition])[] = [
  [/overcast/i, 'overcast'],
  [/partially cloudy/i, 'partly_cloudy'],
  [/\bclear\b/i, 'clear'],
]

/** The weather that `conditions` names; null if it names the sky alone, what is in the vicinity, or lightning too far away to be heard. */
export function readWeatherWords(text: string): Condition | null {
  return WORDS.find(([words]) => words.test(text))?.[1] ?? null
}

/** The sky that `conditions` names; null without one. */
export function readSkyWords(text: string): Condition | null {
  return SKIES.find(([words]) => words.test(text))?.[1] ?? null
}
