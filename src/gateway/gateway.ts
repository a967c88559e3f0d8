import { AppError, type ReportError } from '../errors.ts'
import type { Clock } from '../platform/clock.ts'
import { ProviderFailure } from '../providers/provider.ts'
import type { Cell } from '../domain/cell.ts'
import { type Freshness, freshnessOf, type FreshnessWindows } from '../domain/freshness.ts'
import type { CellScope, WeatherScope } from '../domain/scope.ts'
import type { ListedAlert } from './alert-index.ts'
import type { CellCache, CellEntry } from './cell-cache.ts'
import { isPassing } from './cell-fetch.ts'
import type { Deliveries } from './deliveries.ts'
import { type CacheLayer, createHolding, type Held } from './holding.ts'
import type { AlertsBeside } from './national-alerts.ts'
import { type Caller, refreshContext } from './call-context.ts'
import type { AlertRecord, ScopeRecord } from './record.ts'
import type { SourceReader } from './source-reading.ts'
import type { StoredWarnings } from './stored-warnings.ts'
import type { CallCause } from './tables.ts'
import { createWaiting, youngest } from './waiting.ts'

/** The caller, for the ledger and the budgets. */
export interface Asker {
  readonly cause: CallCause
  readonly trigger: string
  readonly requestId: string | null
  /** Keyed hash of the client's address; null for the service itself. */
  readonly client: string | null
  /** A crawler gets cached data, else the second provider's: the primary is never called, and nothing is refreshed. */
  readonly caller: Exclude<Caller, 'refresh'>
}

/** A request for one scope of a place's weather. */
export interface WeatherQuery<S extends CellScope> {
  readonly cell: Cell
  readonly scope: S
  readonly asker: Asker
  /** Data older than this is refreshed before answering, but no cell more often than once in `minRefreshMs`. */
  readonly maxAgeMs?: number
  /** Milliseconds that this caller will wait, if less than the gateway's own deadline; 0 or less: cached data only. */
  readonly timeoutMs?: number
}

export type { CacheLayer } from './holding.ts'

/** The weather served for a query, and how it was obtained. */
export interface Served<S extends CellScope> {
  readonly record: ScopeRecord<S>
  /**
   * The cell's last known alerts by source, whatever the scope; marked as incomplete if the stored official warnings were not looked up. The
   * list keeps its object identity while they are unchanged.
   */
  readonly alerts: readonly AlertRecord[]
  readonly layer: CacheLayer
  /** False only when this request waited for a provider. */
  readonly cacheHit: boolean
  readonly freshness: Freshness
  /** Calls that this request made and waited for, including failed ones. */
  readonly tokensUsed: number
}

/**
 * The only way to weather: memory → second level → budget → provider. Fresh data is served at once, and so is acceptable data, while a
 * refresh runs in the background (stale-while-revalidate; not for jobs and crawlers, which do not come back). Otherwise the request waits
 * for the first provider, then for the second, then falls back to emergency data, then to the error. Data fetched from another provider for
 * crawlers, jobs or prefetching is not shown to a person until the first provider has been called for a person.
 */
export interface Gateway extends SourceReader {
  /** The error if no weather can be served at all: the primary provider has no key, or is switched off; null if it can. */
  unavailable(): AppError | null
  /** @throws AppError service_unavailable, location_not_found, rate_limited or upstream_error */
  weather<S extends CellScope>(query: WeatherQuery<S>): Promise<Served<S>>
  /**
   * The hot path: the record that this process would serve as fresh, synchronously and without side effects. Also undefined if the answer
   * would start background work. `now`: the clock's time.
   */
  peekFresh<S extends CellScope>(cell: Cell, scope: S, now?: number): { record: ScopeRecord<S>; alerts: readonly AlertRecord[] } | undefined
  /**
   * An alert by its id, as last fetched with its cell's alerts; never calls a provider. Undefined if unknown.
   * @throws AppError service_unavailable
   */
  alert(id: string): Promise<ListedAlert | undefined>
  /** The newest usable data of a place in either cache level, however old, and its alerts; never calls a provider. */
  peek<S extends CellScope>(cell: Cell, scope: S): Promise<{ record: ScopeRecord<S> | undefined; alerts: readonly AlertRecord[] }>
  /** The cached records of a scope that would be served without calling a provider, by cell id. Never calls, never refreshes. */
  peekCells<S extends WeatherScope>(cells: readonly Cell[], scope: S): Promise<Map<number, ScopeRecord<S>>>
  /** Resolves when nothing is in flight and everything fetched and spent is written. */
  drain(): Promise<void>
}

export interface GatewayOptions {
  /** Why the primary provider cannot be called at all; null: it can. */
  readonly primaryMissing: () => AppError | null
  readonly deliveries: (scope: CellScope) => Deliveries | undefined
  /** The national feed's alerts; undefined without one. */
  readonly beside: AlertsBeside | undefined
  /** The official warnings that the service itself stores; undefined if it reads none. */
  readonly stored: StoredWarnings | undefined
  readonly sources: SourceReader
  readonly cells: CellCache
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  readonly upstreamTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly minRefreshMs: number
  readonly maxBackgroundRefreshes: number
  /** Resolves when the providers' fetches and their ledger rows are complete. */
  readonly drainFetches: () => Promise<void>
  readonly onError: ReportError
}

/** Wires cache, fetches and waiting together; `open.ts` supplies the parts. */
export function createGateway(options: GatewayOptions): Gateway {
  const { deliveries, beside, stored, cells, clock, windows, onError } = options
  const holding = createHolding(options)
  const { memory, load, heldOf, fallbackOf } = holding
  const waiting = createWaiting({ ...options, holding })
  let refreshing = 0

  async function weather<S extends CellScope>(query: WeatherQuery<S>): Promise<Served<S>> {
    const missing = options.primaryMissing()
    if (missing !== null) throw missing
    const { cell, scope } = query
    const passing = isPassing(query.asker)
    const known = memory(cell, passing)
    const held = heldOf(known, scope, 'memory')
    if (held !== undefined && isServable(held, query, known)) return serveHeld(held, query)
    const startedAt = performance.now()
    const entry = await load(cell, passing)
    const loaded = heldOf(entry, scope, 'database')
    const best = loaded?.record === held?.record ? held : loaded
    const fallback = fallbackOf(entry, scope, 'database')
    const servable = query.asker.caller === 'crawler' ? youngest(best, fallback) : best
    if (servable !== undefined && isServable(servable, query, entry)) return serveHeld(servable, query)
    if (best === undefined && (entry?.absentUntil ?? 0) > clock.now()) throw locationNotFound()
    const leftMs = Math.min(options.requestTimeoutMs, query.timeoutMs ?? Infinity) - (performance.now() - startedAt)
    if (leftMs > 0) refreshBeside(query)
    const looking = lookUp(query, entry?.alerts ?? [], leftMs)
    const { held: answer, ...cost } = await waiting.wait(query, { held: best, fallback, entry }, leftMs)
    return { ...served(answer, query, await looking), ...cost }
  }

  /** Whether the record may be served without waiting for a provider. */
  function isServable<S extends CellScope>(
    held: Held<S>,
    { scope, maxAgeMs, asker }: WeatherQuery<S>,
    entry: CellEntry | undefined,
  ): boolean {
    if (asker.caller === 'crawler') return true
    if (held.freshness === 'emergency') return false
    if (maxAgeMs === undefined || held.ageMs <= maxAgeMs) return true
    const together = deliveries(scope)?.first.scopes ?? [scope]
    const newest = Math.max(...together.map((each) => entry?.records[each]?.fetchedAt ?? 0))
    return clock.now() - newest < options.minRefreshMs
  }

  async function serveHeld<S extends CellScope>(held: Held<S>, query: WeatherQuery<S>): Promise<Served<S>> {
    refreshBeside(query)
    if (held.freshness === 'acceptable') refreshBehind(query)
    const official = await lookUp(query, held.alerts, query.timeoutMs)
    return { ...served(held, query, official), cacheHit: true, tokensUsed: 0 }
  }

  /** The stored warnings of the place for an answer that shows alerts. A crawler's answer costs no query, and says that it does not know. */
  async function lookUp({ cell, scope, asker }: WeatherQuery<CellScope>, alerts: readonly AlertRecord[], patienceMs?: number) {
    if (asker.caller === 'crawler' || (scope !== 'current' && asker.cause !== 'job')) return undefined
    return stored?.lookUp(cell, asker, alerts, patienceMs)
  }

  /** Jobs and crawlers do not come back, so data that arrives later would be bought for nobody. */
  function refreshBeside(query: WeatherQuery<CellScope>): void {
    if (!isPassing(query.asker)) beside?.refresh(query.cell, query.asker)
  }

  function refreshBehind(query: WeatherQuery<CellScope>): void {
    const { cell, scope, asker } = query
    if (isPassing(query.asker)) return
    const delivery = deliveries(scope)?.first
    if (delivery === undefined || refreshing >= options.maxBackgroundRefreshes) return
    if (delivery.fetch.isInFlight(cell, delivery.scopes) || delivery.fetch.isBackedOff(cell, delivery.scopes, asker)) return
    refreshing += 1
    delivery.fetch
      .fetch(cell, delivery.scopes, refreshContext(cell, asker, scope), cells.peek(cell))
      .catch((error: unknown) => {
        if (!(error instanceof ProviderFailure)) onError(error, 'refreshing a cell')
      })
      .finally(() => {
        refreshing -= 1
      })
  }

  function served<S extends CellScope>(
    { record, freshness, layer, alerts }: Held<S>,
    query: WeatherQuery<S>,
    official: AlertRecord | undefined,
  ): Pick<Served<S>, 'record' | 'alerts' | 'freshness' | 'layer'> {
    // Alerts from other sources than the weather provider may have arrived meanwhile.
    const known = isPassing(query.asker) ? undefined : cells.peek(query.cell)?.alerts
    return { record, freshness, layer, alerts: withMark(known ?? joined(alerts, official)) }
  }

  function withMark(alerts: readonly AlertRecord[], now: number = clock.now()): readonly AlertRecord[] {
    return stored?.withMark(alerts, now) ?? alerts
  }

  return {
    unavailable: options.primaryMissing,
    weather,
    peekFresh(cell, scope, now = clock.now()) {
      if (options.primaryMissing() !== null) return undefined
      const entry = cells.memory(cell)
      const held = heldOf(entry, scope, 'memory', now)
      const alerts = entry?.alerts ?? []
      if (held?.freshness !== 'fresh' || beside?.isDue(cell, 'person', now) === true) return undefined
      if (scope === 'current' && stored?.isKnown(alerts, now) === false) return undefined
      return { record: held.record, alerts }
    },
    async alert(id) {
      try {
        return await cells.alert(id)
      } catch (cause) {
        throw new AppError('service_unavailable', 'The alerts cannot be read right now.', { cause, retryAfterSeconds: 5 })
      }
    },
    async peek(cell, scope) {
      const held = heldOf(cells.memory(cell), scope, 'memory') ?? heldOf(await load(cell, false), scope, 'database')
      const alerts = cells.memory(cell)?.alerts ?? []
      return { record: held?.record, alerts: withMark(joined(alerts, await stored?.lookUp(cell, NOBODY, alerts))) }
    },
    async peekCells(wanted, scope) {
      const found = await cells.newest(wanted, scope).catch((error: unknown) => {
        onError(error, 'reading the second cache level')
        return new Map<number, never>()
      })
      for (const [id, { fetchedAt }] of found) {
        const freshness = freshnessOf(scope, Math.max(0, clock.now() - fetchedAt), windows())
        if (freshness !== 'fresh' && freshness !== 'acceptable') found.delete(id)
      }
      return found
    },
    ...options.sources,
    async drain() {
      await options.drainFetches()
      await waiting.drain()
    },
  }
}

/** A look-up for a passing caller is not in memory. */
function joined(alerts: readonly AlertRecord[], official: AlertRecord | undefined): readonly AlertRecord[] {
  return official === undefined ? alerts : [...alerts.filter(({ scope }) => scope !== official.scope), official]
}

/** The instigator of look-ups that no request waits for. */
const NOBODY = { cause: 'job', trigger: null, requestId: null, caller: 'background' } as const

function locationNotFound(): AppError {
  return new AppError('location_not_found', 'The weather provider has no data for these coordinates.')
}
