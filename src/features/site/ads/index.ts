import type { Config } from '../../../config/config.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Connections } from '../../operations/connections/index.ts'
import type { AdAccount } from './placements.ts'
import { registerAds } from './routes.ts'
import { createAdService, type AdService } from './service.ts'
import { createUnsplash } from './unsplash.ts'

/** Ads, and the background pictures of places. */
export function openAds(foundation: Foundation, { connections }: { readonly connections: Connections }) {
  const photos = createUnsplash(foundation, connections)
  const ads: AdService = createAdService(accountOf(foundation.config), photos, foundation)
  return {
    ...ads,
    system: photos.system,
    routes: (app) => registerAds(app, { ads, limiter: foundation.limiter }),
  } satisfies Feature & AdService & { system: unknown }
}

function accountOf(config: Config): AdAccount {
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
