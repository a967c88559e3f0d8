import type { Cell } from '../../../domain/cell.ts'
import type { PublicScope } from '../../../domain/scope.ts'
import type { AppError } from '../../../errors.ts'
import {
  type AlertRecord,
  type Gateway,
  type Requester,
  type ScopeRecord,
  type ServedScope,
  type Supplement,
} from '../../../gateway/index.ts'
import { NO_STATION, type PlaceStation, type Stations } from '../stations/index.ts'

/** What is written of one scope of a place depends on these objects; while they are the same, so is what is written. */
export interface FoundScope<S extends PublicScope = PublicScope> {
  readonly record: ScopeRecord<S>
  /** What other sources supply that the record lacks. */
  readonly supplements: readonly Supplement<S>[]
  /** The cell's alerts by source, for the current scope; `NO_ALERTS` in the others, which list none. */
  readonly alerts: readonly AlertRecord[]
  /** What stations say of the place, for the current scope; `NO_STATION` in the others. */
  readonly station: PlaceStation
}

export const NO_ALERTS: readonly AlertRecord[] = []

/** One scope as it is served, and how it was obtained. */
export interface ReadScope<S extends PublicScope = PublicScope> extends FoundScope<S>, ServedScope<S> {}

/** Several scopes of a place. */
export interface PlaceReading {
  /** Those that were asked for, but for those that cannot be had. */
  readonly scopes: { readonly [S in PublicScope]?: ReadScope<S> }
  /** False only when this request waited for a provider. */
  readonly cacheHit: boolean
  /** Calls that this request made and waited for, including failed ones. */
  readonly tokensUsed: number
}

/** What could be read of a place, and why the rest cannot be had. */
export interface PartialReading extends PlaceReading {
  readonly failures: { readonly [S in PublicScope]?: AppError }
}

export interface PlaceQuery {
  readonly cell: Cell
  readonly scopes: readonly PublicScope[]
  /** Scopes without which an answer is still one. */
  readonly optional?: readonly PublicScope[]
}

/** Milliseconds; omitted: the gateway's own limits. */
export interface ReadLimits {
  readonly maxAgeMs?: number
  readonly timeoutMs?: number
}

/** The way of every public answer about a place's weather to its data. */
export type PlaceReader = ReturnType<typeof createPlaceReader>

export interface PlaceReaderOptions {
  readonly gateway: Pick<Gateway, 'scopesOf' | 'peekFresh' | 'delivers'>
  readonly stations: Pick<Stations, 'peek' | 'find'>
}

/** Reads a place's scopes together: one load, one fetch, one cost, whoever asks through whichever API. */
export function createPlaceReader({ gateway, stations }: PlaceReaderOptions) {
  /**
   * The hot path: one scope that is fresh in memory, synchronously and without side effects; undefined when `read` must be called instead.
   * `now`: the clock's time.
   */
  function peekScope<S extends PublicScope>(cell: Cell, scope: S, now: number): FoundScope<S> | undefined {
    const { record, supplements, alerts } = gateway.peekFresh(cell, scope, now) ?? {}
    if (record === undefined || supplements === undefined || alerts === undefined) return undefined
    const station = scope === 'current' ? stations.peek(cell, record.simulated, now) : NO_STATION
    return station && { record, supplements, alerts: scope === 'current' ? alerts : NO_ALERTS, station }
  }

  /** Optional scopes that no source in use delivers at the place are not asked for. */
  function wanted({ cell, scopes, optional = [] }: PlaceQuery): readonly PublicScope[] {
    return optional.length === 0 ? scopes : [...scopes, ...optional.filter((scope) => gateway.delivers(cell, scope))]
  }

  /**
   * Reads scopes of a place for a requester, as far as they can be had.
   * @throws AppError service_unavailable if no provider can be called
   */
  async function readEach(query: PlaceQuery, requester: Requester, limits: ReadLimits = {}): Promise<PartialReading> {
    const { cell } = query
    const { scopes: served, alerts, ...rest } = await gateway.scopesOf({ cell, scopes: wanted(query), requester, ...limits })
    const found = await Promise.all(
      Object.values(served).map(async (each) => {
        const { scope, simulated } = each.record
        const isCurrent = scope === 'current'
        const station = isCurrent ? await stations.find(cell, simulated) : NO_STATION
        return [scope, { ...each, alerts: isCurrent ? alerts : NO_ALERTS, station }]
      }),
    )
    return { scopes: Object.fromEntries(found) as PlaceReading['scopes'], ...rest }
  }

  return {
    peekScope,
    readEach,

    /** The same for all scopes of a query. */
    peek(query: PlaceQuery, now: number): PlaceReading | undefined {
      const scopes: Partial<Record<PublicScope, ReadScope>> = {}
      for (const scope of wanted(query)) {
        const found = peekScope(query.cell, scope, now)
        if (found === undefined) return undefined
        scopes[scope] = { ...found, layer: 'memory', freshness: 'fresh' }
      }
      return { scopes: scopes as PlaceReading['scopes'], cacheHit: true, tokensUsed: 0 }
    },

    /** Whether `peek` would read the same again, without the cost of a new reading. */
    isStill({ cell, scopes, optional = [] }: PlaceQuery, { scopes: read }: PlaceReading, now: number): boolean {
      const isSame = (scope: PublicScope): boolean => {
        const [before, found] = [read[scope], peekScope(cell, scope, now)]
        return before !== undefined && found !== undefined && isSameScope(before, found)
      }
      return scopes.every(isSame) && optional.every((scope) => (gateway.delivers(cell, scope) ? isSame(scope) : read[scope] === undefined))
    },

    /**
     * Reads all scopes of a query.
     * @throws AppError service_unavailable, location_not_found, rate_limited or upstream_error, if a scope that is not optional cannot be had
     */
    async read(query: PlaceQuery, requester: Requester): Promise<PlaceReading> {
      const { failures, ...reading } = await readEach(query, requester)
      for (const scope of query.scopes) if (failures[scope] !== undefined) throw failures[scope]
      return reading
    },
  }
}

/** Whether both are made of the same objects. Lists of supplements are made anew for each request; records are not. */
export function isSameScope(one: FoundScope, other: FoundScope): boolean {
  const isSame = one.record === other.record && one.alerts === other.alerts && one.station === other.station
  return isSame && isSuppliedAlike(one.supplements, other.supplements)
}

function isSuppliedAlike(ones: readonly Supplement[], others: readonly Supplement[]): boolean {
  return ones === others || (ones.length === others.length && ones.every(({ record }, index) => record === others[index]?.record))
}
