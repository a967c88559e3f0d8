import type { Attribution } from '@isobar/providers/port'
import { type Cell, type UnitSystem, toCell } from '@isobar/weather'
import tzLookup from '@photostructure/tz-lookup'
import { AppError } from '../../../errors.ts'
import type { Language } from '../../../messages/languages.ts'
import { createBulkhead } from '../../../platform/bulkhead.ts'
import type { Clock } from '../../../platform/clock.ts'
import { markSimulatedCredit } from '../place-weather/index.ts'
import { limitPeriodsToArchive, parsePeriods, type Period, type Periods } from './period.ts'
import type { Archived, Issues, ReadStore } from './read-store.ts'
import type { ResultStore } from './verification/result-store.ts'

/** What answers from the archive need, of weather or air. */
export interface AnsweringOptions {
  readonly read: ReadStore
  readonly verification: ResultStore
  /** Id of the first provider for a cell. */
  readonly primaryAt: (cellId: number) => string
  /** All queries go through these. */
  readonly turns: RunQuery
  readonly attributionOf: (source: string) => Attribution
  readonly clock: Clock
  readonly retentionMs: () => number
}

export interface HistoryRequest {
  /** The coordinates as requested, which the answer echoes. */
  readonly lat: number
  readonly lon: number
  readonly from: string | undefined
  readonly to: string | undefined
  readonly issues: Issues
  /** Whether each source's forecast of the next days is wanted, too. */
  readonly nextDays?: boolean
  readonly units: UnitSystem
  readonly lang: Language
}

export type HistoryEntry = Readonly<Record<string, string | number | boolean | null>>

/** The zone of a request's place, its periods as requested, and as far as the archive can contain them. @throws AppError invalid_request */
export async function readRequestedPeriods(
  options: AnsweringOptions,
  request: HistoryRequest,
): Promise<Periods & { readonly timezone: string; readonly requested: Periods }> {
  const timezone = await readPlaceTimezone(options, request)
  const now = options.clock.now()
  const requested = parsePeriods(request.from, request.to, timezone, now)
  return { timezone, requested, ...limitPeriodsToArchive(requested, now, options.retentionMs()) }
}

/** The zone stored with the newest observation; without one, the zone from the map. */
export async function readPlaceTimezone(
  { read, turns }: Pick<AnsweringOptions, 'read' | 'turns'>,
  { lat, lon }: Pick<Cell, 'lat' | 'lon'>,
): Promise<string> {
  const { id, lat: cellLat, lon: cellLon } = toCell(lat, lon)
  return (await turns(() => read.findTimezone(id))) ?? tzLookup(cellLat, cellLon)
}

/** The credits of all sources, once each. */
export function listSourceCredits(stored: readonly Archived[], attributionOf: (source: string) => Attribution) {
  const credits = new Map<string, Attribution & { source: string }>()
  for (const { source, simulated } of stored) {
    const key = `${source} ${simulated}`
    if (credits.has(key)) continue
    credits.set(key, { source, ...markSimulatedCredit(attributionOf(source), simulated) })
  }
  return [...credits.values()]
}

/** Per source, a cell has at most one observation in 5 minutes, and a valid time at most one issue per hour: far fewer than this. */
export const MAX_PER_STEP = 20_000

/** What is stored in these steps, at most `limit`, as entries; one step at a time, so that memory use stays constant. */
export async function* streamHistoryEntries<Stored>(
  steps: readonly Period[],
  limit: number,
  list: (step: Period, limit: number) => Promise<readonly Stored[]>,
  entryOf: (stored: Stored) => HistoryEntry,
): AsyncGenerator<HistoryEntry> {
  let left = limit
  for (const step of steps) {
    const most = Math.min(left, MAX_PER_STEP)
    if (most <= 0) return
    const stored = await list(step, most)
    for (const each of stored) yield entryOf(each)
    left -= stored.length
  }
}

/** Runs work when a slot is free. */
export type RunQuery = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Limits the archive's share of database connections: many requests for long periods must not block the gateway's budget queries. Work that
 * gets no slot in time is refused with `service_unavailable`.
 */
export function createQueryQueue({ atOnce, waiting, withinMs }: Readonly<Record<'atOnce' | 'waiting' | 'withinMs', number>>): RunQuery {
  const bulkhead = createBulkhead(atOnce, waiting)
  return async (work) => {
    if (!(await bulkhead.enter(AbortSignal.timeout(withinMs)))) {
      throw new AppError('service_unavailable', 'The archive is overloaded. Please try again shortly.')
    }
    try {
      return await work()
    } finally {
      bulkhead.leave()
    }
  }
}
