import { normaliseTitle } from './event-words.ts'
import type { Hazard } from './hazard.ts'

/**
 * Tags of OpenWeather's alerts (its documentation's "full list of tags", in the spellings that One Call sends), and the awareness types of
 * MeteoAlarm, whose texts they resemble. Earthquakes and other dangers are not in the list of hazards.
 */
const TAGS: Readonly<Record<string, readonly Hazard[]>> = {
  'Air quality': ['airQuality'],
  Avalanche: ['avalanche'],
  Avalanches: ['avalanche'],
  'Coastal event': ['marine'],
  Cyclone: ['hurricane', 'wind'],
  'Extreme high temperature': ['heat'],
  'Extreme low temperature': ['cold'],
  'Fire warning': ['forestFire'],
  Flood: ['flood'],
  Flooding: ['flood'],
  Fog: ['fog'],
  'Forest fire': ['forestFire'],
  Hail: ['thunderstorm'],
  'High temperature': ['heat'],
  Hurricane: ['hurricane', 'wind'],
  Ice: ['ice'],
  'Low temperature': ['cold'],
  'Marine event': ['marine'],
  Rain: ['rain'],
  'Rain flood': ['rain', 'flood'],
  'Sand/Dust': ['airQuality'],
  Snow: ['snow'],
  'Snow/Ice': ['snow', 'ice'],
  Thunderstorm: ['thunderstorm'],
  Thunderstorms: ['thunderstorm'],
  Tornado: ['tornado', 'thunderstorm'],
  Tsunami: ['flood', 'marine'],
  Typhoon: ['hurricane', 'wind'],
  Wind: ['wind'],
}

/** MeteoAlarm's awareness types by number; the spelling of the text varies by sender. */
const AWARENESS_TYPES: Readonly<Record<string, readonly Hazard[]>> = {
  '1': ['wind'],
  '2': ['snow', 'ice'],
  '3': ['thunderstorm'],
  '4': ['fog'],
  '5': ['heat'],
  '6': ['cold'],
  '7': ['marine'],
  '8': ['forestFire'],
  '9': ['avalanche'],
  '10': ['rain'],
  '12': ['flood'],
  '13': ['rain', 'flood'],
}

const BY_TITLE: ReadonlyMap<string, readonly Hazard[]> = new Map(
  Object.entries(TAGS).map(([tag, hazards]) => [normaliseTitle(tag), hazards]),
)

/** The hazards of a tag such as `Snow/Ice`, `Snow_ice` or `2; snow-ice`; empty for an unknown tag. */
export function listTagHazards(tag: string): readonly Hazard[] {
  const [, type] = /^\s*(\d{1,2})\s*;/.exec(tag) ?? []
  if (type !== undefined) return AWARENESS_TYPES[type] ?? []
  return BY_TITLE.get(normaliseTitle(tag)) ?? []
}
