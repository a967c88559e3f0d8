import type { Clock } from '../platform/clock.ts'
import { ProviderFailure, type ProviderFailureKind } from '../providers/provider.ts'
import type { Alert } from '../domain/alert.ts'
import type { Cell } from '../domain/cell.ts'
import type { FreshnessWindows } from '../domain/freshness.ts'
import type { AlertListSource, DailyPoint, HourlyPoint, Series } from '../domain/model.ts'
import { jobCallsLeft } from './budget.ts'
import type { CellCache, CellEntry } from './cell-cache.ts'
import { createHolding } from './holding.ts'
import { refreshContext } from './call-context.ts'
import type { Meter } from './paid-calls.ts'
import { attempt, type Outcome, within } from './race.ts'
import { type AlertRecord, dataOf, type ScopeRecord, windowOf } from './record.ts'
import { type ReadableSource, recordFor, type SourcePart } from './source-parts.ts'
import type { ReportError } from '../errors.ts'
import { DAY_SECONDS } from '../time.ts'

/** Which source a job reads; the service's configuration decides what each of them is. */
export type SourceRole = 'primary' | 'second' | 'national' | 'official'

/** What a job wants to read from one source, and what that may cost. */
export interface SourceQuery {
  readonly role: SourceRole
  readonly cell: Cell
  /** Data up to this age is used without a call. */
  readonly maxAgeMs: number
  /** Alerts older than this are fetched again if calls are allowed; up to `maxAgeMs` they are good enough otherwise. */
  readonly alertsWantedMs?: number
  /** False: cached data only. */
  readonly mayCall: boolean
  /** Milliseconds that this reading may take in total. */
  readonly timeoutMs: number
  /** For the ledger: `cron_…`. */
  readonly trigger: string
}

/**
 * One source's data for a place, never another's: the outcome of the reading, and the available data, which may be older than wanted
 * whatever the outcome.
 */
export type SourceReading = SourceOutcome & SourceWords

/**
 * `ok`: all that the source has is recent enough; `failed`: the call failed, or the source is backed off after failures; `deferred`: not
 * called, because the budget or the caller did not allow it; `none`: it is not configured, does not cover the place, or has none of the
 * data. `isDue` if data is older than wanted and calls were not allowed.
 */
export type SourceOutcome =
  | { readonly outcome: 'ok' | 'deferred'; readonly isDue?: true; readonly failure?: never }
  | { readonly outcome: 'failed'; readonly failure: ProviderFailureKind; readonly isDue?: never }
  | { readonly outcome: 'none'; readonly failure?: never; readonly isDue?: never }

interface SourceWords {
  /** Provider id; empty if the service has no such source. */
  readonly source: string
  /** Epoch milliseconds of the oldest data returned; null without data. */
  readonly fetchedAt: number | null
  /** Calls that this reading made, including failed ones; 0 if it joined another's fetch. */
  readonly calls: number
  /** Whether it made any. */
  readonly called: boolean
  readonly hourly: Series<HourlyPoint> | null
  readonly daily: Series<DailyPoint> | null
  /** Null if unknown, which is not the same as no alerts. */
  readonly alerts: readonly Alert[] | null
  /** Epoch milliseconds when that list was fetched; null without one. */
  readonly alertsFetchedAt: number | null
  /** The feeds behind the alerts, if the source combines several. */
  readonly feeds?: readonly AlertListSource[]
  /** IANA name, if the source has one. */
  readonly timezone: string | null
  /** True when the upstream marked any of it as simulated. */
  readonly simulated: boolean
}

/**
 * Reads one named source for jobs, through the same fetches, leases, backoff and archive as ordinary requests, but without filling memory.
 */
export type SourceReader = ReturnType<typeof createSourceReader>

export interface SourceReaderOptions {
  readonly sources: Readonly<Record<SourceRole, ReadableSource | undefined>>
  readonly cells: CellCache
  readonly meter: Meter
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  /** The fraction of the daily budget that jobs may use, 0–1. */
  readonly jobShare: () => number
  readonly onError: ReportError
}

/** `cells` is shared with the gateway, so a fetch for either serves both. */
export function createSourceReader(options: SourceReaderOptions) {
  const { sources, meter, clock, windows, onError } = options
  const { memory, load } = createHolding(options)

  async function readSource(query: SourceQuery): Promise<SourceReading> {
    const { cell, role } = query
    const source = sources[role]
    const parts = source === undefined ? [] : partsOf(source)
    if (source === undefined || parts.length === 0 || !source.covers(cell)) return nothing(source)
    const giveUpAt = performance.now() + query.timeoutMs
    const now = clock.now()
    const isWanted = (entry: CellEntry | undefined) =>
      parts.every((part) => isNotOlder([part], source, [entry], wantedSince(part, source, query, now)))

    const known = memory(cell, true)
    const entry = isWanted(known) ? known : await load(cell, true, query.timeoutMs)
    if (source.isAbsent(entry)) return nothing(source)
    if (isWanted(entry)) return told(source, [entry], { outcome: 'ok' }, 0)
    if (!query.mayCall) {
      const isGood = isNotOlder(parts, source, [entry], now - query.maxAgeMs)
      return told(source, [entry], { outcome: isGood ? 'ok' : 'deferred', isDue: true }, 0)
    }
    return ask(source, query, entry, giveUpAt)
  }

  /** Fetches the outdated parts concurrently and takes what has arrived by the deadline. */
  async function ask(source: ReadableSource, query: SourceQuery, entry: CellEntry | undefined, giveUpAt: number): Promise<SourceReading> {
    const { cell, trigger, maxAgeMs } = query
    const now = clock.now()
    const old = partsOf(source).filter((part) => !isNotOlder([part], source, [entry], wantedSince(part, source, query, now)))
    // Data that arrives from now on is recent enough, whatever the requested age. `fetchedAt` has a resolution of one second.
    const youngSince = Math.min(now - maxAgeMs, Math.floor(now / 1_000) * 1_000)
    const entries = [entry]
    const context = refreshContext(cell, { cause: 'job', trigger, requestId: null })
    const fetchPart = async ({ fetch, scopes }: SourcePart): Promise<void> => {
      entries.push(await fetch.fetch(cell, scopes, context, entry))
      const following = fetch.following(cell, scopes)
      if (following === undefined) return
      await following
      entries.push(await load(cell, true))
    }
    const leftMs = giveUpAt - performance.now()
    if (leftMs <= 0) return told(source, entries, { outcome: 'failed', failure: 'timeout' }, 0)
    const fetches = Promise.all(oncePerFetch(old).map((part) => attempt(fetchPart(part))))
    const ended = await within(leftMs, fetches)
    const { calls } = context.spend
    if (isNotOlder(partsOf(source), source, entries, youngSince)) return told(source, entries, { outcome: 'ok' }, calls)
    const verdict: SourceOutcome = entries.some((each) => source.isAbsent(each)) ? { outcome: 'none' } : verdictOf(ended)
    return verdict.outcome === 'none' ? { ...nothing(source), calls, called: calls > 0 } : told(source, entries, verdict, calls)
  }

  function verdictOf(ended: readonly Outcome<void>[] | { readonly kind: 'late' }): SourceOutcome {
    if ('kind' in ended) return { outcome: 'failed', failure: 'timeout' }
    const failures = ended.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.failure] : []))
    for (const failure of failures) if (!(failure instanceof ProviderFailure)) onError(failure, 'reading a source')
    const kinds = failures.map((failure) => (failure instanceof ProviderFailure ? failure.kind : 'unavailable'))
    if (kinds.includes('not_found')) return { outcome: 'none' }
    const failure = kinds.find((kind) => kind !== 'budget_spent')
    if (failure !== undefined) return { outcome: 'failed', failure }
    return kinds.length > 0 ? { outcome: 'deferred' } : { outcome: 'failed', failure: 'invalid_body' }
  }

  function told(source: ReadableSource, entries: readonly (CellEntry | undefined)[], verdict: SourceOutcome, calls: number): SourceReading {
    const recordOf = (part: SourcePart | undefined): ScopeRecord | undefined => {
      const record = part && recordFor(part, source.id, entries)
      if (record === undefined || (part === source.alerts && !record.available)) return undefined
      return clock.now() - record.fetchedAt < windowOf(record.scope, windows()).emergencySeconds * 1_000 ? record : undefined
    }
    const [hourly, daily, alerts] = [recordOf(source.hourly), recordOf(source.daily), recordOf(source.alerts)]
    const list = alerts && dataOf(alerts as AlertRecord)
    const fetchedAts = [hourly, daily, alerts].flatMap((record) => record?.fetchedAt ?? [])
    return {
      ...verdict,
      source: source.id,
      fetchedAt: fetchedAts.length === 0 ? null : Math.min(...fetchedAts),
      calls,
      called: calls > 0,
      hourly: hourly === undefined ? null : dataOf(hourly as ScopeRecord<'hourly'>),
      daily: daily === undefined ? null : dataOf(daily as ScopeRecord<'daily'>),
      alerts: list?.alerts ?? null,
      ...(list?.sources === undefined ? {} : { feeds: list.sources }),
      alertsFetchedAt: alerts?.fetchedAt ?? null,
      timezone: (hourly ?? daily)?.timezone ?? null,
      simulated: [hourly, daily, alerts].some((record) => record?.simulated === true),
    }
  }

  return {
    /** Hours, days and official alerts of that source. Never throws. */
    readSource,
    /**
     * Calls to that role's product that jobs may make now: the part of their daily share accrued so far, minus today's usage. Infinity for a
     * product without a daily limit; 0 without such a source.
     */
    async jobShare(role: SourceRole): Promise<number> {
      const product = sources[role]?.product
      if (product === undefined) return 0
      const [usage, usedByJobs] = await Promise.all([meter.usage(product), meter.usedByJobs(product)])
      const day = usage.find(({ windowSeconds }) => windowSeconds === DAY_SECONDS)
      if (day === undefined) return Infinity
      return jobCallsLeft({ ...day, usedByJobs, share: options.jobShare(), weight: product.weight }, clock.now())
    },
  }
}

/** Epoch milliseconds: a part fetched earlier is fetched again. */
function wantedSince(
  part: SourcePart,
  { alerts }: ReadableSource,
  { maxAgeMs, alertsWantedMs = maxAgeMs }: SourceQuery,
  now: number,
): number {
  return now - (part === alerts ? Math.min(maxAgeMs, alertsWantedMs) : maxAgeMs)
}

function partsOf({ hourly, daily, alerts }: ReadableSource): SourcePart[] {
  return [hourly, daily, alerts].filter((part) => part !== undefined)
}

/** One part for each distinct fetch. */
function oncePerFetch(parts: readonly SourcePart[]): SourcePart[] {
  return parts.filter((part, index) => parts.findIndex(({ scopes }) => scopes === part.scopes) === index)
}

/** Whether every part is present and was fetched at or after `since` (epoch milliseconds). */
function isNotOlder(
  parts: readonly SourcePart[],
  { id }: ReadableSource,
  entries: readonly (CellEntry | undefined)[],
  since: number,
): boolean {
  return parts.every((part) => (recordFor(part, id, entries)?.fetchedAt ?? -Infinity) >= since)
}

function nothing(source: ReadableSource | undefined): SourceReading {
  const empty = { hourly: null, daily: null, alerts: null, alertsFetchedAt: null, timezone: null, simulated: false }
  return { outcome: 'none', source: source?.id ?? '', fetchedAt: null, calls: 0, called: false, ...empty }
}
