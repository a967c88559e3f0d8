import type { Cell, CellScope } from '@isobar/weather'
import type { WantedExtent } from './continuation.ts'
import type { Shortfall } from './failure.ts'
import type { Caller } from './policy.ts'
import type { AlertRecord, ScopeRecord } from './record.ts'
import type { Supplement } from './supply.ts'
import type { CallCause } from './tables.ts'

/** Who asks, for the ledger, the budgets and the policy. */
export interface Requester {
  readonly cause: CallCause
  readonly trigger: string
  readonly requestId: string | null
  /** Keyed hash of the client's address; null for the service itself. */
  readonly client: string | null
  readonly caller: Caller
}

/** A request for a place's weather. */
export interface WeatherQuery<S extends CellScope> {
  readonly cell: Cell
  readonly scopes: readonly S[]
  /** Only from these, whatever people are shown; omitted: from the providers, in their order. */
  readonly sources?: readonly string[]
  readonly requester: Requester
  /** How far the series of `extended` should reach. */
  readonly extent?: WantedExtent
  /**
   * Milliseconds: older data is renewed before it is served, but no place more often than the caller's policy allows. Omitted: up to the end of
   * `acceptable`.
   */
  readonly maxAgeMs?: number | { readonly [K in S]: number }
  /** False: cached data only. */
  readonly mayCall?: boolean
  /** Milliseconds that this caller will wait, if less than the gateway's own deadline; 0 or less: cached data only. */
  readonly timeoutMs?: number
}

/** The level that served: this process, the level shared by all nodes, or a provider. */
export type CacheLayer = 'memory' | 'database' | 'upstream'

/** What was found of one scope. */
export interface ScopeReading<S extends CellScope> {
  /** Undefined if there is none that has not expired. */
  readonly record: ScopeRecord<S> | undefined
  readonly layer: CacheLayer
  /** Why the record is not as recent as asked for, or why there is none; null if it is. */
  readonly shortfall: Shortfall | null
  /** What other sources supply that the record lacks; nothing where sources are named. */
  readonly supplements: readonly Supplement<S>[]
}

export interface Reading<S extends CellScope> {
  readonly scopes: { readonly [K in S]: ScopeReading<K> }
  /**
   * The cell's last known alerts by source, whatever the scopes; marked as incomplete if the stored official warnings were not looked up. The
   * list keeps its object identity while they are unchanged.
   */
  readonly alerts: readonly AlertRecord[]
  /** False only when this request waited for a provider. */
  readonly cacheHit: boolean
  /** Calls that this request made and waited for, including failed ones. */
  readonly tokensUsed: number
}
