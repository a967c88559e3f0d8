import type { Meter } from '../../../../gateway/index.ts'
import type { CallContext } from '../../../../gateway/call-context.ts'
import { BudgetSpent } from '../../../../gateway/refusals.ts'
import type { Lease, SecondLevel } from '../../../../platform/cache/second-level.ts'
import { takeTurn } from '../../../../platform/cache/turn.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { type GeocodeCapability, type GeocodedPlace, type PaidCalls, ProviderFailure } from '../../../../providers/provider.ts'
import { type GeocodeCache, type GeocodeRecord, isCurrentMiss } from './cache.ts'
import { geocodeKey, type GeocodeQuery, spellingsOf } from './query.ts'

/** Asks the provider once for everybody who asks the same at the same time, on all nodes. */
export interface GeocodeFetch {
  /**
   * Resolves with what the provider, or another node that asked it meanwhile, was told.
   * @throws ProviderFailure
   */
  fetch(query: GeocodeQuery, context: CallContext): Promise<GeocodeRecord>
  isFlying(key: string): boolean
  /** Resolves when nothing is under way and everything found is written. */
  settled(): Promise<void>
}

export interface GeocodeFetchOptions {
  readonly provider: GeocodeCapability
  readonly cache: GeocodeCache
  readonly level: SecondLevel
  readonly meter: Meter
  readonly clock: Clock
  readonly upstreamTimeoutMs: number
  /** Told of everything that a provider found; its promise is waited for by `settled` only. */
  readonly onFound: (record: GeocodeRecord) => Promise<void>
  readonly onError: (error: unknown, what: string) => void
}

export function createGeocodeFetch(options: GeocodeFetchOptions): GeocodeFetch {
  const { provider, cache, level, meter, clock, onError } = options
  const flights = new Map<string, Promise<GeocodeRecord>>()
  const landing = new Set<Promise<void>>()

  async function fetch(query: GeocodeQuery, context: CallContext): Promise<GeocodeRecord> {
    const key = geocodeKey(query)
    for (;;) {
      const flying = flights.get(key)
      if (flying === undefined) {
        const flight = fly(key, query, context).finally(() => flights.delete(key))
        flights.set(key, flight)
        return flight
      }
      try {
        return await flying
      } catch (error) {
        // The leader was refused for its own sake; somebody else may still be allowed.
        if (!(error instanceof BudgetSpent) || !error.personal || context.background) throw error
      }
    }
  }

  async function fly(key: string, query: GeocodeQuery, context: CallContext): Promise<GeocodeRecord> {
    const known = cache.memory(key)
    const lease = await leaseOrRecord(key, known?.fetchedAt ?? 0)
    if (lease !== null && 'places' in lease) return lease
    let written: Promise<unknown> = Promise.resolve()
    try {
      const asked = isCurrentMiss(known, clock.now()) ? known.spellings : []
      const record = await meter.run(context, (calls) => search(query, asked, calls))
      written = Promise.all([cache.store(key, record), options.onFound(record)])
      return record
    } finally {
      // The answer does not wait for the write; the lease does, so that another node finds the record when it gets the lease.
      land(written.finally(() => lease?.release()))
    }
  }

  /** One spelling after the other until something is found, without those that found nothing a short while ago. */
  async function search(query: GeocodeQuery, asked: readonly string[], calls: PaidCalls): Promise<GeocodeRecord> {
    const spellings = [...asked]
    let places: readonly GeocodedPlace[] = []
    for (const spelling of spellingsOf(query).filter((each) => !asked.includes(each))) {
      const found = await provider.search(questionOf(spelling, query.country), calls)
      places = found.filter(({ country }) => query.country === null || country === query.country)
      spellings.push(spelling)
      if (places.length > 0) break
    }
    return { places, spellings, fetchedAt: clock.now() }
  }

  /** Our lease, or what another node has found meanwhile; null when the second level is down, where a doubled call is the lesser harm. */
  async function leaseOrRecord(key: string, known: number): Promise<Lease | GeocodeRecord | null> {
    const find = async () => {
      const record = await cache.load(key)
      return record !== undefined && record.fetchedAt > known ? record : undefined
    }
    const turn = await takeTurn(level, `fetch:${key}`, options.upstreamTimeoutMs + 1_000, find).catch((error: unknown) => {
      onError(error, 'leasing a search')
      return null
    })
    if (turn?.kind === 'late') throw new ProviderFailure('timeout', `another node's search did not end`)
    return turn?.kind === 'found' ? turn.value : (turn?.lease ?? null)
  }

  function land(work: Promise<unknown>): void {
    const tracked = work
      .then(() => undefined)
      .catch((error: unknown) => onError(error, 'writing found places'))
      .finally(() => landing.delete(tracked))
    landing.add(tracked)
  }

  return {
    fetch,
    isFlying: (key) => flights.has(key),
    async settled() {
      while (flights.size + landing.size > 0) {
        await Promise.allSettled(flights.values())
        await Promise.all(landing)
      }
    },
  }
}

/** A country that the name already ends with is not asked for twice: the upstream would take the first for a state. */
function questionOf(name: string, country: string | null): { readonly name: string; readonly country: string | null } {
  const isNamed = country !== null && name.toUpperCase().endsWith(`,${country}`)
  return { name: isNamed ? name.slice(0, -country.length - 1) : name, country }
}
