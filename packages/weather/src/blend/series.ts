import { dropAcross } from '../contradictions.ts'
import { computeFeltTemperature } from '../felt-temperature.ts'
import { computeHumidity } from '../humidity.ts'
import { type Instant, parseInstant } from '../instant.ts'
import { computeLocalHour } from '../local-time.ts'
import type { HourlyPoint } from '../model.ts'
import { roundHalfAway } from '../round.ts'
import { HOUR_MS } from '../time.ts'
import { type BlendHour, blendHours, type SourceHour } from './hours.ts'
import type { BlendSource, PlaceCoefficients } from './place.ts'
import type { BlendedQuantity } from './quantity.ts'

/** The hours of a source, as far as they are blended. */
export interface BlendInput {
  readonly source: string
  /** Epoch milliseconds. */
  readonly issuedAt: number
  readonly hours: readonly Pick<HourlyPoint, 'time' | 'temperature' | 'precipitationProbability' | 'stepHours'>[]
}

/** A blended hour, and what went in. */
export interface BlendedTemperature extends BlendHour {
  readonly time: Instant
  /** By source of the coefficients, °C; null: missing. */
  readonly raw: readonly (number | null)[]
  readonly blended: BlendedQuantity
  readonly shift: HourShift
}

/** What is added to a temperature, and how far below and above the result the band reaches, °C; null: too few cases. */
export interface HourShift {
  readonly added: number
  readonly below: number | null
  readonly above: number | null
}

/** A source older than the base by as much is not used; from half of it on it fades. */
export const USABLE_HOURS = 6
/** The age at which `computeAvailability` silences a source. */
const SILENT_HOURS = 24
/** A tenth of a degree: more is not known. */
const DECIMALS = 1

/**
 * The temperatures of the base's hours, blended with those of others. Lead times are counted from the base's issue, and an hour that began before it is
 * an hour of no lead, so that the same records always give the same numbers, whenever they are shown. Nothing if the coefficients do not know the base.
 */
export function blendTemperatures(
  coefficients: PlaceCoefficients,
  base: BlendInput,
  others: readonly BlendInput[],
  timezone: string,
): BlendedTemperature[] {
  if (!coefficients.sources.some(({ id }) => id === base.source)) return []
  const axis = base.hours.map(({ time }) => ({
    leadHours: computeLeadHours(base, time),
    hour: computeLocalHour(parseInstant(time), timezone),
  }))
  const matched = matchInputs(coefficients.sources, base, others, ({ temperature }) => temperature)
  const series = matched.map(({ values, ageHours }) => ({ hours: values.map(toSourceHour), ageHours }))
  return blendHours(coefficients, axis, series).flatMap(({ temperature: blended }, index) => {
    const [hour, { time, temperature }] = [axis[index] as BlendHour, base.hours[index] as BlendInput['hours'][number]]
    if (blended === null || temperature === null || !Number.isFinite(blended.value)) return []
    const raw = matched.map(({ values }) => values[index] ?? null)
    return [{ ...hour, time, raw, blended, shift: toShift(blended, temperature) }]
  })
}

/** From the base's issue to an hour; none for one that began before. */
export function computeLeadHours({ issuedAt }: BlendInput, time: Instant): number {
  return Math.max(0, (parseInstant(time) - issuedAt) / HOUR_MS)
}

/** By source of the coefficients, what it has for the base's hours, and its age as `computeAvailability` counts it; all null: it has nothing. */
export function matchInputs(
  sources: readonly BlendSource[],
  base: BlendInput,
  others: readonly BlendInput[],
  pick: (hour: BlendInput['hours'][number]) => number | null,
): { readonly values: readonly (number | null)[]; readonly ageHours: number }[] {
  return sources.map(({ id }) => {
    const input = id === base.source ? base : others.find((other) => other.source === id)
    const known = new Map(input?.hours.map((hour) => [hour.time, pick(hour)]))
    const ageHours = input === undefined ? Infinity : Math.max(0, base.issuedAt - input.issuedAt) / HOUR_MS
    return { values: base.hours.map(({ time }) => known.get(time) ?? null), ageHours: (ageHours / USABLE_HOURS) * SILENT_HOURS }
  })
}

/** Hours with blended temperatures and their bands, and what follows from them: dew point, humidity and felt temperature; what contradicts them goes. */
export function addHourShifts(hours: readonly HourlyPoint[], shifts: ReadonlyMap<Instant, HourShift>): HourlyPoint[] {
  return hours.map((hour) => {
    const shift = shifts.get(hour.time)
    if (shift === undefined || hour.temperature === null) return hour
    const { added, below, above } = shift
    const temperature = roundHalfAway(hour.temperature + added, DECIMALS)
    const band =
      below === null || above === null
        ? {}
        : { temperatureLow: roundHalfAway(temperature - below, DECIMALS), temperatureHigh: roundHalfAway(temperature + above, DECIMALS) }
    const dewPoint = hour.dewPoint === null ? null : Math.min(hour.dewPoint, temperature)
    const humidity = dewPoint === null ? hour.humidity : computeHumidity(temperature, dewPoint)
    const feelsLike = computeFeltTemperature(temperature, humidity, hour.windSpeed)
    return dropAcross({ ...hour, temperature, ...band, dewPoint, humidity, feelsLike }, YIELDING)
  })
}

/** All but what was computed from the blended temperature. */
const YIELDING: ReadonlySet<string> = new Set(['condition', 'providerCode', 'precipitation', 'rain', 'snow', 'visibility', 'cloudCover'])

function toShift({ value, low, high }: BlendedQuantity, temperature: number): HourShift {
  const hasBand = low !== null && high !== null
  return { added: value - temperature, below: hasBand ? Math.max(0, value - low) : null, above: hasBand ? Math.max(0, high - value) : null }
}

/** Null where it is missing: a source fades towards its gaps. */
function toSourceHour(temperature: number | null): SourceHour | null {
  return temperature === null ? null : { ...NOTHING, temperature }
}

const NOTHING: SourceHour = {
  temperature: null,
  dewPoint: null,
  windSpeed: null,
  windGust: null,
  pressure: null,
  cloudCover: null,
  windDirection: null,
  rain: null,
}
