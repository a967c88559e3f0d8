import { type Cell, type PublicScope, findStartOfHour } from '@isobar/weather'
import type { AppError } from '../../../errors.ts'
import {
  type AlertRecord,
  type Gateway,
  type Requester,
  type ScopeRecord,
  type ServedScope,
  type Supplement,
} from '../../../gateway/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { NO_STATION, type PlaceStation, type Stations } from '../stations/index.ts'
import { getWorstLayer } from './worst-part.ts'

/** What is written of one scope of a place depends on these objects; while they are the same, so is what is written. */
export interface FoundScope<S extends PublicScope = PublicScope> {
  readonly record: ScopeRecord<S>
  /** What other sources supply that the record lacks. */
  readonly supplements: readonly Supplement<S>[]
  /** The cell's alerts by source, for the current scope; `NO_ALERTS` in the others, which list none. */
  readonly alerts: readonly AlertRecord[]
  /** What stations say of the place, for current weather and for the day's high and low; `NO_STATION` in the other scopes. */
  readonly station: PlaceStation
  /** The sources' whole series, in their order, for hours and days if they are asked for; `NO_EXTENDED` otherwise. */
  readonly extended: readonly ScopeRecord<'extended'>[]
}

export const NO_ALERTS: readonly AlertRecord[] = []
export const NO_EXTENDED: readonly ScopeRecord<'extended'>[] = []

/** One scope as it is served, and how it was obtained. */
export interface ReadScope<S extends PublicScope = PublicScope> extends FoundScope<S>, ServedScope<S> {}

/** Several scopes of a place. */
export interface PlaceReading {
  /** Those that were asked for, but for those that cannot be had. */
  readonly scopes: { readonly [S in PublicScope]?: ReadScope<S> }
  /** What was asked of its series. */
  readonly extent?: SeriesExtent | undefined
  /** False only when this request waited for a provider. */
  readonly cacheHit: boolean
  /** Calls that this request made and waited for, including failed ones. */
  readonly tokensUsed: number
}

/** What could be read of a place, and why the rest cannot be had. */
export interface PartialReading extends PlaceReading {
  readonly failures: { readonly [S in PublicScope]?: AppError }
}

/** How far a series is asked for. */
export interface SeriesExtent {
  /** From the running hour on. */
  readonly hours?: number
  /** Before the running hour, of those that are known. */
  readonly pastHours?: number
  /** From today on. */
  readonly days?: number
  /** Whether steps of several hours do not count as hours, so that the next source's hours replace them. */
  readonly onlyHours?: true
}

export interface PlaceQuery {
  readonly cell: Cell
  readonly scopes: readonly PublicScope[]
  /** Scopes without which an answer is still one. */
  readonly optional?: readonly PublicScope[]
  /** How far hours and days should reach beyond the usual ones; the hours of today that have passed come with them. */
  readonly extent?: SeriesExtent
}

/** Milliseconds; omitted: the gateway's own limits. */
export interface ReadLimits {
  readonly maxAgeMs?: number
  readonly timeoutMs?: number
}

/** The way of every public answer about a place's weather to its data. */
export type PlaceReader = ReturnType<typeof createPlaceReader>

export interface PlaceReaderOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly gateway: Pick<Gateway, 'scopesOf' | 'peekFresh' | 'delivers'>
  readonly stations: Pick<Stations, 'peek' | 'find'>
}

/** Reads a place's scopes together: one load, one fetch, one cost, whoever asks through whichever API. */
export function createPlaceReader({ gateway, stations, clock }: PlaceReaderOptions) {
  /**
   * The hot path: one scope that is fresh in memory, synchronously and without side effects; undefined when `read` must be called instead.
   * `now`: the clock's time.
   */
  function peekScope<S extends PublicScope>(cell: Cell, scope: S, now: number, extent?: SeriesExtent): FoundScope<S> | undefined {
    const { record, supplements, alerts } = gateway.peekFresh(cell, scope, now) ?? {}
    if (record === undefined || supplements === undefined || alerts === undefined) return undefined
    const station = hasStation(scope) ? stations.peek(cell, record.simulated, now) : NO_STATION
    const extended = extent === undefined || !isSeries(scope) ? NO_EXTENDED : peekExtended(cell, extent, now)
    return station && extended && { record, supplements, alerts: scope === 'current' ? alerts : NO_ALERTS, station, extended }
  }

  /** Undefined if `read` must look for them; none where no source has any. */
  function peekExtended(cell: Cell, extent: SeriesExtent, now: number): readonly ScopeRecord<'extended'>[] | undefined {
    if (!gateway.delivers(cell, 'extended')) return NO_EXTENDED
    const found = gateway.peekFresh(cell, 'extended', now, extentUntil(extent, now))
    return found && extendedOf(found)
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
    const { cell, extent } = query
    const scopes = wanted(query)
    const isExtended = extent !== undefined && scopes.some(isSeries) && gateway.delivers(cell, 'extended')
    const answer = await gateway.scopesOf<PublicScope | 'extended'>({
      cell,
      scopes: isExtended ? [...scopes, 'extended'] : scopes,
      ...(isExtended ? { extent: extentUntil(extent, clock.now()) } : {}),
      requester,
      ...limits,
    })
    const { scopes: all, alerts, failures, ...rest } = answer
    const { extended: series, ...served } = all
    const extended = series === undefined ? NO_EXTENDED : extendedOf(series)
    const found = await Promise.all(
      Object.values(served).map(async (each) => {
        const { scope, simulated } = each.record
        const isCurrent = scope === 'current'
        const station = hasStation(scope) ? await stations.find(cell, simulated) : NO_STATION
        const found = { ...each, alerts: isCurrent ? alerts : NO_ALERTS, station, extended: NO_EXTENDED }
        // What was waited for is part of the series.
        return [scope, series !== undefined && isSeries(scope) ? { ...found, extended, layer: getWorstLayer([each, series]) } : found]
      }),
    )
    return { scopes: Object.fromEntries(found) as PlaceReading['scopes'], extent, failures, ...rest }
  }

  return {
    peekScope,
    readEach,

    /** The same for all scopes of a query. */
    peek(query: PlaceQuery, now: number): PlaceReading | undefined {
      const scopes: Partial<Record<PublicScope, ReadScope>> = {}
      for (const scope of wanted(query)) {
        const found = peekScope(query.cell, scope, now, query.extent)
        if (found === undefined) return undefined
        scopes[scope] = { ...found, layer: 'memory', freshness: 'fresh' }
      }
      return { scopes: scopes as PlaceReading['scopes'], extent: query.extent, cacheHit: true, tokensUsed: 0 }
    },

    /** Whether `peek` would read the same again, without the cost of a new reading. */
    isStill({ cell, scopes, optional = [], extent }: PlaceQuery, { scopes: read }: PlaceReading, now: number): boolean {
      const isSame = (scope: PublicScope): boolean => {
        const [before, found] = [read[scope], peekScope(cell, scope, now, extent)]
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

/** Whether what a station measured is part of the scope. */
function hasStation(scope: PublicScope): boolean {
  return scope === 'current' || scope === 'daily'
}

/** Whether both are made of the same objects. Lists of supplements are made anew for each request; records are not. */
export function isSameScope(one: FoundScope, other: FoundScope): boolean {
  const isSame = one.record === other.record && one.alerts === other.alerts && one.station === other.station
  return isSame && isSuppliedAlike(one.supplements, other.supplements) && areSame(one.extended, other.extended)
}

function areSame<T>(ones: readonly T[], others: readonly T[]): boolean {
  return ones === others || (ones.length === others.length && ones.every((each, index) => each === others[index]))
}

function isSeries(scope: PublicScope): boolean {
  return scope === 'hourly' || scope === 'daily'
}

/** The shown source's series, then those that continue it. */
function extendedOf({ record, supplements }: Pick<ServedScope<'extended'>, 'record' | 'supplements'>): readonly ScopeRecord<'extended'>[] {
  return [record, ...supplements.map((supplement) => supplement.record)]
}

/** As instants; the last day is reached where it has begun in any zone. */
function extentUntil({ hours = 0, days = 0, onlyHours }: SeriesExtent, now: number) {
  const hoursMs = hours === 0 ? 0 : findStartOfHour(now) + hours * HOUR_MS
  return { [onlyHours === true ? 'hours' : 'steps']: hoursMs, days: days === 0 ? 0 : now + (days - 1) * DAY_MS }
}

function isSuppliedAlike(ones: readonly Supplement[], others: readonly Supplement[]): boolean {
  return ones === others || (ones.length === others.length && ones.every(({ record }, index) => record === others[index]?.record))
}
