import { LRUCache } from 'lru-cache'
import type { Meter } from '../../../gateway/index.ts'
import { BudgetSpent } from '../../../gateway/refusals.ts'
import type { Lease, SecondLevel } from '../../../platform/cache/second-level.ts'
import { takeTurn } from '../../../platform/cache/turn.ts'
import type { Clock } from '../../../platform/clock.ts'
import { ProviderFailure, type TileAddress, type TileCapability, withoutCause } from '../../../providers/provider.ts'
import { tileKey } from './address.ts'
import type { StoredTile, TileStore } from './store.ts'

/** A tile that has just come, from the provider or from another node that fetched it at the same time. */
export interface Landed {
  readonly tile: StoredTile
  readonly by: 'provider' | 'another node'
}

/** On whose behalf a tile is fetched. */
export interface FlightAsker {
  readonly requestId: string
  /** Keyed hash of the client's address. */
  readonly client: string
}

/** Fetches each tile once for everybody who wants it at the same time, on all nodes. */
export interface TileFlights {
  /** @throws ProviderFailure */
  fetch(address: TileAddress, asker: FlightAsker): Promise<Landed>
  isFlying(address: TileAddress): boolean
  /** Resolves when nothing is under way and everything fetched is stored. */
  settled(): Promise<void>
}

export interface TileFlightsOptions {
  readonly tiles: TileCapability
  readonly store: TileStore
  readonly meter: Meter
  /** Holds the leases. */
  readonly level: SecondLevel
  readonly clock: Clock
  readonly freshMs: number
  readonly upstreamTimeoutMs: number
  readonly onError: (error: unknown, what: string) => void
}

/** A tile that has just failed is left alone this long; the circuit breaker guards against a provider that fails for all. */
const REST_MS = 10_000
const MAX_RESTING = 5_000

export function createTileFlights(options: TileFlightsOptions): TileFlights {
  const { tiles, store, meter, level, clock, freshMs, upstreamTimeoutMs, onError } = options
  const flights = new Map<string, { readonly landed: Promise<Landed>; readonly client: string }>()
  const landing = new Set<Promise<void>>()
  const resting = new LRUCache<string, { until: number; failure: ProviderFailure }>({ max: MAX_RESTING })

  async function fly(address: TileAddress, key: string, asker: FlightAsker): Promise<Landed> {
    const rest = resting.get(key)
    if (rest !== undefined && rest.until > clock.now()) throw rest.failure
    const lease = await leaseOrLanding(address, key)
    if (lease !== null && 'tile' in lease) return lease
    let written: Promise<void> = Promise.resolve()
    try {
      const png = await meter.run(contextOf(asker), (calls) => tiles.fetch(address, calls))
      const tile = { png, fetchedAt: clock.now() }
      written = store.putTile(address, tile)
      return { tile, by: 'provider' }
    } catch (error) {
      if (error instanceof ProviderFailure && error.kind !== 'budget_spent' && error.kind !== 'circuit_open') {
        resting.set(key, { until: clock.now() + REST_MS, failure: withoutCause(error) })
      }
      throw error
    } finally {
      // The answer does not wait for the write; the lease does, so that another node finds the tile when it gets the lease.
      land(written.finally(() => lease?.release()))
    }
  }

  /** Our lease, or another node's tile; null when the database is down, where a doubled call is the lesser harm. */
  async function leaseOrLanding(address: TileAddress, key: string): Promise<Lease | Landed | null> {
    const find = () => store.findTile(address, clock.now() - freshMs)
    const turn = await takeTurn(level, `tile:${key}`, upstreamTimeoutMs + 1_000, find).catch((error: unknown) => {
      onError(error, 'leasing the fetch of a tile')
      return null
    })
    if (turn?.kind === 'late') throw new ProviderFailure('timeout', "another node's fetch of the tile did not end")
    return turn?.kind === 'found' ? { tile: turn.value, by: 'another node' } : (turn?.lease ?? null)
  }

  function land(work: Promise<void> | undefined): void {
    if (work === undefined) return
    const tracked = work.catch((error: unknown) => onError(error, 'storing a tile')).finally(() => landing.delete(tracked))
    landing.add(tracked)
  }

  return {
    async fetch(address, asker) {
      const key = tileKey(address)
      for (;;) {
        const flying = flights.get(key)
        if (flying === undefined) {
          const landed = fly(address, key, asker).finally(() => flights.delete(key))
          flights.set(key, { landed, client: asker.client })
          return landed
        }
        try {
          return await flying.landed
        } catch (error) {
          // The leader was refused for its own sake; somebody else may still be allowed.
          if (!(error instanceof BudgetSpent) || !error.personal || flying.client === asker.client) throw error
        }
      }
    },
    isFlying: (address) => flights.has(tileKey(address)),
    async settled() {
      while (flights.size + landing.size > 0) {
        await Promise.allSettled([...flights.values()].map(({ landed: flight }) => flight))
        await Promise.all(landing)
      }
    },
  }
}

function contextOf({ requestId, client }: FlightAsker) {
  const spend = { calls: 0, closed: false }
  return { cause: 'tile' as const, trigger: null, requestId, cellId: null, client, background: false, spend }
}
