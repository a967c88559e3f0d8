import type { RouteConfigEntry } from '@react-router/dev/routes'

/** The back office, under /admin, and the pages by which one gets into it. */
export const adminRoutes: RouteConfigEntry[] = []
