import { computeMeanWindDirection } from '../mean-wind.ts'
import { blendAmount } from './amounts.ts'
import { blendChance, type BlendedChance } from './chance.ts'
import { BLEND_BANDS, CLASS_HOURS, FADE_HOURS, FRESH_HOURS, HOUR_CLASSES, STALE_HOURS } from './constants.ts'
import { BLENDED_QUANTITIES, type BlendedQuantityName, findBlendBand, type PlaceCoefficients } from './place.ts'
import { type BlendedQuantity, blendQuantity, mixQuantityCoefficients } from './quantity.ts'

const HOURLY = [
  'temperature',
  'dewPoint',
  'windSpeed',
  'windGust',
  'pressure',
  'cloudCover',
] as const satisfies readonly BlendedQuantityName[]
type HourlyName = (typeof HOURLY)[number]

/** An hour of one source in canonical units; null: unknown. */
export interface SourceHour extends Readonly<Record<HourlyName, number | null>> {
  /** Degrees from which the wind comes. */
  readonly windDirection: number | null
  /** What `BlendSource.rain` says: a probability (0–1) or an amount (mm). */
  readonly rain: number | null
}

/** The hours of one source, on the axis that all share; null: it has none. */
export interface SourceSeries {
  readonly hours: readonly (SourceHour | null)[]
  /** Age of its issue. */
  readonly ageHours: number
}

/** An hour of the shared axis. */
export interface BlendHour {
  readonly leadHours: number
  /** Local, 0–23. */
  readonly hour: number
}

/** What the sources make of an hour; null: none knows. */
export interface BlendedHour extends Readonly<Record<HourlyName, BlendedQuantity | null>> {
  readonly windDirection: number | null
  readonly rain: BlendedChance | null
  /** mm, from the sources that state amounts. */
  readonly rainAmount: number | null
}

/** Blends the sources' hours; `series` is in the order of the coefficients' sources. Beyond the last band its coefficients are used. */
export function blendHours(coefficients: PlaceCoefficients, axis: readonly BlendHour[], series: readonly SourceSeries[]): BlendedHour[] {
  const available = series.map((each) => computeAvailability(each, axis.length))
  return axis.map(({ leadHours, hour }, at) => {
    const own = series.map(({ hours }) => hours[at] ?? null)
    const shares = available.map((each) => each[at] as number)
    const blend = (name: HourlyName) =>
      blendOne(
        coefficients,
        name,
        leadHours,
        hour,
        own.map((each) => each?.[name] ?? null),
        shares,
      )
    const [temperature, windSpeed] = [blend('temperature'), blend('windSpeed')]
    const events = coefficients.events.get(`hourOfRain ${findBlendBand(leadHours) ?? BLEND_BANDS.length - 1}`)
    const rains = own.map((each) => each?.rain ?? null)
    const rain = events === undefined ? null : blendChance(events, rains, shares)
    return {
      temperature,
      dewPoint: limitTo(blend('dewPoint'), -Infinity, temperature?.value ?? Infinity),
      windSpeed,
      windGust: limitTo(blend('windGust'), windSpeed?.value ?? 0, Infinity),
      pressure: blend('pressure'),
      cloudCover: blend('cloudCover'),
      windDirection: windSpeed === null ? null : blendDirections(own, windSpeed.weights),
      rain,
      rainAmount: events === undefined || rain === null ? null : blendAmount(events.maps, rains, rain.weights, events.kinds),
    }
  })
}

/** The highest and the lowest temperature of blended hours, those of a day; null without any. */
export function findBlendedExtremes(hours: readonly BlendedHour[]): { readonly max: number; readonly min: number } | null {
  const values = hours.flatMap(({ temperature }) => (temperature === null ? [] : [temperature.value]))
  return values.length === 0 ? null : { max: Math.max(...values), min: Math.min(...values) }
}

/**
 * From 1 to 0 for each hour: a source fades before its last hour, before and after its gaps, and as its issue grows old, so that its end makes
 * no jump.
 */
export function computeAvailability(
  { hours, ageHours }: { readonly hours: readonly unknown[]; readonly ageHours: number },
  length: number,
): number[] {
  const fresh = Math.max(0, Math.min(1, (STALE_HOURS - ageHours) / (STALE_HOURS - FRESH_HOURS)))
  const gaps = Array.from({ length }, (_, at) => (hours[at] ?? null) === null)
  const distances = Array.from<number>({ length }).fill(Infinity)
  let last = -Infinity
  for (let at = 0; at < length; at += 1) {
    if (gaps[at]) last = at
    distances[at] = at - last
  }
  // The axis may end later than the source, not earlier: its end is none of the source's.
  let next = Infinity
  for (let at = length - 1; at >= 0; at -= 1) {
    if (gaps[at]) next = at
    distances[at] = Math.min(distances[at] as number, next - at)
  }
  return distances.map((distance) => fresh * Math.min(1, distance / (FADE_HOURS + 1)))
}

function blendOne(
  { quantities }: PlaceCoefficients,
  name: HourlyName,
  leadHours: number,
  hour: number,
  values: readonly (number | null)[],
  shares: readonly number[],
): BlendedQuantity | null {
  const { before, after, part } = locateBands(leadHours)
  const [a, b] = [quantities.get(`${name} ${before}`), quantities.get(`${name} ${after}`)]
  const own = a === undefined || b === undefined ? (a ?? b) : mixQuantityCoefficients(a, b, part)
  if (own === undefined) return null
  const { min, max } = BLENDED_QUANTITIES[name]
  // Hours are learned by classes, whose middle hour is the second.
  const position = ((hour - 1 + 24) % 24) / CLASS_HOURS
  return limitTo(blendQuantity(own, values, position % HOUR_CLASSES, shares), min, max)
}

/** The bands whose middles a lead is between, and how far it is from the first to the second. */
function locateBands(leadHours: number): { readonly before: number; readonly after: number; readonly part: number } {
  const middles = BLEND_BANDS.map((hours, band) => (hours + (BLEND_BANDS[band - 1] ?? 0)) / 2)
  const after = middles.findIndex((middle) => leadHours <= middle)
  if (after === -1) return { before: middles.length - 1, after: middles.length - 1, part: 0 }
  if (after === 0) return { before: 0, after: 0, part: 0 }
  const [from, to] = [middles[after - 1] as number, middles[after] as number]
  return { before: after - 1, after, part: (leadHours - from) / (to - from) }
}

function limitTo(blended: BlendedQuantity | null, min: number, max: number): BlendedQuantity | null {
  if (blended === null) return null
  const limit = (value: number): number => Math.max(min, Math.min(max, value))
  const { value, low, high } = blended
  return { ...blended, value: limit(value), low: low === null ? null : limit(low), high: high === null ? null : limit(high) }
}

/** The direction of the mean of the sources' winds as vectors; null when they cancel out, or none has one. */
function blendDirections(hours: readonly (SourceHour | null)[], weights: readonly number[]): number | null {
  return computeMeanWindDirection(
    hours.flatMap((each, source) => {
      const { windSpeed = null, windDirection = null } = each ?? {}
      if (windSpeed === null || windDirection === null) return []
      return [{ speed: (weights[source] as number) * windSpeed, direction: windDirection }]
    }),
  )
}
