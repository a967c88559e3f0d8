import { ProviderFailure } from '@isobar/providers/port'
import { WORLD_ZOOM } from '@isobar/weather'
import type { Foundation } from '../../../foundation.ts'
import { createFailureBackoff, createSharedFetch, isOwnShareSpent } from '../../../gateway/index.ts'
import { formatTileKey, type TileKey, type TileSource } from './address.ts'
import type { StoredTile, TileStore } from './store.ts'

/** A new tile, from the provider or from another node that fetched it at the same time. */
export interface FetchedTile {
  readonly tile: StoredTile
  readonly by: 'provider' | 'another node'
}

export interface FetchRequester {
  readonly requestId: string
  /** Keyed hash of the client's address. */
  readonly client: string
}

export interface TileFetchOptions<Address extends TileKey> extends Pick<Foundation, 'meter' | 'level' | 'clock' | 'onError'> {
  readonly tiles: TileSource<Address>
  readonly store: TileStore
  readonly freshMs: number
  readonly upstreamTimeoutMs: number
}

/** Fetches tiles with single flight across all nodes. A tile that failed is backed off; a client without budget does not fail others. */
export function createTileFetch<Address extends TileKey>(options: TileFetchOptions<Address>) {
  const { tiles, store, meter, level, clock, freshMs, upstreamTimeoutMs, onError } = options
  const backoff = createFailureBackoff(clock)
  const shared = createSharedFetch<FetchedTile, FetchRequester>({
    level,
    name: 'tile',
    leaseMs: upstreamTimeoutMs + 1_000,
    isLeadersOwn: (error, leader, joiner) => isOwnShareSpent(error) && joiner.client !== leader.client,
    what: 'a tile',
    onError,
  })

  async function fromProvider(
    address: Address,
    requester: FetchRequester,
    behind: (write: Promise<unknown>) => void,
  ): Promise<FetchedTile> {
    const key = formatTileKey(address)
    try {
      const bytes = await meter.run(contextOf(address, requester), (calls) => tiles.fetch(address, calls))
      const tile = { png: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), fetchedAt: clock.now() }
      backoff.clear(key)
      behind(store.putTile(address, tile))
      return { tile, by: 'provider' }
    } catch (error) {
      if (error instanceof ProviderFailure) backoff.note(key, error)
      throw error
    }
  }

  return {
    /** @throws ProviderFailure */
    async fetch(address: Address, requester: FetchRequester): Promise<FetchedTile> {
      const key = formatTileKey(address)
      const { value } = await shared.get(key, requester, {
        known() {
          const failure = backoff.failureOf(key)
          if (failure !== undefined) throw failure
          return undefined
        },
        async find() {
          const now = clock.now()
          const tile = await store.findTile(address, now - freshMs, now)
          return tile && { tile, by: 'another node' }
        },
        fetch: (behind) => fromProvider(address, requester, behind),
      })
      return value
    },
    isInFlight: (address: Address): boolean => shared.isInFlight(formatTileKey(address)),
    /** Resolves when nothing is in flight and everything fetched is stored. */
    drain: (): Promise<void> => shared.drain(),
  }
}

/** The tiles of the world count towards nobody's share: everybody needs them, and a layer has five. */
function contextOf({ z }: TileKey, requester: FetchRequester) {
  const spend = { calls: 0, closed: false }
  const client = z <= WORLD_ZOOM ? null : requester.client
  return { cause: 'tile' as const, trigger: null, requestId: requester.requestId, cellId: null, client, caller: 'person' as const, spend }
}
