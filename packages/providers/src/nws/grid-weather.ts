import { type Condition, gradeCloudCover } from '@isobar/weather'
import { type Json, readObjects, readTexts } from '../json.ts'

/**
 * Coverages under which weather is expected at a place: a probability of 55 % and more, or at least a quarter of the area. Below that
 * (`chance`, `slight_chance`, `scattered`, `isolated`, `patchy`) the sky is the condition, and the probability says the rest.
 */
const EXPECTED = new Set([
  'likely',
  'definite',
  'numerous',
  'widespread',
  'areas',
  'occasional',
  'frequent',
  'periods',
  'intermittent',
  'brief',
])

type ByIntensity = (intensity: unknown) => Condition
const always =
  (condition: Condition): ByIntensity =>
  () =>
    condition
const graded =
  (light: Condition, moderate: Condition, heavy: Condition): ByIntensity =>
  (intensity) =>
    intensity === 'heavy' ? heavy : intensity === 'light' || intensity === 'very_light' ? light : moderate

/** The words of the weather layer, from the one that matters most to a reader. Frost and spray are no weather of ours. */
const BY_WORD: Readonly<Record<string, ByIntensity>> = {
  water_spouts: always('tornado'),
  thunderstorms: always('thunderstorm'),
  hail: always('hail'),
  freezing_rain: always('freezing_rain'),
  freezing_drizzle: always('freezing_drizzle'),
  sleet: always('sleet'),
  snow: graded('light_snow', 'snow', 'heavy_snow'),
  snow_showers: graded('snow_showers', 'snow_showers', 'heavy_snow'),
  blowing_snow: always('snow'),
  rain: graded('light_rain', 'rain', 'heavy_rain'),
  rain_showers: graded('rain_showers', 'rain_showers', 'heavy_rain'),
  drizzle: always('drizzle'),
  ice_crystals: always('light_snow'),
  volcanic_ash: always('ash'),
  blowing_dust: always('dust'),
  blowing_sand: always('dust'),
  freezing_fog: always('fog'),
  ice_fog: always('fog'),
  fog: always('fog'),
  smoke: always('smoke'),
  haze: always('haze'),
}

/** The expected weather of a value of the weather layer, or null; rain and snow together are sleet. */
export function readExpectedWeather(value: unknown): Condition | null {
  const expected: Json[] = readObjects(value).filter(({ coverage }) => EXPECTED.has(String(coverage)))
  const words = new Map(expected.map(({ weather, intensity }) => [String(weather), intensity]))
  if (words.has('thunderstorms') && (words.has('hail') || expected.some(isWithHail))) return 'thunderstorm_hail'
  const [first] = Object.entries(BY_WORD).flatMap(([word, by]) => (words.has(word) ? [by(words.get(word))] : []))
  const isMixed = words.has('snow') && words.has('rain')
  return isMixed && first !== 'thunderstorm' && first !== 'hail' && !first?.startsWith('freezing') ? 'sleet' : (first ?? null)
}

/** The other attributes (gusts, flooding, tornadoes) say what single storms may bring, which official warnings are for. */
function isWithHail({ weather, attributes }: Json): boolean {
  return weather === 'thunderstorms' && readTexts(attributes).some((attribute) => attribute === 'large_hail' || attribute === 'small_hail')
}

/** The condition of an hour: the expected weather, else that of the sky. */
export function readGridCondition(value: unknown, cloudCover: number | null): Condition | null {
  return readExpectedWeather(value) ?? (cloudCover === null ? null : gradeCloudCover(cloudCover))
}
