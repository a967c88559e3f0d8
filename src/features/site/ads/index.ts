import type { Feature, Foundation } from '../../../foundation.ts'
import type { Connections } from '../../operations/connections/index.ts'
import { registerAds } from './routes.ts'
import { createAdService, type AdService } from './service.ts'
import { createUnsplash } from './unsplash.ts'

/** Ads, and the background pictures of places. */
export function openAds(foundation: Foundation, { connections }: { readonly connections: Connections }) {
  const photos = createUnsplash(foundation, connections)
  const ads: AdService = createAdService(photos, foundation)
  return {
    ...ads,
    system: photos.system,
    routes: (app) => registerAds(app, { ads, limiter: foundation.limiter }),
  } satisfies Feature & AdService & { system: unknown }
}
