import type { Attribution } from '@isobar/providers/port'
import { type AirPoint, findZoneOffsetSeconds, toCell } from '@isobar/weather'
import type { Foundation } from '../../../foundation.ts'
import { toOutcome, isAirPoint, isDailyPoint, isHourlyPoint, awaitResultOrLate } from '../../../gateway/index.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import { HOUR_MS } from '../../../time.ts'
import type { AirHistory, HistoryService } from '../history/index.ts'
import type { AskedPlace, WeatherRequest } from './request.ts'

/** What the archive has of a place up to now, as JSON: it is cached with the request. */
export type PastJson = string

/** The last forecasts for hours and days that are over. */
type PastWeather = Awaited<ReturnType<HistoryService['forecastsFor']>>

/** What one source gave for hours while they were running. */
interface PastAir {
  readonly hours: readonly AirPoint[]
  readonly attributions: readonly Attribution[]
}

/** Reads the past of a place between two instants, epoch milliseconds. */
export type ReadPast = (place: AskedPlace, period: { readonly fromMs: number; readonly toMs: number }) => Promise<PastWeather | PastAir>

/** Of an API that has no archive. */
export const NO_PAST: PastWeather = { hours: [], days: [], attributions: [] }
const NOTHING: PastJson = JSON.stringify(NO_PAST)
const MAX_CONCURRENT_PLACES = 4
/** Clocks are at most so far from UTC. */
const MAX_OFFSET_MS = 14 * HOUR_MS
/** As many hours as the longest past has. */
const MAX_HOURS = 100 * 24

/** Reads past weather; a row that is none is left out, whatever wrote it. @throws AppError service_unavailable when the archive is overloaded */
export function createPastWeatherReader(history: Pick<HistoryService, 'forecastsFor'>): ReadPast {
  return async ({ lat, lon }, period) => {
    const { hours, days, attributions } = await history.forecastsFor(toCell(lat, lon), period, MAX_HOURS)
    return { hours: hours.filter(isHourlyPoint), days: days.filter(isDailyPoint), attributions }
  }
}

/** Reads past air. @throws AppError service_unavailable when the archive is overloaded */
export function createPastAirReader(history: Pick<AirHistory, 'hoursIn'>): ReadPast {
  return async (place, period) => {
    const { hours, attributions } = await history.hoursIn(place, period, MAX_HOURS)
    return { hours: hours.filter(isAirPoint), attributions }
  }
}

export interface PastReading extends Pick<Foundation, 'onError'> {
  readonly read: ReadPast
  readonly now: number
  /** An answer does without its past hours rather than wait for a database that does not answer. */
  readonly timeoutMs: number
}

/** For each place the past that the rows of a request begin with, from the archive: records begin now. */
export async function readPast(request: WeatherRequest, { read, now, timeoutMs, onError }: PastReading): Promise<readonly PastJson[]> {
  if (request.hourly.length === 0 && request.daily.length === 0) return request.places.map(() => NOTHING)
  return mapBounded(request.places, MAX_CONCURRENT_PLACES, async (place) => {
    const fromMs = computeRowSpan(place, now).fromMs - HOUR_MS
    if (fromMs >= now) return NOTHING
    const outcome = await awaitResultOrLate(timeoutMs, toOutcome(read(place, { fromMs, toMs: now })))
    if (outcome.kind === 'failed') onError(outcome.failure, 'reading the past hours of a place')
    return outcome.kind === 'fulfilled' ? JSON.stringify(outcome.value) : NOTHING
  })
}

/** What `createPastWeatherReader` has read, of the same world: simulated and real data are never mixed. */
export function parsePastWeather(json: PastJson, isSimulated: boolean): PastWeather {
  const { hours, days, attributions } = JSON.parse(json) as PastWeather
  const isSame = ({ simulated }: { readonly simulated: boolean }): boolean => simulated === isSimulated
  return { hours: hours.filter(isSame), days: days.filter(isSame), attributions }
}

/** What `createPastAirReader` has read. */
export function parsePastAir(json: PastJson): PastAir {
  return JSON.parse(json) as PastAir
}

/** From where the rows of a place begin to where they end, epoch milliseconds. The place's own zone is not known before its weather is. */
export function computeRowSpan({ timezone, rangesAt }: AskedPlace, now: number): { readonly fromMs: number; readonly toMs: number } {
  const offsetMs = timezone === 'auto' ? null : (findZoneOffsetSeconds(timezone, now) ?? 0) * 1_000
  const slackMs = offsetMs === null ? MAX_OFFSET_MS : 0
  const { hourly, daily } = rangesAt(offsetMs ?? 0, now)
  return { fromMs: Math.min(hourly.fromMs, daily.fromMs) - slackMs, toMs: Math.max(hourly.toMs, daily.toMs) + slackMs }
}
