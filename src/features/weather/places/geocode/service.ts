import { ProviderFailure } from '@isobar/providers/port'
import { type Point, hasContact } from '@isobar/weather'
import { AppError } from '../../../../errors.ts'
import type { Foundation } from '../../../../foundation.ts'
import { toAppError, toOutcome, type CallContext, awaitResultOrLate } from '../../../../gateway/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { MINUTE_MS } from '../../../../time.ts'
import type { GazetteerQuery } from '../gazetteer/find-places.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import { type GeocodeCache, type GeocodeRecord, isCurrentMiss, computeGeocodeLifetime } from './cache.ts'
import { parseCoordinateText } from './coordinates.ts'
import type { GeocodeFetch } from './fetch.ts'
import { type FoundPlace, listSearchedPlaces, findPlaceAt, rankPlaces, type SearchedPlace } from './found-place.ts'
import { buildGeocodeKey, type GeocodeQuery, listSpellings } from './query.ts'

/** The layer that answered; `gazetteer`: the bundled list of towns, because the provider failed or found nothing. */
export type GeocodeLayer = 'memory' | 'database' | 'upstream' | 'gazetteer'

export interface GeocodeAnswer {
  readonly places: readonly SearchedPlace[]
  readonly layer: GeocodeLayer
  /** Whether any of the places is a bundled town, whose licence requires a credit. */
  readonly hasTowns: boolean
  /** Whether any was found by a postcode of Germany, whose source has a licence of its own. */
  readonly hasGermanPostcodes?: boolean
  /** Epoch milliseconds until which it is fresh, and until which it may be served. */
  readonly freshUntil: number
  readonly usableUntil: number
}

export interface GeocodeClient {
  readonly requestId: string
  /** Keyed hash of the client's address. */
  readonly client: string
  /** True for a crawler: no provider is called, and nothing is refreshed. */
  readonly crawler: boolean
}

/** Places by name: cache, provider, then the bundled gazetteer. */
export type GeocodeService = ReturnType<typeof createGeocodeService>

export interface GeocodeServiceOptions extends Pick<Foundation, 'clock' | 'onError'> {
  readonly cache: GeocodeCache
  readonly fetcher: GeocodeFetch
  readonly gazetteer: Gazetteer
  readonly requestTimeoutMs: number
  readonly databaseTimeoutMs: number
  /** Called with what the gazetteer found as a fallback. Must not throw. */
  readonly onFallback: (places: readonly FoundPlace[]) => void
}

/** The fraction of a request's time that reading the second level may take at most. */
const LOAD_SHARE = 0.25
const MAX_BACKGROUND_REFRESHES = 8
/** How many spellings of an unknown name are sent to the provider before the empty result stands. */
const MAX_SPELLINGS = 4
/** Short, because the provider may recover at any moment. */
const GAZETTEER_FRESH_MS = MINUTE_MS

/** Stale-while-revalidate on the cache; falls back to the gazetteer when the provider fails or finds nothing. */
export function createGeocodeService(options: GeocodeServiceOptions) {
  const { cache, fetcher, gazetteer, clock, onError } = options
  let refreshing = 0

  async function find(query: GeocodeQuery, client: GeocodeClient): Promise<GeocodeAnswer> {
    // No upstream can search for punctuation.
    if (!/[\p{L}\p{N}]/u.test(query.folded)) return emptyAnswer()
    const point = parseCoordinateText(query.name)
    if (point !== null) return atPoint(point, query)
    // An address or a number typed by mistake goes to no provider and into no cache.
    if (hasContact(query.name)) return buildGazetteerAnswer(await lookUp(query), clock)
    const key = buildGeocodeKey(query)
    const giveUpAt = performance.now() + options.requestTimeoutMs
    const cached = cache.memory(key)
    if (cached !== undefined && !isOpen(cached, query, client)) return serveCached(cached, query, 'memory', client)
    const loaded = await load(key, giveUpAt)
    if (loaded !== undefined && !isOpen(loaded, query, client)) return serveCached(loaded, query, 'database', client)
    return client.crawler ? buildGazetteerAnswer(await lookUp(query), clock) : waitForProvider(query, client, giveUpAt)
  }

  /** Whether the empty result is for other spellings, so that this one may still be tried. */
  function isOpen(record: GeocodeRecord, query: GeocodeQuery, { crawler }: GeocodeClient): boolean {
    if (crawler || !isCurrentMiss(record, clock.now()) || record.spellings.length >= MAX_SPELLINGS) return false
    return listSpellings(query).some((spelling) => !record.spellings.includes(spelling))
  }

  /** A second level that is down or too slow counts as a miss. */
  async function load(key: string, giveUpAt: number): Promise<GeocodeRecord | undefined> {
    const outcome = await awaitResultOrLate(
      Math.min(options.databaseTimeoutMs, leftUntil(giveUpAt) * LOAD_SHARE),
      toOutcome(cache.load(key)),
    )
    if (outcome.kind === 'failed') onError(outcome.failure, 'reading cached places')
    return outcome.kind === 'fulfilled' ? outcome.value : undefined
  }

  function serveCached(
    record: GeocodeRecord,
    query: GeocodeQuery,
    layer: GeocodeLayer,
    { crawler }: GeocodeClient,
  ): Promise<GeocodeAnswer> {
    if (!crawler && clock.now() >= computeGeocodeLifetime(record).freshUntil) refreshBehind(buildGeocodeKey(query), query)
    return answer(record, query, layer)
  }

  function refreshBehind(key: string, query: GeocodeQuery): void {
    if (fetcher.isInFlight(key) || refreshing >= MAX_BACKGROUND_REFRESHES) return
    refreshing += 1
    fetcher
      .fetch(query, contextOf(null))
      .catch((error: unknown) => {
        if (!(error instanceof ProviderFailure)) onError(error, 'refreshing cached places')
      })
      .finally(() => {
        refreshing -= 1
      })
  }

  async function waitForProvider(query: GeocodeQuery, client: GeocodeClient, giveUpAt: number): Promise<GeocodeAnswer> {
    const outcome = await awaitResultOrLate(leftUntil(giveUpAt), toOutcome(fetcher.fetch(query, contextOf(client))))
    if (outcome.kind === 'fulfilled') {
      const found = await answer(outcome.value, query, 'upstream')
      if (found.layer === 'gazetteer') options.onFallback(found.places)
      return found
    }
    const failure = outcome.kind === 'failed' ? outcome.failure : undefined
    if (failure !== undefined && !(failure instanceof ProviderFailure)) onError(failure, 'searching for a place')
    const places = await searchGazetteer(query)
    // Without calls left, a name that the gazetteer does not know is not found: it could answer.
    if (places === null || (places.length === 0 && !isSpent(failure))) throw geocodeError(failure)
    if (places.length > 0) options.onFallback(places)
    return buildGazetteerAnswer(places, clock)
  }

  /** The provider's places, plus the gazetteer's exact matches if the provider has none. */
  async function answer(record: GeocodeRecord, query: GeocodeQuery, layer: GeocodeLayer): Promise<GeocodeAnswer> {
    const life = computeGeocodeLifetime(record)
    if (record.places.length === 0) {
      const places = await lookUp(query)
      return { places, layer: places.length === 0 ? layer : 'gazetteer', hasTowns: places.length > 0, ...life }
    }
    const ranked = rankPlaces(record.places, query)
    const towns = ranked.exact.length > 0 ? [] : await lookUp({ ...query, isExact: true })
    if (towns.length === 0) return { places: listSearchedPlaces(ranked, query).slice(0, query.limit), layer, hasTowns: false, ...life }
    const informed = rankPlaces(record.places, query, towns)
    const added = informed.exact.length > 0 ? [] : towns
    const places = [...added, ...listSearchedPlaces(informed, query)].slice(0, query.limit)
    return { places, layer, hasTowns: added.length > 0, ...life }
  }

  /** The point itself, called after the town there; no provider is asked. */
  async function atPoint(point: Point, { country }: GeocodeQuery): Promise<GeocodeAnswer> {
    const town = await gazetteer.townNear(point).catch((error: unknown) => {
      onError(error, 'reading the gazetteer')
      return null
    })
    const place = findPlaceAt(point, town)
    return { ...buildGazetteerAnswer(country === null || place.country === country ? [place] : [], clock), hasTowns: town !== null }
  }

  function emptyAnswer(): GeocodeAnswer {
    const { freshUntil, usableUntil } = computeGeocodeLifetime({ places: [], spellings: [], fetchedAt: clock.now() })
    return { places: [], layer: 'memory', hasTowns: false, freshUntil, usableUntil }
  }

  /** Null if it cannot be read. */
  function searchGazetteer(query: GazetteerQuery): Promise<readonly SearchedPlace[] | null> {
    return gazetteer.find(query).catch((error: unknown) => {
      onError(error, 'reading the gazetteer')
      return null
    })
  }

  async function lookUp(query: GazetteerQuery): Promise<readonly SearchedPlace[]> {
    return (await searchGazetteer(query)) ?? []
  }

  return {
    /** @throws AppError service_unavailable, rate_limited or upstream_error, when neither cache, provider nor gazetteer has an answer */
    find,
    /** Resolves when nothing is in flight and everything found is written. */
    drain: (): Promise<void> => fetcher.drain(),
  }
}

/** The answer with bundled towns. */
export function buildGazetteerAnswer(places: readonly SearchedPlace[], clock: Clock): GeocodeAnswer {
  const until = clock.now() + GAZETTEER_FRESH_MS
  return { places, layer: 'gazetteer', hasTowns: places.length > 0, freshUntil: until, usableUntil: until }
}

/** Milliseconds until the instant of `performance.now`, at least 1. */
function leftUntil(giveUpAt: number): number {
  return Math.max(1, giveUpAt - performance.now())
}

/** The call context of a caller; null for a background refresh. */
function contextOf(client: GeocodeClient | null): CallContext {
  return {
    cause: 'geocode',
    trigger: null,
    requestId: client?.requestId ?? null,
    cellId: null,
    client: client?.client ?? null,
    caller: client === null ? 'refresh' : 'person',
    spend: { calls: 0, closed: false },
  }
}

function isSpent(failure: unknown): boolean {
  return failure instanceof ProviderFailure && failure.kind === 'budget_spent'
}

/** Maps a weather error that does not apply: a 404 from the provider says nothing about a place. */
function geocodeError(failure: unknown): AppError {
  const error = toAppError(failure)
  return error.code === 'location_not_found' ? new AppError('upstream_error', 'The weather provider failed.', { cause: failure }) : error
}
