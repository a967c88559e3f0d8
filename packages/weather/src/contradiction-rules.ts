import { type Condition, gradeCloudCover, DRY_CONDITIONS, SKY_CONDITIONS } from './condition.ts'
import { parseInstant } from './instant.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint } from './model.ts'
import { TRACE_MM_PER_HOUR } from './precipitation-intensity.ts'
import type { SunRange } from './sun-state.ts'
import { HOUR_MS } from './time.ts'

/** The values of a point of any kind. */
export type Values = Partial<Omit<CurrentWeather, 'kind'> & HourlyPoint & DailyPoint>
export type Field = keyof Values

/** What contradicts what; `contradiction-table.ts` says of each what is done and why. */
export type Contradiction =
  | 'duplicate'
  | 'low_above_high'
  | 'gust'
  | 'dew_point'
  | 'feels_like'
  | 'sun'
  | 'parts'
  | 'falling_without_amount'
  | 'amount_without_falling'
  | 'chance'
  | 'visibility'
  | 'cloud_cover'
  | 'daylight'
  | 'uv_by_night'
  | 'day_sum'
  | 'day_range'

/** A rule within a point. */
export interface Rule {
  readonly kind: Contradiction
  /** What it compares. */
  readonly fields: readonly Field[]
  /** What becomes unknown within one source's point: of two values, the one that a reader can do without, else both. Empty: all is kept. */
  readonly dropped: readonly Field[]
  /** `isStrict`: without the tolerance for one source's own values. `sun` is omitted where it is not known. */
  readonly isBroken: (values: Values, isStrict: boolean, sun: SunRange | undefined) => boolean
  /** What takes the place of what is dropped, where that is certain. */
  readonly recomputed?: (sun: SunRange | undefined) => Values
}

// Recorded answers of twelve providers stay within these tolerances: values of a point have different times and models (a gust is the highest
// of an hour, the wind that of an instant), and sources aggregate days from finer data than they send.
/** Recorded: down to 0.38 of the wind, and to 2.4 m/s below it at 0.78. */
export const [MIN_GUST_RATIO, GUST_BELOW_MPS] = [0.5, 2]
/** Recorded: up to 2.3 °C, in snow. */
export const DEW_POINT_ABOVE_C = 3
/** Recorded: from −11.5 to +8.4 °C. Wind chill and apparent temperature fall with the wind, by less than 1 °C for each m/s. */
export const [FEELS_ABOVE_C, FEELS_BELOW_C, UNKNOWN_WIND_MPS] = [30, 20, 20]
/** Next to polar day, the sun sets after midnight and rises soon after, on the same date. */
const SHORT_NIGHT_MS = 4 * HOUR_MS
/** Recorded: up to 0.01 mm, by rounding. */
export const PARTS_ABOVE_MM = 0.05
/** A chance that is printed as 100 %. */
const CERTAIN = 0.995
/** Where fog ends (WMO); a source's own visibility may be that of another moment of the hour. */
export const [FOG_METRES, OWN_FOG_METRES] = [1_000, 5_000]
/** Recorded: clear and mostly cloudy by one source, at most in 5 of 4,300 hours. */
const MAX_SKY_CLASSES = 2
/** The sun's light has gone for what a UV index counts; as far as hills, refraction and rounded times move it. */
const NIGHT_DEGREES = -1
/** As far as hills, refraction and rounded times move sunrise and sunset. */
export const SURE_DEGREES = 3

/** Light, or with a light form of the same name: their amount in an hour may round to nothing, and so does that of a dry thunderstorm or squall. */
const LIGHT: ReadonlySet<Condition> = new Set([
  'drizzle',
  'light_rain',
  'rain_showers',
  'freezing_drizzle',
  'freezing_rain',
  'sleet',
  'light_snow',
  'snow_showers',
  'thunderstorm',
  'squall',
  'tornado',
])

export const RULES: readonly Rule[] = [
  {
    kind: 'low_above_high',
    fields: ['temperatureMin', 'temperatureMax'],
    dropped: ['temperatureMin', 'temperatureMax'],
    isBroken: ({ temperatureMin: low, temperatureMax: high }) => isAbove(low, high, 0),
  },
  {
    kind: 'low_above_high',
    fields: ['feelsLikeMin', 'feelsLikeMax'],
    dropped: ['feelsLikeMin', 'feelsLikeMax'],
    isBroken: ({ feelsLikeMin: low, feelsLikeMax: high }) => isAbove(low, high, 0),
  },
  {
    kind: 'gust',
    fields: ['windGust', 'windSpeed'],
    dropped: ['windGust'],
    isBroken: ({ windGust: gust, windSpeed: wind }, isStrict) =>
      isStrict ? isAbove(wind, gust, 0) : isKnown(gust) && isAbove(wind, gust, GUST_BELOW_MPS) && gust < MIN_GUST_RATIO * wind,
  },
  {
    kind: 'dew_point',
    fields: ['dewPoint', 'temperature', 'temperatureMax'],
    dropped: ['dewPoint'],
    isBroken: ({ dewPoint, temperature, temperatureMax }, isStrict) =>
      isAbove(dewPoint, temperature ?? temperatureMax, isStrict ? 0 : DEW_POINT_ABOVE_C),
  },
  {
    kind: 'feels_like',
    fields: ['feelsLike', 'temperature', 'windSpeed'],
    dropped: ['feelsLike'],
    isBroken: ({ feelsLike, temperature, windSpeed }) =>
      isAbove(feelsLike, temperature, FEELS_ABOVE_C) || isAbove(temperature, feelsLike, FEELS_BELOW_C + (windSpeed ?? UNKNOWN_WIND_MPS)),
  },
  {
    kind: 'sun',
    fields: ['sunrise', 'sunset'],
    // Without both, high latitudes would read as polar day or night.
    dropped: ['sunset'],
    isBroken: ({ sunrise, sunset }) => !!sunrise && !!sunset && parseInstant(sunrise) - parseInstant(sunset) >= SHORT_NIGHT_MS,
  },
  {
    kind: 'parts',
    fields: ['precipitation', 'rain', 'snow'],
    dropped: ['precipitation'],
    isBroken: ({ precipitation, rain, snow }) => isAbove((rain ?? 0) + (snow ?? 0), precipitation, PARTS_ABOVE_MM),
  },
  {
    kind: 'falling_without_amount',
    fields: ['condition', 'precipitation', 'rain', 'snow'],
    dropped: ['precipitation', 'rain', 'snow'],
    isBroken: ({ condition, precipitation, rain, snow }, isStrict) =>
      isFallingWeather(condition) &&
      precipitation === 0 &&
      !isAbove(rain, 0, 0) &&
      !isAbove(snow, 0, 0) &&
      (isStrict || !LIGHT.has(condition)),
  },
  {
    kind: 'amount_without_falling',
    fields: ['condition', 'precipitation', 'rain', 'snow'],
    dropped: [],
    isBroken: ({ condition, precipitation }) => isDry(condition) && isAbove(precipitation, 0, 0),
  },
  {
    kind: 'chance',
    fields: ['precipitation', 'precipitationProbability'],
    dropped: ['precipitationProbability'],
    isBroken: ({ precipitation, precipitationProbability: chance }) =>
      isKnown(precipitation) &&
      isKnown(chance) &&
      (precipitation === 0 ? chance >= CERTAIN : precipitation >= TRACE_MM_PER_HOUR && chance === 0),
  },
  {
    kind: 'visibility',
    fields: ['condition', 'visibility'],
    dropped: ['visibility'],
    isBroken: ({ condition, visibility }, isStrict) => {
      if (!isKnown(visibility) || !isKnown(condition)) return false
      if (condition === 'fog') return visibility >= (isStrict ? FOG_METRES : OWN_FOG_METRES)
      return visibility < FOG_METRES && SKY_CONDITIONS.slice(0, isStrict ? 5 : 3).includes(condition)
    },
  },
  {
    kind: 'cloud_cover',
    fields: ['condition', 'cloudCover'],
    dropped: ['cloudCover'],
    isBroken: ({ condition, cloudCover }, isStrict) => {
      if (!isKnown(cloudCover) || !isKnown(condition)) return false
      const covered = SKY_CONDITIONS.indexOf(gradeCloudCover(cloudCover))
      const said = SKY_CONDITIONS.indexOf(condition)
      if (said >= 0) return Math.abs(covered - said) > (isStrict ? 0 : MAX_SKY_CLASSES)
      return covered === 0 && (condition === 'fog' || isFallingWeather(condition))
    },
  },
  {
    kind: 'daylight',
    fields: ['isDay'],
    dropped: ['isDay'],
    isBroken: ({ isDay }, _isStrict, sun) =>
      sun !== undefined && ((isDay === true && sun.highest < -SURE_DEGREES) || (isDay === false && sun.lowest > SURE_DEGREES)),
    recomputed: (sun) => ({ isDay: sun !== undefined && sun.highest > 0 }),
  },
  {
    kind: 'uv_by_night',
    fields: ['uvIndex', 'isDay'],
    dropped: ['uvIndex'],
    isBroken: ({ uvIndex, isDay }, isStrict, sun) =>
      isAbove(uvIndex, 0, 0) && (sun === undefined ? isStrict && isDay === false : sun.highest < NIGHT_DEGREES),
    recomputed: () => ({ uvIndex: 0 }),
  },
]

/** Whether something falls in this condition; false if it is unknown. */
export function isFallingWeather(condition: Condition | null | undefined): condition is Condition {
  return isKnown(condition) && !DRY_CONDITIONS.includes(condition)
}

function isDry(condition: Condition | null | undefined): boolean {
  return isKnown(condition) && DRY_CONDITIONS.includes(condition)
}

/** Whether a value is known. */
export function isKnown<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}

/** Whether the first is above the second by more than a tolerance; false if one of them is unknown. */
export function isAbove(a: number | null | undefined, b: number | null | undefined, by: number): a is number {
  return isKnown(a) && isKnown(b) && a > b + by
}
