import type { GeocodeCapability, GeocodedPlace, PaidCalls } from '@isobar/providers/port'
import type { Foundation } from '../../../../foundation.ts'
import { type CallContext, createSharedFetch, isBackground, isOwnShareSpent } from '../../../../gateway/index.ts'
import { type GeocodeCache, type GeocodeRecord, isCurrentMiss } from './cache.ts'
import { buildGeocodeKey, type GeocodeQuery, listSpellings } from './query.ts'

/** Queries the provider with single flight across all nodes. */
export type GeocodeFetch = ReturnType<typeof createGeocodeFetch>

export interface GeocodeFetchOptions extends Pick<Foundation, 'level' | 'meter' | 'clock' | 'onError'> {
  readonly provider: GeocodeCapability
  readonly cache: GeocodeCache
  readonly upstreamTimeoutMs: number
  /** Called with everything that a provider found; only `drain` waits for its promise. */
  readonly onFound: (record: GeocodeRecord) => Promise<void>
}

/** Backed off per query after failures. */
export function createGeocodeFetch(options: GeocodeFetchOptions) {
  const { provider, cache, level, meter, clock, onError } = options
  const shared = createSharedFetch<GeocodeRecord, CallContext>({
    level,
    name: 'fetch',
    leaseMs: options.upstreamTimeoutMs + 1_000,
    isLeadersOwn: (error, _leader, joiner) => isOwnShareSpent(error) && !isBackground(joiner.caller),
    what: 'places',
    onError,
  })

  async function fetch(query: GeocodeQuery, context: CallContext): Promise<GeocodeRecord> {
    const key = buildGeocodeKey(query)
    const known = cache.memory(key)
    const { value } = await shared.get(key, context, {
      async find() {
        const record = await cache.load(key)
        return record !== undefined && record.fetchedAt > (known?.fetchedAt ?? 0) ? record : undefined
      },
      async fetch(behind) {
        const tried = isCurrentMiss(known, clock.now()) ? known.spellings : []
        const record = await meter.run(context, (calls) => search(query, tried, calls))
        behind(cache.store(key, record))
        behind(options.onFound(record))
        return record
      },
    })
    return value
  }

  /** Tries the spellings in turn until something is found, skipping those that recently found nothing. */
  async function search(query: GeocodeQuery, tried: readonly string[], calls: PaidCalls): Promise<GeocodeRecord> {
    const spellings = [...tried]
    let places: readonly GeocodedPlace[] = []
    for (const spelling of listSpellings(query).filter((each) => !tried.includes(each))) {
      const found = await provider.search(questionOf(spelling, query.country), calls)
      places = found.filter(({ country }) => query.country === null || country === query.country)
      spellings.push(spelling)
      if (places.length > 0) break
    }
    return { places, spellings, fetchedAt: clock.now() }
  }

  return {
    /**
     * Resolves with the provider's result, from this node's call or another's.
     * @throws ProviderFailure
     */
    fetch,
    isInFlight: (key: string): boolean => shared.isInFlight(key),
    /** Resolves when nothing is in flight and everything found is written. */
    drain: (): Promise<void> => shared.drain(),
  }
}

/** Omits the country if the name already ends with it: otherwise the upstream would take the first for a state. */
function questionOf(name: string, country: string | null): { readonly name: string; readonly country: string | null } {
  const isNamed = country !== null && name.toUpperCase().endsWith(`,${country}`)
  return { name: isNamed ? name.slice(0, -country.length - 1) : name, country }
}
