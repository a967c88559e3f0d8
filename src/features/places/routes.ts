import type { HttpServer } from '../../platform/http/server.ts'
import { type GeocodeRoutes, registerGeocode } from './geocode/routes.ts'
import { type RecentChecksRoutes, registerRecentChecks } from './recent-checks/routes.ts'
import { type RegionRoutes, registerRegion } from './region/routes.ts'

export type PlacesRoutes = GeocodeRoutes & RecentChecksRoutes & RegionRoutes

/** GET /api/geocode, /api/recent-checks and /api/location/region */
export function registerPlaces(app: HttpServer, deps: PlacesRoutes): void {
  registerGeocode(app, deps)
  registerRecentChecks(app, deps)
  registerRegion(app, deps)
}
