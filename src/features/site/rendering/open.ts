import { toCell, toConditionIcon } from '@isobar/weather'
import type { Feature, Foundation } from '../../../foundation.ts'
import { parseRecordData, type Gateway } from '../../../gateway/index.ts'
import type { Gazetteer } from '../../weather/places/index.ts'
import type { Pages } from '../cms/index.ts'
import { findBundle, type SiteBundle } from './bundle.ts'
import { registerCrawlerRoutes } from './crawler-routes.ts'
import { createDocuments } from './documents.ts'
import { createMailedPages } from './mailed-pages.ts'
import { registerMeteogram } from './meteogram-route.ts'
import { createRenderer, type RendererOptions } from './renderer.ts'
import { registerSite } from './routes.ts'
import type { Visit } from './visit.ts'

export interface RenderingNeeds extends Pick<RendererOptions, 'sources'> {
  readonly gateway: Gateway
  readonly gazetteer: Gazetteer
  readonly pages: Pages
  /** The built pages; undefined: looked for on disk; null: none. */
  readonly bundle?: SiteBundle | null | undefined
}

/**
 * The pages of site and back office, and the files for crawlers. Catches every path without another route, so it comes last of all
 * features.
 */
export function openRendering(
  foundation: Foundation,
  { gateway, gazetteer, pages, bundle: built = findBundle(), sources }: RenderingNeeds,
) {
  const bundle = built ?? undefined
  const options = { ...foundation, bundle, sources, cachedWeather: createCachedWeather(gateway) }
  const render = createRenderer(options)
  const documents = createDocuments(options)
  return {
    /** Loads the rendering code before the first visitor comes. */
    warm: (): void => bundle?.warm?.(),
    /** What is made by the code of the pages, for others to serve. */
    documents,
    showMailedPage: createMailedPages(options, render),
    async routes(app) {
      registerCrawlerRoutes(app, { gazetteer, pages })
      registerMeteogram(app, documents, foundation)
      await registerSite(app, bundle, render, foundation)
    },
  } satisfies Feature & Record<string, unknown>
}

/** Reads the cache only, for pages that show many places at once: their weather pictures are not worth a paid call. */
export function createCachedWeather(gateway: Pick<Gateway, 'peekCells'>): Visit['cachedWeather'] {
  return async (places) => {
    const cells = places.map(({ lat, lon }) => toCell(lat, lon))
    const records = await gateway.peekCells(cells, 'current')
    return cells.map(({ id }) => {
      const record = records.get(id)
      if (record === undefined) return null
      const { temperature, condition, isDay } = parseRecordData(record)
      return { temperature, condition, icon: toConditionIcon(condition, isDay) }
    })
  }
}
