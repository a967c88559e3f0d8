import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease, SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import { type Provider, ProviderFailure, type WeatherBundle, type WeatherCapability } from '../providers/provider.ts'
import type { Cell } from '../weather/cell.ts'
import type { CellCache, CellEntry } from './cell-cache.ts'
import { BudgetSpent, type CallContext, type Meter } from './paid-calls.ts'
import { recordsOf } from './record.ts'
import { createRests } from './rest.ts'

/** A provider that delivers weather. */
export type WeatherProvider = Provider & { readonly weather: WeatherCapability }

/** Fetches a cell from one provider, once, for everybody who wants it at the same time, on all nodes. */
export interface CellFetch {
  /**
   * Resolves when the cell's new records are in memory, fetched here or by another node.
   * @throws ProviderFailure
   */
  fetch(cell: Cell, context: CallContext): Promise<CellEntry>
  /** Whether a fetch of the cell is under way here. */
  isFlying(cell: Cell): boolean
  /** Resolves when nothing is under way and everything fetched is in the second level. */
  settled(): Promise<void>
}

export interface CellFetchOptions {
  readonly provider: WeatherProvider
  readonly cells: CellCache
  readonly level: SecondLevel
  readonly meter: Meter
  readonly clock: Clock
  readonly upstreamTimeoutMs: number
  readonly absentMs: number
  readonly onError: (error: unknown, what: string) => void
  readonly onFetched: ((fetched: Fetched) => void) | undefined
}

/** One successful fetch, as the archive and others beside the answer's path get it. */
export interface Fetched {
  readonly cell: Cell
  readonly source: string
  /** Epoch milliseconds, whole seconds, as in the records. */
  readonly fetchedAt: number
  readonly bundle: WeatherBundle
}

interface Flight {
  readonly promise: Promise<CellEntry>
}

/** How long another node's fetch is looked for between two looks. */
const POLL_MS = 40

export function createCellFetch(options: CellFetchOptions): CellFetch {
  const { provider, cells, level, meter, clock, upstreamTimeoutMs, onError } = options
  const flights = new Map<number, Flight>()
  const landing = new Set<Promise<void>>()
  const rests = createRests(clock)

  async function fetch(cell: Cell, context: CallContext): Promise<CellEntry> {
    for (;;) {
      const flying = flights.get(cell.id)
      if (flying === undefined) return lead(cell, context)
      try {
        return await flying.promise
      } catch (error) {
        // The leader was refused for its own sake; somebody else may still be allowed.
        if (!(error instanceof BudgetSpent) || !error.personal || context.background) throw error
      }
    }
  }

  function lead(cell: Cell, context: CallContext): Promise<CellEntry> {
    const promise = fly(cell, context).finally(() => flights.delete(cell.id))
    flights.set(cell.id, { promise })
    return promise
  }

  async function fly(cell: Cell, context: CallContext): Promise<CellEntry> {
    const resting = rests.failureOf(cell)
    if (resting !== undefined) throw resting
    const held = newestOf(cells.memory(cell), provider.id)
    const lease = await leaseOrLanding(cell, held)
    if (lease === 'landed') return cells.memory(cell) ?? (await cells.load(cell))
    let written: Promise<void> = Promise.resolve()
    try {
      const bundle = await meter.run(context, (calls) => provider.weather.fetch(cell, calls, clock.now()))
      rests.clear(cell)
      const fetchedAt = Math.floor(clock.now() / 1_000) * 1_000
      written = cells.store(cell, recordsOf(bundle, provider.id, fetchedAt))
      options.onFetched?.({ cell, source: provider.id, fetchedAt, bundle })
      return cells.memory(cell) as CellEntry
    } catch (error) {
      if (error instanceof ProviderFailure) {
        rests.note(cell, error)
        if (error.kind === 'not_found') written = cells.storeAbsent(cell, clock.now() + options.absentMs)
      }
      throw error
    } finally {
      // The answer does not wait for the write; the lease does, so that another node finds the records when it gets the lease.
      land(written.finally(() => lease?.release()))
    }
  }

  /** Our lease, or `landed` once another node's records are here; null when the second level is down, where a doubled call is the lesser harm. */
  async function leaseOrLanding(cell: Cell, heldSince: number): Promise<Lease | 'landed' | null> {
    const ttlMs = upstreamTimeoutMs + 1_000
    const giveUpAt = performance.now() + ttlMs
    try {
      for (;;) {
        const lease = await level.lease(`fetch:${provider.id}:${cell.id}`, ttlMs)
        const entry = await cells.load(cell)
        if (newestOf(entry, provider.id) > heldSince) {
          land(lease?.release())
          return 'landed'
        }
        if (lease !== null) return lease
        if (performance.now() > giveUpAt) throw new ProviderFailure('timeout', `another node's fetch of the cell did not end`)
        await sleep(POLL_MS)
      }
    } catch (error) {
      if (error instanceof ProviderFailure) throw error
      onError(error, 'leasing a fetch')
      return null
    }
  }

  function land(work: Promise<void> | undefined): void {
    if (work === undefined) return
    const tracked = work.catch((error: unknown) => onError(error, 'writing fetched weather')).finally(() => landing.delete(tracked))
    landing.add(tracked)
  }

  return {
    fetch,
    isFlying: (cell) => flights.has(cell.id),
    async settled() {
      while (flights.size + landing.size > 0) {
        await Promise.allSettled([...flights.values()].map((flight) => flight.promise))
        await Promise.all(landing)
      }
    },
  }
}

/** When the provider's newest record in the entry was fetched; 0 without one. */
function newestOf(entry: CellEntry | undefined, providerId: string): number {
  const records = Object.values(entry?.records ?? {})
  return Math.max(0, ...records.filter((record) => record.source === providerId).map((record) => record.fetchedAt))
}
