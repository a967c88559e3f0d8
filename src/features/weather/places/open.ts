import type { GeocodeCapability, GeocodedPlace } from '@isobar/providers/port'
import { toCell } from '@isobar/weather'
import { Counter } from 'prom-client'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import type { ReportTables } from '../reports/index.ts'
import { createPlaceAdminStore } from './admin-store.ts'
import { registerPlaceAdmin } from './admin.ts'
import { createGazetteer, type Gazetteer } from './gazetteer/gazetteer.ts'
import { createGeocodeCache } from './geocode/cache.ts'
import { withDistinctLabels } from './geocode/distinct-labels.ts'
import { createGeocodeFetch } from './geocode/fetch.ts'
import { type FoundPlace, listDistinctPlaces, type SearchedPlace } from './geocode/found-place.ts'
import { type GeocodeQuery, hasNameLength, parseGeocodeQuery } from './geocode/query.ts'
import { registerGeocode } from './geocode/routes.ts'
import {
  createGeocodeService,
  buildGazetteerAnswer,
  type GeocodeAnswer,
  type GeocodeClient,
  type GeocodeService,
} from './geocode/service.ts'
import { isPostcode, searchLists, getPostcodeTown, withListed } from './listed/search.ts'
import { createListSources } from './listed/sources.ts'
import { createListedPlaceStore, LISTS_TOPIC } from './listed/store.ts'
import { registerNames } from './naming/routes.ts'
import { createNaming } from './naming/service.ts'
import { createCheckCounter } from './recent-checks/counter.ts'
import { registerRecentChecks } from './recent-checks/routes.ts'
import { createRecentChecks } from './recent-checks/service.ts'
import { createCheckWindow } from './recent-checks/window.ts'
import type { GeoIp } from './region/geoip.ts'
import { registerRegion } from './region/routes.ts'
import { createPlacesStore, type PlacesStore } from './store.ts'
import type { PlacesTables } from './tables.ts'

export interface PlaceNeeds {
  readonly gateway: Pick<Gateway, 'peekCells' | 'unavailable'>
  /** Undefined if no provider can search. */
  readonly provider: GeocodeCapability | undefined
  /** Whether it is one of the providers in use; otherwise the bundled towns answer. */
  readonly isProviderInUse: () => boolean
  readonly geoIp: GeoIp
}

export type Places = ReturnType<typeof openPlaces>

type PlaceFoundation = Foundation<PlacesTables & ReportTables & ChangeTables>

const LOOK_AT_WINDOW_MS = 15_000
/** The language of stored names: rankings are the same for everybody. */
const NAME_LANG = 'en'

/** Place search, place names, and the most searched places. */
export function openPlaces(foundation: PlaceFoundation, { gateway, provider, isProviderInUse, geoIp }: PlaceNeeds) {
  const { db, changes, clock, metrics, onError } = foundation
  const dropped = new Counter({
    name: 'isobar_searches_dropped_total',
    help: 'Searches not counted because the write queue was full',
    registers: [metrics.registry],
  })
  const store = createPlacesStore(db)
  const gazetteer = createGazetteer()
  const lists = createListSources(createListedPlaceStore(db), gazetteer)
  changes.watch(LISTS_TOPIC, () => lists.refresh())
  void lists.refresh().catch((error: unknown) => onError(error, 'looking for lists of places'))
  let pendingNames: Promise<void> = Promise.resolve()
  /** Names places that only the gazetteer has found. */
  function nameMissing(places: readonly FoundPlace[]): void {
    pendingNames = pendingNames
      .then(() => store.insertMissingNames(namesOf(places), clock.now()))
      .catch((error: unknown) => onError(error, 'naming places'))
  }
  const inTowns = createGazetteerSearch(gazetteer, nameMissing, clock)
  const atProvider =
    provider === undefined ? inTowns : createProviderSearch(foundation, { provider, store, gazetteer, onFallback: nameMissing })
  /** What lists have: those in the database or bundled, and what the gazetteer has besides towns unless it is searched anyway. */
  async function searchListed(query: GeocodeQuery): Promise<SearchedPlace[]> {
    const searches = [searchLists(lists, query), isProviderInUse() ? gazetteer.findFeatures(query) : []]
    const found = await Promise.allSettled(searches)
    return found.flatMap((outcome) => {
      if (outcome.status === 'fulfilled') return outcome.value
      onError(outcome.reason, 'reading the lists of places')
      return []
    })
  }
  /** What was found in the lists is an answer, also if nothing else can be searched. */
  async function searchOr(listed: readonly FoundPlace[], query: GeocodeQuery, client: GeocodeClient): Promise<GeocodeAnswer> {
    try {
      return await (isProviderInUse() ? atProvider : inTowns).find(query, client)
    } catch (error) {
      if (listed.length === 0) throw error
      return buildGazetteerAnswer([], clock)
    }
  }
  /** Without the gazetteer, coordinates tell namesakes apart. */
  const landmarkOf = (place: FoundPlace) =>
    gazetteer.landmark(place).catch((error: unknown) => {
      onError(error, 'reading the gazetteer')
      return null
    })
  const geocode: GeocodeService = {
    async find(query, client) {
      const unavailable = gateway.unavailable()
      if (unavailable !== null) throw unavailable
      const listed = await searchListed(query)
      // A provider would read a postcode as the name of a place.
      const found = isPostcode(query) && listed.length > 0 ? buildGazetteerAnswer([], clock) : await searchOr(listed, query, client)
      const places = withListed(found.places, listed, query)
      return {
        ...found,
        hasTowns: found.hasTowns || listed.length > 0,
        hasGermanPostcodes: isPostcode(query) && listed.some(({ country }) => country === 'DE'),
        places: await withDistinctLabels(places, query.lang, landmarkOf),
      }
    },
    async drain() {
      await atProvider.drain()
      await pendingNames
    },
  }
  const searches = createCheckCounter({ ...foundation, store, onDropped: () => dropped.inc() })
  const window = createCheckWindow(store, clock)
  const recentChecks = createRecentChecks({ store, window, timeoutMs: foundation.timeouts.databaseTimeoutMs / 5, gateway, clock, onError })
  return {
    geocode,
    /** The place of a postcode in the lists, by the name of its town; or null. `country`: ISO 3166 alpha-2. */
    async postcode(code: string, country: string): Promise<FoundPlace | null> {
      if (!isPostcode({ name: code })) return null
      const [place] = await searchLists(lists, { name: code, country, bias: null, limit: 1 })
      return place === undefined ? null : { ...place, name: getPostcodeTown(place.name, code) }
    },
    /** The folded text if a search for it finds nothing, without asking a provider; null if it finds something, or cannot be done. */
    async missing(text: string): Promise<string | null> {
      if (!hasNameLength(text)) return null
      const query = parseGeocodeQuery({ q: text, limit: 1 })
      const answer = await geocode.find(query, { requestId: '', client: '', crawler: true }).catch(() => null)
      return answer?.places.length === 0 ? query.folded : null
    },
    /** The bundled towns of the world. */
    gazetteer,
    recentChecks,
    searches,
    /** Counts a search for a place. Cheap; never throws. */
    onSearch: ({ lat, lon }: { readonly lat: number; readonly lon: number }, ip: string): void => searches.count(toCell(lat, lon), ip),
    routes(app) {
      registerGeocode(app, foundation, geocode)
      registerNames(app, foundation, createNaming({ gazetteer, store, onError }))
      registerRecentChecks(app, recentChecks)
      registerRegion(app, foundation, geoIp)
    },
    adminRoutes: (app) => registerPlaceAdmin(app, foundation, { places: createPlaceAdminStore(db), gazetteer }),
    tasks: [{ name: 'moving the window of searches on', everyMs: LOOK_AT_WINDOW_MS, run: () => window.moveOn() }],
    /** Waits for work in flight and writes what is pending. */
    async close(): Promise<void> {
      await geocode.drain()
      await searches.close()
    },
  } satisfies Feature & Record<string, unknown>
}

/** Finds places in the bundled list of towns only, for when no provider in use can search. */
function createGazetteerSearch(gazetteer: Gazetteer, onFound: (places: readonly FoundPlace[]) => void, clock: Clock): GeocodeService {
  return {
    async find(query) {
      const places = await gazetteer.find(query)
      onFound(places)
      return buildGazetteerAnswer(places, clock)
    },
    drain: async () => undefined,
  }
}

interface ProviderSearchNeeds {
  readonly provider: GeocodeCapability
  readonly store: PlacesStore
  readonly gazetteer: Gazetteer
  readonly onFallback: (places: readonly FoundPlace[]) => void
}

function createProviderSearch(
  foundation: PlaceFoundation,
  { provider, store, gazetteer, onFallback }: ProviderSearchNeeds,
): GeocodeService {
  const { level, clock, timeouts } = foundation
  const cache = createGeocodeCache(level, clock)
  const fetcher = createGeocodeFetch({
    ...foundation,
    ...timeouts,
    provider,
    cache,
    onFound: ({ places }) => store.insertNames(namesOf(listDistinctPlaces(places, NAME_LANG, null), localNamesOf(places)), clock.now()),
  })
  return createGeocodeService({ ...foundation, ...timeouts, cache, fetcher, gazetteer, onFallback })
}

/** One name per cell: the first, which ranks higher. */
function namesOf(places: readonly FoundPlace[], localNames: ReadonlyMap<number, LocalNames> = new Map()) {
  return places
    .map(({ name, country, state, lat, lon }) => {
      const cell = toCell(lat, lon).id
      return { cell, name, country, state, lat, lon, localNames: localNames.get(cell) ?? null }
    })
    .toReversed()
}

type LocalNames = Readonly<Record<string, string>>

/** By cell; limited to the languages of the service. */
function localNamesOf(places: readonly GeocodedPlace[]): Map<number, LocalNames> {
  const ours = places.map(({ lat, lon, localNames }) => {
    const names = LANGUAGES.flatMap((lang) => (Object.hasOwn(localNames, lang) ? [[lang, localNames[lang]] as [string, string]] : []))
    return [toCell(lat, lon).id, Object.fromEntries(names)] as const
  })
  return new Map(ours.toReversed())
}
