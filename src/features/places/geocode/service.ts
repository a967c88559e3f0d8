import { AppError } from '../../../errors.ts'
import { asAppError } from '../../../gateway/failure.ts'
import type { CallContext } from '../../../gateway/index.ts'
import { attempt, lateAfter } from '../../../gateway/race.ts'
import type { Clock } from '../../../platform/clock.ts'
import { ProviderFailure } from '../../../providers/provider.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import { type GeocodeCache, type GeocodeRecord, lifeOf } from './cache.ts'
import type { GeocodeFetch } from './fetch.ts'
import { type FoundPlace, foundPlaces } from './found-place.ts'
import { geocodeKey, type GeocodeQuery } from './query.ts'

/** The level that answered; `gazetteer`: the bundled list of towns, because the provider could not. */
export type GeocodeLayer = 'memory' | 'database' | 'upstream' | 'gazetteer'

export interface GeocodeAnswer {
  readonly places: readonly FoundPlace[]
  readonly layer: GeocodeLayer
  /** Epoch milliseconds until which it is fresh, and until which it may be served. */
  readonly freshUntil: number
  readonly usableUntil: number
}

export interface GeocodeAsker {
  readonly requestId: string
  /** Keyed hash of the client's address. */
  readonly client: string
  /** True for a crawler: no provider is asked, and nothing refreshed. */
  readonly frugal: boolean
}

/** Places by name: cache, provider, then the bundled gazetteer. */
export interface GeocodeService {
  /** @throws AppError service_unavailable, rate_limited or upstream_error, when there is nothing to answer with */
  find(query: GeocodeQuery, asker: GeocodeAsker): Promise<GeocodeAnswer>
  /** Resolves when nothing is under way and everything found is written. */
  settled(): Promise<void>
}

export interface GeocodeServiceOptions {
  readonly configured: () => boolean
  readonly cache: GeocodeCache
  readonly fetcher: GeocodeFetch
  readonly gazetteer: Gazetteer
  readonly clock: Clock
  readonly requestTimeoutMs: number
  /** Told of what the gazetteer found in the provider's place. Must not throw. */
  readonly onStandIn: (places: readonly FoundPlace[]) => void
  readonly onError: (error: unknown, what: string) => void
}

const MAX_BACKGROUND_REFRESHES = 8
/** The provider may be back any moment. */
const GAZETTEER_FRESH_MS = 60_000

export function createGeocodeService(options: GeocodeServiceOptions): GeocodeService {
  const { cache, fetcher, gazetteer, clock, onError } = options
  let refreshing = 0

  async function find(query: GeocodeQuery, asker: GeocodeAsker): Promise<GeocodeAnswer> {
    if (!options.configured()) throw new AppError('service_unavailable', 'No weather provider key is configured.')
    // No upstream can look for punctuation.
    if (!/[\p{L}\p{N}]/u.test(query.folded)) return answer({ places: [], fetchedAt: clock.now() }, query, 'memory')
    const key = geocodeKey(query)
    const held = cache.memory(key)
    if (held !== undefined) return serveHeld(held, query, 'memory', asker)
    const loaded = await load(key)
    if (loaded !== undefined) return serveHeld(loaded, query, 'database', asker)
    return asker.frugal ? fromGazetteer(await lookUp(query)) : waitForProvider(query, asker)
  }

  /** A level that is down is a miss. */
  async function load(key: string): Promise<GeocodeRecord | undefined> {
    try {
      return await cache.load(key)
    } catch (error) {
      onError(error, 'reading found places')
      return undefined
    }
  }

  function serveHeld(record: GeocodeRecord, query: GeocodeQuery, layer: GeocodeLayer, { frugal }: GeocodeAsker): GeocodeAnswer {
    if (!frugal && clock.now() >= lifeOf(record).freshUntil) refreshBehind(geocodeKey(query), query)
    return answer(record, query, layer)
  }

  function refreshBehind(key: string, query: GeocodeQuery): void {
    if (fetcher.isFlying(key) || refreshing >= MAX_BACKGROUND_REFRESHES) return
    refreshing += 1
    fetcher
      .fetch(query, contextOf(null))
      .catch((error: unknown) => {
        if (!(error instanceof ProviderFailure)) onError(error, 'refreshing found places')
      })
      .finally(() => {
        refreshing -= 1
      })
  }

  async function waitForProvider(query: GeocodeQuery, asker: GeocodeAsker): Promise<GeocodeAnswer> {
    const timers = new AbortController()
    const deadline = lateAfter(options.requestTimeoutMs, timers.signal)
    const outcome = await Promise.race([attempt(fetcher.fetch(query, contextOf(asker))), deadline])
    timers.abort()
    if (outcome.kind === 'landed') return answer(outcome.value, query, 'upstream')
    const failure = outcome.kind === 'failed' ? outcome.failure : undefined
    if (failure !== undefined && !(failure instanceof ProviderFailure)) onError(failure, 'searching a place')
    const places = await lookUp(query)
    if (places.length === 0) throw geocodeError(failure)
    options.onStandIn(places)
    return fromGazetteer(places)
  }

  function lookUp(query: GeocodeQuery): Promise<readonly FoundPlace[]> {
    return gazetteer.find(query).catch((error: unknown) => {
      onError(error, 'reading the gazetteer')
      return []
    })
  }

  function fromGazetteer(places: readonly FoundPlace[]): GeocodeAnswer {
    const until = clock.now() + GAZETTEER_FRESH_MS
    return { places, layer: 'gazetteer', freshUntil: until, usableUntil: until }
  }

  return { find, settled: () => fetcher.settled() }
}

function answer(record: GeocodeRecord, { lang, bias, limit }: GeocodeQuery, layer: GeocodeLayer): GeocodeAnswer {
  return { places: foundPlaces(record.places, lang, bias).slice(0, limit), layer, ...lifeOf(record) }
}

/** On behalf of a caller; null for a refresh that nobody waits for. */
function contextOf(asker: GeocodeAsker | null): CallContext {
  return {
    cause: 'geocode',
    trigger: null,
    requestId: asker?.requestId ?? null,
    cellId: null,
    client: asker?.client ?? null,
    background: asker === null,
    spend: { calls: 0, closed: false },
  }
}

/** What of the weather's failures does not fit: that there is no such page at the provider says nothing about a place. */
function geocodeError(failure: unknown): AppError {
  const error = asAppError(failure)
  return error.code === 'location_not_found' ? new AppError('upstream_error', 'The weather provider failed.', { cause: failure }) : error
}
