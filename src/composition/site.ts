import { type AdService, createAdService, createUnsplash } from '../features/site/ads/index.ts'
import { createPages, createPageStore, createPageWriter, createShipped, type Pages } from '../features/site/texts/index.ts'
import type { Config } from '../config/config.ts'
import type { Links } from './connections.ts'
import type { Foundation } from './foundation.ts'

/** What stands on the site's pages besides the weather. */
export interface Site {
  readonly ads: AdService
  readonly pages: Pages
}

/** As long as a page would wait for a picture. */
const PHOTO_TIMEOUT_MS = 2_500

export function openSite(foundation: Foundation, links: Links): Site {
  const { config, storage, settings, level, clock, onError } = foundation
  const operator = () => {
    const { operatorName: name, operatorContact: contact } = settings.current()
    return { name, contact }
  }
  return {
    ads: createAdService({ account: () => adAccountOf(config), photos: photosOf(foundation, links), level, clock, onError }),
    pages: createPages({
      store: createPageStore(storage.database.kysely),
      shipped: createShipped(operator),
      writer: createPageWriter(),
      clock,
    }),
  }
}

function adAccountOf(config: Config) {
  return {
    clientId: config.AD_PROGRAM_CLIENT_ID,
    slots: {
      dashboard: config.AD_PROGRAM_SLOT_DASHBOARD,
      hero: config.AD_PROGRAM_SLOT_HERO,
      'recent-checks': config.AD_PROGRAM_SLOT_RECENT_CHECKS,
      'city-detail': config.AD_PROGRAM_SLOT_CITY_DETAIL,
    },
  }
}

function photosOf({ config, client, clock, onError }: Foundation, { photoKey }: Links) {
  return createUnsplash({
    client,
    baseUrl: config.PHOTO_PROVIDER_BASE_URL,
    key: photoKey,
    timeoutMs: PHOTO_TIMEOUT_MS,
    clock,
    onError,
  })
}
