import type { Feature, Foundation } from '../../../foundation.ts'
import { type PlaceFeedRoutes, registerPlaceFeeds } from './routes.ts'

/** The weather of a place to subscribe to: a calendar, and a feed of its official warnings. */
export function openPlaceFeeds({ siteName }: Foundation, needs: Omit<PlaceFeedRoutes, 'siteName'>) {
  return { routes: (app) => registerPlaceFeeds(app, { ...needs, siteName }) } satisfies Feature
}
