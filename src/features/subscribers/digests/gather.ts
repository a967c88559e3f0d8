import { setTimeout as sleep } from 'node:timers/promises'
import type { Attribution } from '@isobar/providers/port'
import type { Cell, ExtraScope, FreshnessWindows } from '@isobar/weather'
import { AppError, type ReportError } from '../../../errors.ts'
import { type Gateway, NO_SUPPLEMENTS, type Requester, type ScopeRecord, type ServedScope } from '../../../gateway/index.ts'
import type { HistoryService } from '../../weather/history/index.ts'
import { markSimulatedCredit, type PlaceWeatherService } from '../../weather/place-weather/index.ts'
import type { DigestPlacePart } from './emails/weekly-digest/data.ts'
import { buildPlacePart, WEEK_MS } from './part.ts'

/** Makes the parts of places for one run. */
export type Gatherer = ReturnType<typeof createGatherer>

export interface GatherOptions {
  readonly gateway: Pick<Gateway, 'weather' | 'read' | 'sources' | 'peek' | 'peekCells'>
  /** The scopes of air and sea that show what somebody wants to be alerted of at a place. */
  readonly watchedExtras: (cell: number) => Promise<readonly ExtraScope[]>
  readonly history: Pick<HistoryService, 'pastOf'>
  readonly placeWeather: Pick<PlaceWeatherService, 'readDays'>
  readonly attributionOf: (source: string) => Attribution
  readonly windows: () => FreshnessWindows
  readonly onError: ReportError
}

const REQUESTER: Requester = { cause: 'job', trigger: 'cron_weekly_digests', requestId: null, client: null, caller: 'job' }
/** Waits for the minute's budget, but not for the day's. */
const MAX_WAIT_SECONDS = 60
/** Limit of waits per run: after that, places count as unavailable, and the next run tries them. */
const MAX_WAITS = 15

/** `now`: the start of the run, so that all of its mails cover the same week. `signal` ends waiting. */
export function createGatherer(options: GatherOptions, now: number, signal: AbortSignal) {
  const { gateway, history, placeWeather, watchedExtras, attributionOf, windows, onError } = options
  let waits = 0
  let waiting: Promise<void> | undefined

  /** Places refused at the same time share one wait. */
  function waitForBudget(seconds: number): Promise<void> {
    waiting ??= sleep(seconds * 1_000, undefined, { signal })
      .catch(() => undefined)
      .finally(() => (waiting = undefined))
    return waiting
  }

  async function weatherOf(cell: Cell) {
    for (;;) {
      if (signal.aborted) return null
      try {
        // Stale-while-revalidate would refresh stale data anyway, so the mail may as well wait for the result.
        return await gateway.weather({ cell, scope: 'daily', requester: REQUESTER, maxAgeMs: windows().daily.freshSeconds * 1_000 })
      } catch (error) {
        if (!(error instanceof AppError)) onError(error, 'gathering the weather of a place for a digest')
        const seconds = error instanceof AppError && error.code === 'rate_limited' ? (error.retryAfterSeconds ?? Infinity) : Infinity
        if (seconds > MAX_WAIT_SECONDS || (waiting === undefined && ++waits > MAX_WAITS)) return null
        await waitForBudget(seconds)
      }
    }
  }

  /** The records of air and sea that somebody wants, from a source with pollen if there is one. A failure costs the mail only these. */
  async function extrasOf(cell: Cell, mayCall: boolean): Promise<ScopeRecord<ExtraScope>[]> {
    const wanted = await watchedExtras(cell.id)
    const records = await Promise.all(
      wanted.map(async (scope) => {
        const withPollen = scope === 'air' ? gateway.sources.delivering('air', 'pollen') : []
        const sources = withPollen.length > 0 ? withPollen : gateway.sources.delivering(scope)
        const maxAgeMs = windows()[scope].freshSeconds * 1_000
        const { scopes } = await gateway.read({ cell, scopes: [scope], sources, requester: REQUESTER, maxAgeMs, mayCall })
        return scopes[scope].record ?? []
      }),
    )
    return records.flat()
  }

  async function partFrom(
    cell: Cell,
    served: Pick<ServedScope<'daily'>, 'record' | 'supplements'>,
    alerts: Awaited<ReturnType<Gateway['peek']>>['alerts'],
    mayCall: boolean,
  ) {
    const daily = served.record
    const [days, extras, past] = await Promise.all([
      placeWeather.readDays(cell, served, now),
      extrasOf(cell, mayCall).catch((error: unknown) => {
        onError(error, 'reading air and sea of a place for a digest')
        return []
      }),
      history.pastOf(cell, { fromMs: now - WEEK_MS, toMs: now }).catch((error: unknown) => {
        onError(error, 'reading the past week of a place for a digest')
        return null
      }),
    ])
    const attribution = markSimulatedCredit(attributionOf(daily.source), daily.simulated)
    return buildPlacePart(
      { daily, days, alerts, past, extras, attribution, attributionOf, alertStaleSeconds: windows().alert.staleSeconds },
      now,
    )
  }

  return {
    /** The place's part, from a provider if the cached data is not fresh; null when its weather is unavailable. Never rejects. */
    async gather(cell: Cell): Promise<DigestPlacePart | null> {
      const served = await weatherOf(cell)
      if (served === null) return null
      return (await partFrom(cell, served, served.alerts, true).catch(noPart)) ?? null
    },

    /** The parts of those places with useful cached data, by cell id; calls no provider. */
    async peek(cells: readonly Cell[]): Promise<Map<number, DigestPlacePart>> {
      const parts = new Map<number, DigestPlacePart>()
      const cached = await gateway.peekCells(cells, 'daily')
      for (const cell of cells) {
        const daily = cached.get(cell.id)
        if (daily === undefined) continue
        const { alerts } = await gateway.peek(cell, 'daily')
        const part = await partFrom(cell, { record: daily, supplements: NO_SUPPLEMENTS }, alerts, false).catch(noPart)
        if (part !== undefined) parts.set(cell.id, part)
      }
      return parts
    },
  }

  function noPart(error: unknown): undefined {
    onError(error, 'making the part of a place for a digest')
  }
}
