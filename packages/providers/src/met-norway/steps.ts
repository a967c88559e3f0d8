import { DAY_MS, HOUR_MS } from '@isobar/weather'
import { readEpochMs, readFields, isObject, type Json, readNumber, readObjects } from '../json.ts'

/** One step of a forecast: the values at its time, and those of the hours after it. Values are in canonical units, or null. */
export interface Step {
  /** Epoch milliseconds. */
  readonly timeMs: number
  instant(name: string): number | null
  /** A window that begins at the step; null if it is missing. */
  after(hours: 1 | 6): Window | null
}

/** The hours after a step. */
export interface Window {
  readonly symbol: unknown
  value(name: string): number | null
}

/** A structurally valid answer of Locationforecast or Nowcast. */
export interface MetForecast {
  /** [longitude, latitude, height], as sent. */
  readonly coordinates: readonly unknown[]
  readonly radarCoverage: unknown
  /** In order, one per time, near the present. */
  readonly steps: readonly Step[]
}

/** The units of the documentation, which are ours but for percentages of probability. A number in another unit is null. */
const UNITS: Readonly<Record<string, string>> = {
  air_temperature: 'celsius',
  air_temperature_max: 'celsius',
  air_temperature_min: 'celsius',
  dew_point_temperature: 'celsius',
  air_pressure_at_sea_level: 'hPa',
  cloud_area_fraction: '%',
  relative_humidity: '%',
  precipitation_amount: 'mm',
  precipitation_rate: 'mm/h',
  probability_of_precipitation: '%',
  wind_from_direction: 'degrees',
  wind_speed: 'm/s',
  wind_speed_of_gust: 'm/s',
}
/** The forecast is for nine to ten days. Steps of other times would make days without end. */
const [MAX_PAST_MS, MAX_AHEAD_MS] = [DAY_MS, 15 * DAY_MS]

/** Validates the frame of an answer: a feature with at least one step near `nowMs`. Null if it is invalid. */
export function decodeSteps(body: unknown, nowMs: number): MetForecast | null {
  const properties = isObject(body) && isObject(body['properties']) ? body['properties'] : null
  if (!isObject(body) || properties === null) return null
  const meta = readFields(properties['meta'])
  const units = readFields(meta['units'])
  const steps = readObjects(properties['timeseries'])
    .flatMap((step) => toStep(step, units) ?? [])
    .filter(({ timeMs }) => timeMs >= nowMs - MAX_PAST_MS && timeMs <= nowMs + MAX_AHEAD_MS)
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .filter((step, index, all) => step.timeMs !== all[index - 1]?.timeMs)
  if (steps.length === 0) return null
  const geometry = readFields(body['geometry'])
  const coordinates: readonly unknown[] = Array.isArray(geometry['coordinates']) ? geometry['coordinates'] : []
  return { coordinates, radarCoverage: meta['radar_coverage'], steps }
}

function toStep(step: Json, units: Json): Step | null {
  const { data } = step
  const timeMs = readEpochMs(step['time'])
  if (timeMs === null || !isObject(data)) return null
  const instant = detailsOf(data['instant'])
  return {
    timeMs,
    instant: (name) => valueOf(instant, name, units),
    after(hours) {
      const window = data[`next_${hours}_hours`]
      if (!isObject(window)) return null
      const details = detailsOf(window)
      const summary = readFields(window['summary'])
      return { symbol: summary['symbol_code'], value: (name) => valueOf(details, name, units) }
    },
  }
}

/** `details` is missing in some windows, and empty in others. */
function detailsOf(part: unknown): Json {
  return readFields(readFields(part)['details'])
}

/** A unit that is not stated is the documented one. */
function valueOf(details: Json, name: string, units: Json): number | null {
  const stated = Object.hasOwn(units, name) ? units[name] : UNITS[name]
  return stated === UNITS[name] ? readNumber(details[name]) : null
}

/** How long the state of a step stands: to the next one, if that is an hour or six hours away. */
export function computeStepHours(next: Step | undefined, { timeMs }: Step): number | null {
  return next === undefined ? null : (next.timeMs - timeMs) / HOUR_MS
}
