import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { Gazetteer } from '../../weather/places/index.ts'
import type { Pages } from '../texts/index.ts'
import { findBundle, type SiteBundle } from './bundle.ts'
import { registerCrawlerRoutes } from './crawler-routes.ts'
import { createHeldWeather } from './held-weather.ts'
import { registerSite } from './routes.ts'
import type { Visit } from './visit.ts'

export interface RenderingNeeds extends Pick<Visit, 'primarySource' | 'tileSource'> {
  readonly gateway: Gateway
  readonly gazetteer: Gazetteer
  readonly pages: Pages
  /** The pages as they were built, where it is not to look for them itself. */
  readonly bundle?: SiteBundle | undefined
}

/** The site's and the back office's pages, and what crawlers read. They answer whatever no other route does: the last of all features. */
export function openRendering(foundation: Foundation, { gateway, gazetteer, pages, bundle = findBundle(), ...sources }: RenderingNeeds) {
  const { config, siteName, clock, limiter, onError } = foundation
  return {
    async routes(app) {
      registerCrawlerRoutes(app, { gazetteer, pages })
      await registerSite(app, {
        bundle,
        siteName,
        showDemoCities: config.SHOW_DEMO_POPULAR_SEARCHES,
        clock,
        onError,
        heldWeather: createHeldWeather(gateway),
        ...sources,
        limiter,
      })
    },
  } satisfies Feature
}
