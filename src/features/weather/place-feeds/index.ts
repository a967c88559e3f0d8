import type { Feature, Foundation } from '../../../foundation.ts'
import { type PlaceFeedNeeds, registerPlaceFeeds } from './routes.ts'

/** The weather of a place to subscribe to: a calendar, and a feed of its official warnings. */
export function openPlaceFeeds(foundation: Foundation, needs: PlaceFeedNeeds) {
  return { routes: (app) => registerPlaceFeeds(app, foundation, needs) } satisfies Feature
}
