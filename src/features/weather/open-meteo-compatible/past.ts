import { cellOf } from '../../../domain/cell.ts'
import { zoneOffsetSeconds } from '../../../domain/local-time.ts'
import type { ReportError } from '../../../errors.ts'
import { attempt, within } from '../../../gateway/index.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import { HOUR_MS } from '../../../time.ts'
import type { HistoryService } from '../history/index.ts'
import type { AskedPlace, WeatherRequest } from './request.ts'

/** What was forecast of a place's hours and days up to now, as JSON: it is kept with the request. */
export type PastJson = string

type Past = Awaited<ReturnType<HistoryService['forecastsFor']>>

const NOTHING: Past = { hours: [], days: [], attributions: [] }
/** An answer does without its past hours rather than wait for a database that does not answer. */
const PATIENCE_MS = 1_000
const MAX_CONCURRENT_PLACES = 4
/** Clocks are at most so far from UTC. */
const MAX_OFFSET_MS = 14 * HOUR_MS
/** As many hours as the longest past has. */
const MAX_HOURS = 100 * 24

/** The past hours and days that the rows of a request begin with, from the archive: records begin now. */
export async function readPast(
  request: WeatherRequest,
  history: Pick<HistoryService, 'forecastsFor'>,
  now: number,
  onError: ReportError,
): Promise<readonly PastJson[]> {
  if (request.hourly.length === 0 && request.daily.length === 0) return request.places.map(() => JSON.stringify(NOTHING))
  return mapBounded(request.places, MAX_CONCURRENT_PLACES, async (place) => {
    const fromMs = spanOf(place, now).fromMs - HOUR_MS
    if (fromMs >= now) return JSON.stringify(NOTHING)
    const outcome = await within(PATIENCE_MS, attempt(history.forecastsFor(cellOf(place.lat, place.lon), { fromMs, toMs: now }, MAX_HOURS)))
    if (outcome.kind === 'failed') onError(outcome.failure, 'reading the past hours of a place')
    return JSON.stringify(outcome.kind === 'fulfilled' ? outcome.value : NOTHING)
  })
}

/** Of the same world: what was simulated is not put beside what is not, or the reverse. */
export function pastIn(json: PastJson, isSimulated: boolean): Past {
  const { hours, days, attributions } = JSON.parse(json) as Past
  const isSame = ({ simulated }: { readonly simulated: boolean }): boolean => simulated === isSimulated
  return { hours: hours.filter(isSame), days: days.filter(isSame), attributions }
}

/** From where the rows of a place begin to where they end, epoch milliseconds. The place's own zone is not known before its weather is. */
export function spanOf({ timezone, rangesAt }: AskedPlace, now: number): { readonly fromMs: number; readonly toMs: number } {
  const offsetMs = timezone === 'auto' ? null : (zoneOffsetSeconds(timezone, now) ?? 0) * 1_000
  const slackMs = offsetMs === null ? MAX_OFFSET_MS : 0
  const { hourly, daily } = rangesAt(offsetMs ?? 0, now)
  return { fromMs: Math.min(hourly.fromMs, daily.fromMs) - slackMs, toMs: Math.max(hourly.toMs, daily.toMs) + slackMs }
}
