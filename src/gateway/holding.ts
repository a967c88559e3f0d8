import type { Clock } from '../platform/clock.ts'
import type { Cell } from '../domain/cell.ts'
import { type Freshness, freshnessOf, type FreshnessWindows } from '../domain/freshness.ts'
import type { CellScope } from '../domain/scope.ts'
import type { CellCache, CellEntry } from './cell-cache.ts'
import { attempt, within } from './race.ts'
import { type AlertRecord, asOrdinary, type ScopeRecord, fallbackScopeOf } from './record.ts'
import type { ReportError } from '../errors.ts'

/** The level that served: this process, the level shared by all nodes, or a provider. */
export type CacheLayer = 'memory' | 'database' | 'upstream'

/** A record that is not expired, with the cell's entry. */
export interface Held<S extends CellScope> {
  readonly record: ScopeRecord<S>
  readonly entry: CellEntry
  readonly alerts: readonly AlertRecord[]
  readonly ageMs: number
  readonly freshness: Freshness
  readonly layer: CacheLayer
}

/** Reads from both cache levels, limited to usable records. */
export type Holding = ReturnType<typeof createHolding>

export interface HoldingOptions {
  readonly cells: CellCache
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  readonly onError: ReportError
}

/** A healthy second level answers in milliseconds. */
const LEVEL_PATIENCE_MS = 1_000

/** Errors of the second level go to `onError`, never to the caller. */
export function createHolding({ cells, clock, windows, onError }: HoldingOptions) {
  function held<S extends CellScope>(
    entry: CellEntry | undefined,
    record: ScopeRecord<S> | undefined,
    layer: CacheLayer,
    now: number,
  ): Held<S> | undefined {
    if (entry === undefined || record === undefined) return undefined
    const ageMs = Math.max(0, now - record.fetchedAt)
    const freshness = freshnessOf(record.scope, ageMs, windows())
    return freshness === 'expired' ? undefined : { record, entry, alerts: entry.alerts, ageMs, freshness, layer }
  }

  return {
    /** The entry in memory; for a passing caller without marking it as used. */
    memory: (cell: Cell, passing: boolean): CellEntry | undefined => (passing ? cells.peek(cell) : cells.memory(cell)),

    /**
     * Reads both levels; a second level that is down or stalls counts as a miss, and memory still answers. A passing caller does not change
     * memory.
     */
    async load(cell: Cell, passing: boolean, patienceMs: number = LEVEL_PATIENCE_MS): Promise<CellEntry | undefined> {
      const reading = passing ? cells.read(cell) : cells.load(cell)
      const outcome = await within(Math.min(patienceMs, LEVEL_PATIENCE_MS), attempt(reading))
      if (outcome.kind === 'fulfilled') return outcome.value
      onError(outcome.kind === 'failed' ? outcome.failure : new Error('no answer in time'), 'reading the second cache level')
      return cells.peek(cell)
    },

    /** The entry's record of the scope, unless it is expired. */
    heldOf: <S extends CellScope>(
      entry: CellEntry | undefined,
      scope: S,
      layer: CacheLayer,
      now: number = clock.now(),
    ): Held<S> | undefined => held(entry, entry?.records[scope] as ScopeRecord<S> | undefined, layer, now),
    /** The same for the fallback's record. */
    fallbackOf<S extends CellScope>(entry: CellEntry | undefined, scope: S, layer: CacheLayer): Held<S> | undefined {
      const fallbackScope = fallbackScopeOf(scope)
      const record = fallbackScope && entry?.records[fallbackScope]
      return held(entry, record && asOrdinary<S>(record), layer, clock.now())
    },
  }
}
