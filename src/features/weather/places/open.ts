import { Counter } from 'prom-client'
import { cellOf } from '../../../domain/cell.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { GeocodeCapability } from '../../../providers/provider.ts'
import type { ReportTables } from '../reports/index.ts'
import { registerPlaceAdmin } from './admin.ts'
import { createPlaceAdminStore } from './admin-store.ts'
import { createPlaces, type Places } from './places.ts'
import type { GeoIp } from './region/geoip.ts'
import { registerGeocode } from './geocode/routes.ts'
import { registerNames } from './naming/routes.ts'
import { registerRecentChecks } from './recent-checks/routes.ts'
import { registerRegion } from './region/routes.ts'
import { createPlacesStore } from './store.ts'
import type { PlacesTables } from './tables.ts'

export interface PlaceNeeds {
  readonly gateway: Gateway
  /** Undefined if no provider can search. */
  readonly provider: GeocodeCapability | undefined
  /** Whether it is one of the providers in use; otherwise the bundled towns answer. */
  readonly isProviderInUse: () => boolean
  readonly geoIp: GeoIp
}

export interface PlaceService extends Places {
  /** Counts a search for a place. Cheap; never throws. */
  onSearch(place: { readonly lat: number; readonly lon: number }, ip: string): void
}

/** Place search, place names, and the most searched places. */
export function openPlaces(foundation: Foundation<PlacesTables & ReportTables>, needs: PlaceNeeds) {
  const { config, db, level, meter, clock, clientHash, timeouts, limiter, metrics, onError } = foundation
  const dropped = new Counter({
    name: 'isobar_searches_dropped_total',
    help: 'Searches not counted because the write queue was full',
    registers: [metrics.registry],
  })
  const places = createPlaces({
    provider: needs.provider,
    isProviderInUse: needs.isProviderInUse,
    store: createPlacesStore(db),
    level,
    meter,
    gateway: needs.gateway,
    clock,
    clientHash,
    ...timeouts,
    onError,
    onDropped: (searches) => dropped.inc(searches),
  })
  return {
    ...places,
    onSearch: ({ lat, lon }, ip) => places.searches.count(cellOf(lat, lon), ip),
    routes(app) {
      const options = { ...places, geoIp: needs.geoIp, limiter, clock, clientHash, trustProxy: config.TRUST_PROXY }
      registerGeocode(app, options)
      registerNames(app, options)
      registerRecentChecks(app, options)
      registerRegion(app, options)
    },
    adminRoutes: (app) => registerPlaceAdmin(app, { places: createPlaceAdminStore(db), gazetteer: places.gazetteer, clock }),
  } satisfies Feature & PlaceService
}
