import type { HttpServer } from '../../../platform/http/server/server.ts'
import { type GeocodeRoutes, registerGeocode } from './geocode/routes.ts'
import { type NameRoutes, registerNames } from './naming/routes.ts'
import { type RecentChecksRoutes, registerRecentChecks } from './recent-checks/routes.ts'
import { type RegionRoutes, registerRegion } from './region/routes.ts'

export type PlacesRoutes = GeocodeRoutes & NameRoutes & RecentChecksRoutes & RegionRoutes

/** GET /api/geocode, /api/location/name, /api/recent-checks and /api/location/region */
export function registerPlaces(app: HttpServer, deps: PlacesRoutes): void {
  registerGeocode(app, deps)
  registerNames(app, deps)
  registerRecentChecks(app, deps)
  registerRegion(app, deps)
}
