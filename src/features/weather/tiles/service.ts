import { AppError } from '../../../errors.ts'
import { attempt, type CacheLayer, lateAfter, notConfigured, asAppError, BudgetSpent } from '../../../gateway/index.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { weakEtag } from '../../../platform/http/bytes/etag.ts'
import { ownBytes } from '../../../platform/own-bytes.ts'
import { type TileAddress, ProviderFailure } from '../../../providers/provider.ts'
import { DAY_SECONDS } from '../../../time.ts'
import { tileKey } from './address.ts'
import type { StoredTile } from './store.ts'
import { createTileFetch, type FetchRequester, type TileFetchOptions } from './tile-fetch.ts'

export interface Tile extends StoredTile {
  readonly etag: string
}

export interface ServedTile {
  readonly tile: Tile
  /** The layer that served: this process, the database shared by all nodes, or the provider. */
  readonly layer: CacheLayer
  /** True for the last good tile, served because the provider did not answer or its budget is spent. */
  readonly isStale: boolean
  /** True if the call was made by another request. */
  readonly collapsed: boolean
  readonly ageSeconds: number
}

export type TileService = ReturnType<typeof createTileService>

export interface TileRequester extends FetchRequester {
  /** True for a crawler: it only gets cached tiles. */
  readonly crawler: boolean
}

export interface TileServiceOptions extends Omit<TileFetchOptions, 'freshMs'> {
  readonly isSwitchedOff: () => boolean
  readonly requestTimeoutMs: number
  readonly memoryBytes: number
  /** Total size limit of the tiles in the database. */
  readonly storedBytes: number
}

/** The provider redraws its maps every ten minutes. */
export const TILE_FRESH_SECONDS = 600
/** Maximum age of a stale tile: yesterday's clouds say nothing about now. */
const TILE_USABLE_SECONDS = DAY_SECONDS
const ENTRY_OVERHEAD = 300

/** Memory, then the database, then the provider; a stale tile is better than an error. */
export function createTileService(options: TileServiceOptions) {
  const { tiles, store, clock, upstreamTimeoutMs, requestTimeoutMs, onError } = options
  const memory = createMemoryCache<string, Tile>('tiles', options.memoryBytes, ({ png }) => png.length + ENTRY_OVERHEAD)
  const fetching = createTileFetch({ ...options, freshMs: TILE_FRESH_SECONDS * 1_000 })

  function remember(key: string, stored: StoredTile): Tile {
    const cached = memory.get(key)
    if (cached !== undefined && cached.fetchedAt >= stored.fetchedAt) return cached
    const tile = { ...stored, png: ownBytes(stored.png), etag: weakEtag(stored.png) }
    memory.set(key, tile)
    return tile
  }

  /** The newer tile of memory and the database; a database that is down counts as a miss. */
  async function load(address: TileAddress, key: string, cached: Tile | undefined): Promise<Tile | undefined> {
    try {
      const since = Math.max(cached?.fetchedAt ?? 0, clock.now() - TILE_USABLE_SECONDS * 1_000)
      const stored = await store.findTile(address, since)
      return stored === undefined ? cached : remember(key, stored)
    } catch (error) {
      onError(error, 'reading a tile')
      return cached
    }
  }

  function served(tile: Tile, layer: CacheLayer, collapsed = false, now = clock.now()): ServedTile {
    const ageSeconds = Math.max(0, Math.floor((now - tile.fetchedAt) / 1_000))
    return { tile, layer, collapsed, ageSeconds, isStale: ageSeconds >= TILE_FRESH_SECONDS }
  }

  /** The provider's tile. If a usable old tile exists, waits only half the upstream timeout; the call continues in the background. */
  async function fetched(address: TileAddress, requester: TileRequester, old: ServedTile | undefined): Promise<ServedTile> {
    const collapsed = fetching.isInFlight(address)
    const timer = new AbortController()
    const coming = attempt(fetching.fetch(address, requester))
    const late = lateAfter(old === undefined ? requestTimeoutMs : upstreamTimeoutMs / 2, timer.signal)
    const outcome = await Promise.race([coming, late])
    timer.abort()
    if (outcome.kind === 'fulfilled') {
      const { tile, by } = outcome.value
      return served(remember(tileKey(address), tile), by === 'provider' ? 'upstream' : 'database', collapsed)
    }
    // A late tile is cached for the next request.
    void coming.then((late) => late.kind === 'fulfilled' && remember(tileKey(address), late.value.tile))
    if (old !== undefined) return old
    throw tileFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
  }

  return {
    /** The tile, if it is fresh in memory; undefined when `tile` must be called instead. `now`: the clock's time. */
    peek(address: TileAddress, now: number): ServedTile | undefined {
      const cached = tiles.configured() ? memory.get(tileKey(address)) : undefined
      const answer = cached && served(cached, 'memory', false, now)
      return answer?.isStale === false ? answer : undefined
    },
    /** @throws AppError service_unavailable, rate_limited or upstream_error */
    async tile(address: TileAddress, requester: TileRequester): Promise<ServedTile> {
      if (!tiles.configured()) throw options.isSwitchedOff() ? notConfigured(true) : noTiles()
      const key = tileKey(address)
      const cached = memory.get(key)
      if (cached !== undefined && !served(cached, 'memory').isStale) return served(cached, 'memory')
      const best = await load(address, key, cached)
      const old = best === undefined ? undefined : served(best, best === cached ? 'memory' : 'database')
      if (old?.isStale === false) return old
      const usable = old !== undefined && old.ageSeconds < TILE_USABLE_SECONDS ? old : undefined
      if (!requester.crawler) return fetched(address, requester, usable)
      if (usable === undefined) throw new AppError('service_unavailable', 'Crawlers only get cached tiles.', { retryAfterSeconds: 3_600 })
      return usable
    },
    /** Deletes tiles that are too old, and the oldest ones beyond the size limit, for all nodes. Resolves with their number. */
    evict: (): Promise<number> => store.evict(clock.now() - TILE_USABLE_SECONDS * 1_000, options.storedBytes),
    /** Resolves when nothing is in flight and everything fetched is stored. */
    drain: (): Promise<void> => fetching.drain(),
  }
}

/**
 * The error for a caller when neither a cached tile nor the provider could answer; an `undefined` failure means that the provider timed
 * out.
 */
export function tileFailure(failure: unknown): AppError {
  if (failure === undefined) return new AppError('upstream_error', 'The map tile provider did not respond in time.')
  if (!(failure instanceof ProviderFailure))
    return new AppError('service_unavailable', 'The map tile cache is not reachable.', { cause: failure, retryAfterSeconds: 5 })
  const { retryAfterSeconds } = failure
  const options = { cause: failure, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
  switch (failure.kind) {
    case 'budget_spent':
      if (failure instanceof BudgetSpent && failure.share !== undefined) return asAppError(failure)
      return new AppError('rate_limited', 'The budget for map tiles is used up, and there is no cached tile.', {
        retryAfterSeconds: 60,
        ...options,
      })
    case 'not_configured':
      return notConfigured(false)
    case 'refused_key':
    case 'no_subscription':
      return new AppError('service_unavailable', 'The map tile provider rejected the configured key.', options)
    default:
      return new AppError('upstream_error', 'The map tile provider failed.', options)
  }
}

/** The error when no provider in use has tiles. */
export function noTiles(): AppError {
  return new AppError('service_unavailable', 'No weather provider in use has map tiles.')
}
