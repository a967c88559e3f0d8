import type { Condition } from '../condition.ts'
import type { DailyPoint, HourlyPoint, Measurements } from '../model.ts'
import { roundHalfAway } from '../round.ts'
import { type Hazard, THRESHOLDS, type WeatherHazard } from './hazard.ts'

/** What a point says about a hazard: whether it is present, and its measure in the canonical unit, if the hazard has one. */
export interface Reading {
  readonly isThere: boolean
  readonly value: number | null
}

const CONDITIONS_OF = {
  thunderstorm: ['thunderstorm', 'thunderstorm_hail'],
  ice: ['freezing_drizzle', 'freezing_rain'],
  // Mist is not fog.
  fog: ['fog'],
} as const satisfies Partial<Record<WeatherHazard, readonly Condition[]>>

/** Conditions in which all precipitation is rain. */
const LIQUID: ReadonlySet<Condition> = new Set<Condition>(['drizzle', 'light_rain', 'rain', 'heavy_rain', 'rain_showers', 'thunderstorm'])

/**
 * A threshold in the unit of preferences, converted to the canonical unit of the measure: wind km/h → m/s; rain mm in an hour, snow mm of water
 * in 24 hours, °C, UV index, levels and metres of waves are the same. Null stands for the hazard's default; returns null for a hazard without a
 * threshold.
 */
export function toCanonicalThreshold(hazard: Hazard, threshold: number | null): number | null {
  const value = threshold ?? THRESHOLDS[hazard]?.default ?? null
  return value === null || hazard !== 'wind' ? value : value / 3.6
}

/**
 * Whether a measure is at its threshold or beyond it (for cold: below), both in the canonical unit. Both are rounded to two decimals, which
 * is what upstreams send: 60 km/h, sent as 16.67 m/s or converted to 16.6667, is at 60 km/h; 16.66 m/s, 59.98 km/h, is not.
 */
export function isAtThreshold(hazard: Hazard, value: number, threshold: number): boolean {
  const [measured, limit] = [roundHalfAway(value, 2), roundHalfAway(threshold, 2)]
  return hazard === 'cold' ? measured <= limit : measured >= limit
}

/**
 * Whether a chance of precipitation, 0–1, is at least that, both rounded to hundredths. One that is not stated (null) is: no warning is
 * lost because a source is silent.
 */
export function isAtChance({ precipitationProbability: chance }: HourlyPoint | DailyPoint, min: number): boolean {
  return chance === null || roundHalfAway(chance, 2) >= roundHalfAway(min, 2)
}

/** The worse of two measures. */
export function chooseWorseMeasure(hazard: Hazard, a: number, b: number): number {
  return hazard === 'cold' ? Math.min(a, b) : Math.max(a, b)
}

/** An hour's reading against a canonical threshold; null if the source does not say. Snow is not judged by the hour. */
export function readHour(hazard: Exclude<WeatherHazard, 'snow'>, hour: HourlyPoint, threshold: number | null): Reading | null {
  switch (hazard) {
    case 'rain':
      return compareWithThreshold(hazard, rainIn(hour), threshold)
    case 'heat':
    case 'cold':
      return compareWithThreshold(hazard, hour.temperature, threshold)
    default:
      return readAny(hazard, hour, threshold)
  }
}

/** A day's reading; null if the source does not say. A day's rain says nothing about an hour's. */
export function measureDay(hazard: WeatherHazard, day: DailyPoint, threshold: number | null): Reading | null {
  switch (hazard) {
    case 'rain':
      return null
    case 'snow':
      return compareWithThreshold(hazard, day.snow, threshold)
    case 'heat':
      return compareWithThreshold(hazard, day.temperatureMax, threshold)
    case 'cold':
      return compareWithThreshold(hazard, day.temperatureMin, threshold)
    default:
      return readAny(hazard, day, threshold)
  }
}

type SameByHourAndDay = 'wind' | 'uv' | keyof typeof CONDITIONS_OF

function readAny(hazard: SameByHourAndDay, point: Measurements, threshold: number | null): Reading | null {
  if (hazard === 'wind') return compareWithThreshold(hazard, gustIn(point), threshold)
  if (hazard === 'uv') return compareWithThreshold(hazard, point.uvIndex, threshold)
  const conditions: readonly Condition[] = CONDITIONS_OF[hazard]
  return point.condition === null ? null : { isThere: conditions.includes(point.condition), value: null }
}

/** A measure against its threshold; null if either is unknown. */
export function compareWithThreshold(hazard: Hazard, value: number | null, threshold: number | null): Reading | null {
  return value === null || threshold === null ? null : { isThere: isAtThreshold(hazard, value, threshold), value }
}

/** Gusts are at least as strong as the mean wind, which replaces a missing gust. */
function gustIn({ windGust, windSpeed }: Measurements): number | null {
  if (windGust === null || windSpeed === null) return windGust ?? windSpeed
  return Math.max(windGust, windSpeed)
}

/**
 * The rain of an hour in mm. If the source does not separate rain from snow, it is precipitation minus snow, or all precipitation if the
 * condition is a rainy one; what may be snow never counts as rain.
 */
function rainIn({ rain, snow, precipitation, condition }: Measurements): number | null {
  if (rain !== null || precipitation === null) return rain
  if (snow !== null) return Math.max(0, roundHalfAway(precipitation - snow, 4))
  return condition !== null && LIQUID.has(condition) ? precipitation : null
}

/** Whether an hour has data on the hazard. */
export function hasHourlyData(hazard: WeatherHazard, hour: HourlyPoint): boolean {
  if (hazard !== 'rain' && hazard !== 'snow') return readHour(hazard, hour, 0) !== null
  return hour.precipitation !== null || hour[hazard] !== null
}
