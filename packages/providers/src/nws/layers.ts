import { HOUR_MS, KMH_PER_MPS, MINUTE_MS, MM_PER_INCH, MPS_PER_KNOT, roundHalfAway } from '@isobar/weather'
import { readEpochMs, readFields, readNumber, readObjects } from '../json.ts'

/** A value and the time that it holds for, epoch milliseconds. */
export interface LayerSpan<Value> {
  readonly startMs: number
  readonly endMs: number
  readonly value: Value
}

/** A layer of the raw grid, in order of time. */
export type Layer<Value> = readonly LayerSpan<Value>[]

/** Recorded layers have up to 180 values over eight days. */
const [MAX_VALUES, MAX_SPAN_MS] = [1_000, 16 * 24 * HOUR_MS]
const DURATION = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,4})M)?)?$/

/** The span of a `validTime` such as `2026-07-15T12:00:00+00:00/P1DT10H`; null if it is invalid, empty or longer than 16 days. */
export function parseValidTime(validTime: unknown): { readonly startMs: number; readonly endMs: number } | null {
  const [start, duration, ...rest] = typeof validTime === 'string' ? validTime.split('/') : []
  const startMs = readEpochMs(start)
  const match = duration === undefined ? null : DURATION.exec(duration)
  if (startMs === null || match === null || rest.length > 0) return null
  const [days, hours, minutes] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number]
  const lastsMs = days * 24 * HOUR_MS + hours * HOUR_MS + minutes * MINUTE_MS
  return lastsMs > 0 && lastsMs <= MAX_SPAN_MS ? { startMs, endMs: startMs + lastsMs } : null
}

/** Float noise, as in 26.11111111111111, ends at the fourth decimal. */
const times = (factor: number) => (value: number) => roundHalfAway(value * factor, 4)
const UNITS = {
  temperature: { degC: times(1), degF: (value: number) => roundHalfAway((value - 32) / 1.8, 4) },
  speed: { 'km_h-1': times(1 / KMH_PER_MPS), 'm_s-1': times(1), kt: times(MPS_PER_KNOT) },
  percent: { percent: times(1) },
  amount: { mm: times(1), cm: times(10), in: times(MM_PER_INCH) },
  pressure: { Pa: times(1 / 100) },
  length: { m: times(1), km: times(1_000) },
  angle: { 'degree_(angle)': times(1) },
} as const satisfies Readonly<Record<string, Readonly<Record<string, (value: number) => number>>>>

export type Quantity = keyof typeof UNITS

/** To the canonical unit from a stated one, with either prefix (`wmoUnit:`, in 2019 `unit:`); undefined without a unit, or for an unknown one. */
export function findQuantityConversion(quantity: Quantity, stated: unknown): ((value: number) => number) | undefined {
  const unit = typeof stated === 'string' ? stated.replace(/^(?:wmoUnit|unit):/, '') : ''
  const units: Readonly<Record<string, (value: number) => number>> = UNITS[quantity]
  return Object.hasOwn(units, unit) ? units[unit] : undefined
}

/**
 * A layer of numbers in canonical units, by the unit that it states. Null values are left out. Empty for a layer that is missing, without a unit, or in an unknown one.
 */
export function readNumberLayer(properties: Readonly<Record<string, unknown>>, name: string, quantity: Quantity): Layer<number> {
  const layer = properties[name]
  const convert = findQuantityConversion(quantity, readFields(layer)['uom'])
  if (convert === undefined) return []
  return readLayer(layer, (sent) => {
    const value = readNumber(sent)
    return value === null ? null : convert(value)
  })
}

/** A layer of any values; `read` returns null for those to leave out. */
export function readLayer<Value>(layer: unknown, read: (value: unknown) => Value | null): Layer<Value> {
  return readObjects(readFields(layer)['values'])
    .slice(0, MAX_VALUES)
    .flatMap(({ validTime, value: sent }) => {
      const span = parseValidTime(validTime)
      const value = read(sent)
      return span === null || value === null ? [] : { ...span, value }
    })
    .toSorted((a, b) => a.startMs - b.startMs)
}

/** The span that holds at a moment; undefined if there is none. */
export function findLayerSpan<Value>(layer: Layer<Value>, ms: number): LayerSpan<Value> | undefined {
  return layer.findLast(({ startMs, endMs }) => startMs <= ms && ms < endMs)
}

/** The value that holds at a moment, or null. */
export function findLayerValue<Value>(layer: Layer<Value>, ms: number): Value | null {
  return findLayerSpan(layer, ms)?.value ?? null
}
