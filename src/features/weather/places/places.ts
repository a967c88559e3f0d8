import type { Gateway, Meter } from '../../../gateway/index.ts'
import type { SecondLevel } from '../../../platform/cache/second-level.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { MaintenanceTask } from '../../../platform/maintenance.ts'
import type { GeocodeCapability, GeocodedPlace } from '../../../providers/provider.ts'
import { cellOf } from '../../../domain/cell.ts'
import { createGazetteer, type Gazetteer } from './gazetteer/gazetteer.ts'
import { createGeocodeCache } from './geocode/cache.ts'
import { withDistinctLabels } from './geocode/distinct-labels.ts'
import { createGeocodeFetch } from './geocode/fetch.ts'
import { type FoundPlace, foundPlaces } from './geocode/found-place.ts'
import { createGeocodeService, GAZETTEER_FRESH_MS, type GeocodeService } from './geocode/service.ts'
import { createNaming, type NamingService } from './naming/service.ts'
import { type CheckCounter, createCheckCounter } from './recent-checks/counter.ts'
import { createRecentChecks, type RecentChecksService } from './recent-checks/service.ts'
import { createCheckWindow } from './recent-checks/window.ts'
import type { PlacesStore } from './store.ts'
import type { ReportError } from '../../../errors.ts'
import { LANGUAGES } from '../../../messages/languages.ts'

/** Place search, place names, and the counts of searches. */
export interface Places {
  readonly geocode: GeocodeService
  readonly naming: NamingService
  /** The bundled towns of the world. */
  readonly gazetteer: Gazetteer
  readonly recentChecks: RecentChecksService
  readonly searches: CheckCounter
  readonly tasks: readonly MaintenanceTask[]
  /** Waits for work in flight and writes what is pending. */
  close(): Promise<void>
}

export interface PlacesOptions {
  /** Undefined if no provider can search; the bundled towns then answer. */
  readonly provider: GeocodeCapability | undefined
  /** Whether it is one of the providers in use; otherwise the bundled towns answer, too. */
  readonly isProviderInUse: () => boolean
  readonly store: PlacesStore
  readonly level: SecondLevel
  readonly meter: Meter
  readonly gateway: Pick<Gateway, 'peekCells' | 'unavailable'>
  readonly clock: Clock
  readonly clientHash: (ip: string) => string
  readonly upstreamTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly onError: ReportError
  /** Called with the number of searches that were not counted because the queue was full. */
  readonly onDropped: (searches: number) => void
}

const LOOK_AT_WINDOW_MS = 15_000
/** The language of stored names: rankings are the same for everybody. */
const NAME_LANG = 'en'

/** Composes search, naming, counting and their periodic task. */
export function createPlaces(options: PlacesOptions): Places {
  const { provider, store, clock, onError } = options
  const gazetteer = createGazetteer()
  let naming: Promise<void> = Promise.resolve()
  function nameThose(places: readonly FoundPlace[]): void {
    naming = naming
      .then(() => store.insertMissingNames(namesOf(places), clock.now()))
      .catch((error: unknown) => onError(error, 'naming places'))
  }
  const inTowns = createGazetteerSearch(gazetteer, nameThose, clock)
  const atProvider = provider === undefined ? inTowns : createProviderSearch(provider, gazetteer, nameThose, options)
  /** Without the gazetteer, coordinates tell namesakes apart. */
  const landmarkOf = (place: FoundPlace) =>
    gazetteer.landmark(place).catch((error: unknown) => {
      onError(error, 'reading the gazetteer')
      return null
    })
  const geocode: GeocodeService = {
    async find(query, client) {
      const unavailable = options.gateway.unavailable()
      if (unavailable !== null) throw unavailable
      const found = await (options.isProviderInUse() ? atProvider : inTowns).find(query, client)
      return { ...found, places: await withDistinctLabels(found.places, query.lang, landmarkOf) }
    },
    async drain() {
      await atProvider.drain()
      await naming
    },
  }
  const searches = createCheckCounter({ store, clock, clientHash: options.clientHash, onDropped: options.onDropped, onError })
  const window = createCheckWindow(store, clock)
  return {
    geocode,
    naming: createNaming({ gazetteer, store, onError }),
    gazetteer,
    searches,
    tasks: [{ name: 'moving the window of searches on', everyMs: LOOK_AT_WINDOW_MS, run: () => window.moveOn() }],
    recentChecks: createRecentChecks({ store, window, gateway: options.gateway, clock, onError }),
    async close() {
      await geocode.drain()
      await searches.close()
    },
  }
}

/** Finds places in the bundled list of towns only, for when no provider in use can search. */
function createGazetteerSearch(gazetteer: Gazetteer, onFound: (places: readonly FoundPlace[]) => void, clock: Clock): GeocodeService {
  return {
    async find(query) {
      const places = await gazetteer.find(query)
      onFound(places)
      const until = clock.now() + GAZETTEER_FRESH_MS
      return { places, layer: 'gazetteer', hasTowns: places.length > 0, freshUntil: until, usableUntil: until }
    },
    drain: async () => undefined,
  }
}

function createProviderSearch(
  provider: GeocodeCapability,
  gazetteer: Gazetteer,
  onFallback: (places: readonly FoundPlace[]) => void,
  { store, level, meter, clock, upstreamTimeoutMs, requestTimeoutMs, onError }: PlacesOptions,
): GeocodeService {
  const cache = createGeocodeCache(level, clock)
  const fetcher = createGeocodeFetch({
    provider,
    cache,
    level,
    meter,
    clock,
    upstreamTimeoutMs,
    onFound: ({ places }) => store.insertNames(namesOf(foundPlaces(places, NAME_LANG, null), localNamesOf(places)), clock.now()),
    onError,
  })
  return createGeocodeService({ cache, fetcher, gazetteer, clock, requestTimeoutMs, onFallback, onError })
}

/** One name per cell: the first, which ranks higher. */
function namesOf(places: readonly FoundPlace[], localNames: ReadonlyMap<number, LocalNames> = new Map()) {
  return places
    .map(({ label: _label, ...place }) => {
      const cell = cellOf(place.lat, place.lon).id
      return { cell, ...place, localNames: localNames.get(cell) ?? null }
    })
    .toReversed()
}

type LocalNames = Readonly<Record<string, string>>

/** By cell; limited to the languages of the service. */
function localNamesOf(places: readonly GeocodedPlace[]): Map<number, LocalNames> {
  const ours = places.map(({ lat, lon, localNames }) => {
    const names = LANGUAGES.flatMap((lang) => (Object.hasOwn(localNames, lang) ? [[lang, localNames[lang]] as [string, string]] : []))
    return [cellOf(lat, lon).id, Object.fromEntries(names)] as const
  })
  return new Map(ours.toReversed())
}
