import type { Config } from '../../../config/config.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Connections } from '../../operations/connections/index.ts'
import { registerAds } from './routes.ts'
import { createAdService, type AdService } from './service.ts'
import { createUnsplash, PHOTO_SERVICE, photoSystem } from './unsplash.ts'

/** As long as a page waits for a picture. */
const PHOTO_TIMEOUT_MS = 2_500

/** Ads, and the background pictures of places. */
export function openAds(foundation: Foundation, { connections }: { readonly connections: Connections }) {
  const { config, client, level, clock, limiter, onError } = foundation
  const service = {
    client,
    baseUrl: config.PHOTO_PROVIDER_BASE_URL,
    key: () => connections.key(PHOTO_SERVICE, config.PHOTO_PROVIDER_API_KEY),
  }
  const photos = createUnsplash({ ...service, timeoutMs: PHOTO_TIMEOUT_MS, clock, onError })
  const ads = createAdService({ account: () => accountOf(config), photos, level, clock, onError })
  return {
    ...ads,
    system: photoSystem(service),
    routes: (app) => registerAds(app, { ads, limiter }),
  } satisfies Feature & AdService & { system: unknown }
}

function accountOf(config: Config) {
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
