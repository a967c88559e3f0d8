import { setImmediate } from 'node:timers/promises'
import { type Cell, type CellScope, type Freshness, type PublicScope, gradeFreshness } from '@isobar/weather'
import { AppError } from '../errors.ts'
import { computeAgeMs } from '../time.ts'
import type { ListedAlert } from './alert-entries.ts'
import { selectBlendRecords } from './blending.ts'
import { computeRecordAge } from './choose.ts'
import type { WantedExtent } from './continuation.ts'
import { toShortfallError } from './failure.ts'
import { createRecordReader, mergeOfficialAlerts, type ReadOptions } from './read.ts'
import type { CacheLayer, Reading, WeatherQuery } from './reading.ts'
import type { AlertRecord, ScopeRecord } from './record.ts'
import { createSituationReader, type SituationOptions } from './situation.ts'
import type { OpenSource } from './source-fetch.ts'
import { findScopeGroup } from './sources.ts'
import { isWhole, NO_SUPPLEMENTS, type Supplement } from './supply.ts'
import { createWait, type WaitOptions } from './wait.ts'

/** One scope as served to people. */
export interface ServedScope<S extends CellScope> {
  readonly record: ScopeRecord<S>
  readonly supplements: readonly Supplement<S>[]
  readonly layer: CacheLayer
  /** By the age of the data alone. */
  readonly freshness: Freshness
}

type Cost = Pick<Reading<CellScope>, 'alerts' | 'cacheHit' | 'tokensUsed'>
/** One scope, and how it was obtained. */
export type Served<S extends CellScope> = ServedScope<S> & Cost
/** Several scopes, and of those that cannot be had the error that says why. */
export type ServedScopes<S extends CellScope> = {
  readonly scopes: { readonly [K in S]?: ServedScope<K> }
  readonly failures: { readonly [K in S]?: AppError }
} & Cost

/** The only way to weather: memory → second level → budget → provider. What is served, `chooseRecord` decides (README.md). */
export type Gateway = ReturnType<typeof createGateway>

export interface GatewayOptions extends Omit<ReadOptions, 'waiting' | 'situation'>, SituationOptions, WaitOptions {
  /** Calls to the source's product that jobs may make now; Infinity without a daily limit. */
  readonly jobCallsLeft: (source: OpenSource) => Promise<number>
  /** Resolves when the ledger holds the outcome of every finished call. */
  readonly drainLedger: () => Promise<void>
}

/** A person as such: whether a source is left alone for all of them. */
const ANYBODY = { caller: 'person', client: null } as const
/** The instigator of look-ups that no request waits for. */
const NOBODY = { cause: 'job', trigger: null, requestId: null, caller: 'job' } as const

/** `open.ts` supplies the parts. */
export function createGateway(options: GatewayOptions) {
  const { sources, alerts: answerAlerts, cells, blending, clock, windows, onError } = options
  const waiting = createWait(options)
  const situation = createSituationReader(options)
  const { read, load } = createRecordReader({ ...options, waiting, situation })
  const { supply, findContinuing } = situation

  /**
   * Several scopes at once.
   * @throws AppError service_unavailable if no provider can be called
   */
  async function scopesOf<S extends CellScope>(query: Omit<WeatherQuery<S>, 'sources'>): Promise<ServedScopes<S>> {
    const { scopes, ...reading } = await read(query)
    const served: { [K in S]?: ServedScope<K> } = {}
    const failures: { [K in S]?: AppError } = {}
    for (const scope of query.scopes) {
      const { record, supplements, layer, shortfall } = scopes[scope]
      if (record === undefined) {
        failures[scope] = toShortfallError(shortfall)
        continue
      }
      const freshness = gradeFreshness(scope, computeAgeMs(record.fetchedAt, clock.now()), windows())
      served[scope] = { record, supplements, layer, freshness }
    }
    return { ...reading, scopes: served, failures }
  }

  return {
    /** The error if no weather can be served at all: no provider has its key, or all are switched off; null if it can. */
    unavailable: options.unavailable,
    /** By what they deliver, in their order: the ids that a query may name. The weather providers are those in force. */
    sources: {
      get weather(): readonly string[] {
        return options.order.weather().map(({ id }) => id)
      },
      /**
       * Those weather providers that deliver a scope and do not lack the measurement, if one is named. Those that deliver `alert` pass on the
       * warnings of others.
       */
      delivering(scope: CellScope, measurement?: string): readonly string[] {
        return options.order
          .weather()
          .filter((source) => findScopeGroup(source, scope) !== undefined && source.lacks?.includes(measurement ?? scope) !== true)
          .map(({ id }) => id)
      },
      feeds: sources.filter(({ kind }) => kind === 'feed').map(({ id }) => id),
      warnings: sources.filter(({ kind }) => kind === 'warnings').map(({ id }) => id),
    },
    read,
    /** Whether any source in use delivers the scope there. */
    delivers: (cell: Cell, scope: CellScope): boolean => options.order.firstOf(scope, cell) !== undefined,
    /**
     * One scope, or the error that says why there is none.
     * @throws AppError service_unavailable, location_not_found, rate_limited or upstream_error
     */
    async weather<S extends CellScope>({
      scope,
      ...query
    }: Omit<WeatherQuery<S>, 'scopes' | 'sources'> & { scope: S }): Promise<Served<S>> {
      const { scopes, failures, ...cost } = await scopesOf({ ...query, scopes: [scope] })
      const served: ServedScope<S> | undefined = scopes[scope]
      if (served === undefined) throw failures[scope] as AppError
      return { ...served, ...cost }
    },
    scopesOf,
    /**
     * The hot path: the record that this process would serve as fresh, synchronously and without side effects. Also undefined if the answer
     * would start background work. `now`: the clock's time.
     */
    peekFresh<S extends CellScope>(cell: Cell, scope: S, now: number = clock.now(), extent?: WantedExtent) {
      const first = options.order.firstOf(scope, cell)
      // A first source can be called, so the weather is available.
      if (first === undefined && options.unavailable() !== null) return undefined
      const entry = cells.memory(cell)
      const record = cells.shownIn(cell, entry, scope, first)
      if (entry === undefined || record === undefined) return undefined
      if (computeRecordAge(record, first, now) >= windows()[scope].freshSeconds * 1_000) return undefined
      const { alerts } = entry
      if (answerAlerts.isWaiting(cell, entry, scope === 'current', now)) return undefined
      if (extent !== undefined && scope === 'extended') {
        const shown = record as ScopeRecord as ScopeRecord<'extended'>
        const { wanted, supplements } = findContinuing(
          { cell, extent, requester: ANYBODY },
          shown,
          entry.records.extended ?? [],
          () => false,
          now,
        )
        return wanted === undefined
          ? {
              record: blending.apply(cell, entry, record),
              supplements: supplements as readonly Supplement[] as readonly Supplement<S>[],
              alerts,
            }
          : undefined
      }
      if (isWhole(record)) return { record: blending.apply(cell, entry, record), supplements: NO_SUPPLEMENTS, alerts }
      const { wanted, ...supplied } = supply(cell, record, entry, ANYBODY, now)
      const isFresh = gradeFreshness(scope, computeAgeMs(supplied.record.fetchedAt, now), windows()) === 'fresh'
      return wanted === undefined && isFresh ? { ...supplied, record: blending.apply(cell, entry, supplied.record), alerts } : undefined
    },
    /**
     * An alert by its id, as last fetched with its cell's alerts; never calls a provider. Undefined if unknown.
     * @throws AppError service_unavailable
     */
    async alert(id: string): Promise<ListedAlert | undefined> {
      try {
        return await cells.alert(id)
      } catch (cause) {
        throw new AppError('service_unavailable', 'The alerts cannot be read right now.', { cause, retryAfterSeconds: 5 })
      }
    },
    /** What people are shown of a place, however old, and its alerts; never calls a provider. */
    async peek<S extends CellScope>(cell: Cell, scope: S): Promise<{ record: ScopeRecord<S> | undefined; alerts: readonly AlertRecord[] }> {
      const found = cells.shownIn(cell, cells.memory(cell), scope) ?? cells.shownIn(cell, await load(cell, true), scope)
      const record = found && blending.apply(cell, cells.memory(cell), found)
      const alerts = cells.memory(cell)?.alerts ?? []
      const official = await answerAlerts.lookUp(cell, NOBODY, alerts)
      return { record, alerts: answerAlerts.withMark(mergeOfficialAlerts(alerts, official), clock.now()) }
    },
    /** What is known of a cell's blend, and the records that it is made of. Never calls a provider; errors of the second level count as nothing known. */
    async readBlend(cell: Cell) {
      const entry = await load(cell, false, undefined, true)
      const shown = cells.shownIn(cell, entry, 'hourly')
      return { blend: entry?.blend, records: entry && shown && selectBlendRecords(entry, shown) }
    },
    /** The cached records of a scope that would be served without calling a provider, by cell id. Never calls, never refreshes. */
    async peekCells<S extends PublicScope>(wanted: readonly Cell[], scope: S): Promise<Map<number, ScopeRecord<S>>> {
      const found = await cells.shownAt(wanted, scope).catch((error: unknown) => {
        onError(error, 'reading the second cache level')
        return new Map<number, never>()
      })
      for (const [id, { fetchedAt }] of found) {
        const freshness = gradeFreshness(scope, computeAgeMs(fetchedAt, clock.now()), windows())
        if (freshness !== 'fresh' && freshness !== 'acceptable') found.delete(id)
      }
      return found
    },
    /**
     * Calls to that provider that jobs may make now: the part of their daily share accrued so far, minus today's usage; the least of its
     * products in force. Infinity for products without a daily limit; 0 without such a source.
     */
    async jobCallsLeft(id: string): Promise<number> {
      const left = options.order.all().flatMap((source) => (source.id === id ? [options.jobCallsLeft(source)] : []))
      return left.length === 0 ? 0 : Math.min(...(await Promise.all(left)))
    },
    /** Resolves when nothing is in flight and everything fetched and spent is written. */
    async drain(): Promise<void> {
      // Who waits for a source that fails goes on with the next one, which may have been idle until then.
      do {
        await Promise.all(sources.map(({ fetching }) => fetching.drain()))
        await setImmediate()
      } while (sources.some(({ fetching }) => fetching.isBusy()))
      await options.drainLedger()
      await waiting.drain()
    },
  }
}
