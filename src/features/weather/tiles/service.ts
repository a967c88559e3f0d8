import { ProviderFailure } from '@isobar/providers/port'
import { WORLD_ZOOM, findParentTile, listCoarserZooms } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import { toOutcome, type CacheLayer, waitUntilLate, buildNotConfiguredError, toAppError, BudgetSpent } from '../../../gateway/index.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { computeWeakEtag } from '../../../platform/http/bytes/etag.ts'
import { copyOwnBytes } from '../../../platform/own-bytes.ts'
import { DAY_SECONDS, compareAges, computeAgeMs } from '../../../time.ts'
import { formatTileKey, type TileKey } from './address.ts'
import { cutTile } from './cut-tile.ts'
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
  /** True for a part of a fresh tile of a lower zoom than is usual, for the same reasons. */
  readonly isCoarse: boolean
  /** True if the call was made by another request. */
  readonly collapsed: boolean
  readonly ageSeconds: number
}

export type TileService<Address extends TileKey> = ReturnType<typeof createTileService<Address>>

export interface TileRequester extends FetchRequester {
  /** True for a crawler: it only gets cached tiles. */
  readonly crawler: boolean
}

export interface TileServiceOptions<Address extends TileKey> extends Omit<TileFetchOptions<Address>, 'freshMs'> {
  /** Omitted: the provider redraws its maps every ten minutes. */
  readonly freshSeconds?: number
  readonly isSwitchedOff: () => boolean
  readonly requestTimeoutMs: number
  readonly memoryBytes: number
  /** Total size limit of the tiles in the database. */
  readonly storedBytes: number
}

const TILE_FRESH_SECONDS = 600
/** Maximum age of a stale tile: yesterday's clouds say nothing about now. */
export const TILE_USABLE_SECONDS = DAY_SECONDS
const ENTRY_OVERHEAD = 300

/**
 * Tiles of a few zooms (`packages/weather/src/map-zoom.ts`) are taken from memory, then the database, then the provider; those of other zooms are cut out of them.
 * If the provider cannot be asked or fails, a fresh tile of a lower zoom is better than a stale one, and that is better than an error.
 */
export function createTileService<Address extends TileKey>(options: TileServiceOptions<Address>) {
  const { tiles, store, clock, upstreamTimeoutMs, requestTimeoutMs, onError, freshSeconds = TILE_FRESH_SECONDS } = options
  const memory = createMemoryCache<string, Tile>('tiles', options.memoryBytes, ({ png }) => png.length + ENTRY_OVERHEAD)
  const fetching = createTileFetch({ ...options, freshMs: freshSeconds * 1_000 })
  const cutting = new Map<string, Promise<Tile>>()

  function remember(key: string, stored: StoredTile): Tile {
    const cached = memory.get(key)
    if (cached !== undefined && compareAges(cached.fetchedAt, stored.fetchedAt, clock.now()) <= 0) return cached
    const tile = { ...stored, png: copyOwnBytes(stored.png), etag: computeWeakEtag(stored.png) }
    memory.set(key, tile)
    return tile
  }

  /** The newer tile of memory and the database; a database that is down counts as a miss. */
  async function load(address: Address, key: string, cached: Tile | undefined): Promise<Tile | undefined> {
    try {
      const now = clock.now()
      const usableMs = TILE_USABLE_SECONDS * 1_000
      const ageMs = cached === undefined ? usableMs : Math.min(usableMs, computeAgeMs(cached.fetchedAt, now))
      const stored = await store.findTile(address, now - ageMs, now)
      return stored === undefined ? cached : remember(key, stored)
    } catch (error) {
      onError(error, 'reading a tile')
      return cached
    }
  }

  function served(tile: Tile, layer: CacheLayer, collapsed = false, now = clock.now()): ServedTile {
    const ageSeconds = Math.floor(computeAgeMs(tile.fetchedAt, now) / 1_000)
    return { tile, layer, collapsed, ageSeconds, isStale: ageSeconds >= freshSeconds, isCoarse: false }
  }

  /** The provider's tile. If a usable old tile exists, waits only half the upstream timeout; the call continues in the background. */
  async function fetched(address: Address, requester: TileRequester, old: ServedTile | undefined): Promise<ServedTile> {
    const collapsed = fetching.isInFlight(address)
    const timer = new AbortController()
    const coming = toOutcome(fetching.fetch(address, requester))
    const late = waitUntilLate(old === undefined ? requestTimeoutMs : upstreamTimeoutMs / 2, timer.signal)
    const outcome = await Promise.race([coming, late])
    timer.abort()
    if (outcome.kind === 'fulfilled') {
      const { tile, by } = outcome.value
      return served(remember(formatTileKey(address), tile), by === 'provider' ? 'upstream' : 'database', collapsed)
    }
    // A late tile is cached for the next request.
    void coming.then((late) => late.kind === 'fulfilled' && remember(formatTileKey(address), late.value.tile))
    if (old !== undefined) return old
    throw toTileError(outcome.kind === 'failed' ? outcome.failure : undefined)
  }

  /** A tile of a source zoom, where nothing has to be fetched: fresh from memory, else the newer of memory and the database. */
  async function known(address: Address): Promise<ServedTile | undefined> {
    const key = formatTileKey(address)
    const cached = memory.get(key)
    if (cached !== undefined && !served(cached, 'memory').isStale) return served(cached, 'memory')
    const best = await load(address, key, cached)
    return best && served(best, best === cached ? 'memory' : 'database')
  }

  async function source(address: Address, requester: TileRequester): Promise<ServedTile> {
    const old = await known(address)
    if (old?.isStale === false) return old
    const usable = old !== undefined && old.ageSeconds < TILE_USABLE_SECONDS ? old : undefined
    if (!requester.crawler) return fetched(address, requester, usable)
    if (usable === undefined) throw new AppError('service_unavailable', 'Crawlers only get cached tiles.', { retryAfterSeconds: 3_600 })
    return usable
  }

  /** The tile of a source zoom, else a fresh one of a lower zoom that contains it. */
  async function nearest(address: Address, requester: TileRequester): Promise<{ served: ServedTile; from: Address }> {
    const outcome = await toOutcome(source(address, requester))
    if (outcome.kind === 'fulfilled' && !outcome.value.isStale) return { served: outcome.value, from: address }
    for (const zoom of listCoarserZooms(address.z)) {
      const from = findParentTile(address, zoom)
      const coarse = await known(from)
      if (coarse?.isStale === false) return { served: { ...coarse, isCoarse: true }, from }
    }
    if (outcome.kind === 'fulfilled') return { served: outcome.value, from: address }
    const failure = outcome.kind === 'failed' ? outcome.failure : undefined
    // The client's own share is spent, but nobody's share is needed for a tile of the world.
    const mayAskForWorld = failure instanceof AppError && failure.code === 'rate_limited' && address.z > WORLD_ZOOM
    if (!mayAskForWorld) throw failure
    const from = findParentTile(address, WORLD_ZOOM)
    const world = await toOutcome(source(from, requester))
    if (world.kind !== 'fulfilled') throw failure
    return { served: { ...world.value, isCoarse: true }, from }
  }

  async function cut(address: Address, from: Address, { png, fetchedAt }: Tile): Promise<Tile> {
    const key = cutKey(address, from)
    const cached = memory.get(key)
    if (cached?.fetchedAt === fetchedAt) return cached
    const work = cutting.get(key) ?? cutTile(png, from, address).then((part) => remember(key, { png: part, fetchedAt }))
    cutting.set(key, work)
    try {
      return await work
    } catch (error) {
      throw new AppError('upstream_error', 'The map tile provider sent a picture that cannot be read.', { cause: error })
    } finally {
      cutting.delete(key)
    }
  }

  return {
    freshSeconds,
    /** The tile, if it is fresh in memory; undefined when `tile` must be called instead. `now`: the clock's time. */
    peek(address: Address, sourceZoom: number, now: number): ServedTile | undefined {
      const from = findParentTile(address, sourceZoom)
      const cached = tiles.configured() ? memory.get(from.z === address.z ? formatTileKey(address) : cutKey(address, from)) : undefined
      const answer = cached && served(cached, 'memory', false, now)
      return answer?.isStale === false ? answer : undefined
    },
    /**
     * The tile, cut out of the one at `sourceZoom`, for which the provider is asked.
     * @throws AppError service_unavailable, rate_limited or upstream_error
     */
    async tile(address: Address, sourceZoom: number, requester: TileRequester): Promise<ServedTile> {
      if (!tiles.configured()) throw options.isSwitchedOff() ? buildNotConfiguredError(true) : buildNoTilesError()
      const { served: found, from } = await nearest(findParentTile(address, sourceZoom), requester)
      return from.z === address.z ? found : { ...found, tile: await cut(address, from, found.tile) }
    },
    /** Deletes tiles that are too old, and the oldest ones beyond the size limit, for all nodes. Resolves with their number. */
    evict: (): Promise<number> => store.evict(clock.now() - TILE_USABLE_SECONDS * 1_000, options.storedBytes),
    /** Resolves when nothing is in flight and everything fetched is stored. */
    drain: (): Promise<void> => fetching.drain(),
  }
}

/** The key of what was cut out of a tile. */
const cutKey = (address: TileKey, from: TileKey): string => `${formatTileKey(address)} of ${from.z}`

/**
 * The error for a caller when neither a cached tile nor the provider could answer; an `undefined` failure means that the provider timed
 * out.
 */
export function toTileError(failure: unknown): AppError {
  if (failure === undefined) return new AppError('upstream_error', 'The map tile provider did not respond in time.')
  if (!(failure instanceof ProviderFailure))
    return new AppError('service_unavailable', 'The map tile cache is not reachable.', { cause: failure, retryAfterSeconds: 5 })
  const { retryAfterSeconds } = failure
  const options = { cause: failure, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
  switch (failure.kind) {
    case 'budget_spent':
      if (failure instanceof BudgetSpent && failure.share !== undefined) return toAppError(failure)
      return new AppError('rate_limited', 'The budget for map tiles is used up, and there is no cached tile.', {
        retryAfterSeconds: 60,
        ...options,
      })
    case 'not_configured':
      return buildNotConfiguredError(false)
    case 'refused_key':
    case 'no_subscription':
      return new AppError('service_unavailable', 'The map tile provider rejected the configured key.', options)
    default:
      return new AppError('upstream_error', 'The map tile provider failed.', options)
  }
}

/** The error when no provider in use has tiles. */
export function buildNoTilesError(): AppError {
  return new AppError('service_unavailable', 'No weather provider in use has map tiles.')
}
