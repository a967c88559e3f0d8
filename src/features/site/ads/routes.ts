import { type Static, Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendJson, sendText } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DAY_SECONDS } from '../../../time.ts'
import { drawArtwork } from './artwork/draw.ts'
import { SCENES } from './artwork/scene.ts'
import { writeAdsTxt } from './placements.ts'
import {
  ADS_CONFIG_EXAMPLE,
  AdsConfig,
  BACKGROUND_EXAMPLE,
  BackgroundAnswer,
  BackgroundQuery,
  PLACEMENT_EXAMPLE,
  PlacementAnswer,
  PlacementQuery,
} from './schemas.ts'
import type { AdService } from './service.ts'

/** Owners change it while the service runs, and a page that shows ads nobody wants any more is worse than a question. */
const CONFIG_CACHING = 'public, no-cache'
const BACKGROUND_CACHING = writePublicCacheControl({ maxAgeSeconds: 3_600 })
const ARTWORK_CACHING = writePublicCacheControl({ maxAgeSeconds: DAY_SECONDS })
const TAGS = ['Ads']

const ArtworkParams = Type.Object({
  scene: Type.Enum([...SCENES], { description: 'Which scene to draw', examples: ['rain'] }),
  light: Type.Enum(['day', 'night'], { description: 'Day or night', examples: ['day'] }),
})

/** GET /api/ads/config, /api/ads, /api/ads/placeholder-bg, /api/ads/artwork/{scene}-{light}.svg, /ads.txt */
export function registerAds(app: HttpServer, { ads, limiter }: { readonly ads: AdService; readonly limiter: RateLimiter }): void {
  app.get(
    '/api/ads/config',
    {
      schema: {
        operationId: 'getAdsConfig',
        tags: TAGS,
        summary: 'Get the ad configuration',
        description: 'Publisher and slots; `null` where no ad program is configured.',
        response: { 200: { ...AdsConfig, examples: [ADS_CONFIG_EXAMPLE] }, ...NOT_MODIFIED, ...buildErrorResponses([]) },
      },
    },
    (request, reply) => sendJson(request, reply.header('cache-control', CONFIG_CACHING), JSON.stringify(ads.config())),
  )

  app.get(
    '/api/ads',
    {
      schema: {
        operationId: 'getAdPlacement',
        tags: TAGS,
        summary: 'Get the ad for a placement',
        description: 'What to show at one place of the site: an ad slot, or a picture of our own where there is none.',
        querystring: PlacementQuery,
        response: {
          200: { ...PlacementAnswer, examples: [PLACEMENT_EXAMPLE] },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    (request, reply) => {
      const placement = ads.placement((request.query as PlacementQuery).placement)
      return sendJson(request, reply.header('cache-control', CONFIG_CACHING), JSON.stringify(placement))
    },
  )

  app.get(
    '/api/ads/placeholder-bg',
    {
      schema: {
        operationId: 'getPlaceholderBackground',
        tags: TAGS,
        summary: 'Get a background picture for a place',
        description:
          'A photo if a photo service is configured and responds in time, otherwise built-in artwork for the condition and time of day.',
        querystring: BackgroundQuery,
        response: {
          200: { ...BackgroundAnswer, examples: [BACKGROUND_EXAMPLE] },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'rate_limited']),
        },
      },
      // A page has one.
      onRequest: createRateLimitHook(limiter, 'pages'),
    },
    async (request, reply) => {
      const background = await ads.background(request.query as BackgroundQuery)
      return sendJson(request, reply.header('cache-control', BACKGROUND_CACHING), JSON.stringify(background))
    },
  )

  app.get(
    '/api/ads/artwork/:scene-:light.svg',
    {
      schema: {
        operationId: 'getArtwork',
        tags: TAGS,
        summary: 'Get built-in artwork for a kind of weather',
        description: 'An SVG that needs no outside picture service. It may be cached for a day.',
        params: ArtworkParams,
        response: {
          200: { description: 'The artwork', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    (request, reply) => {
      const { scene, light } = request.params as Static<typeof ArtworkParams>
      return sendText(request, reply.header('cache-control', ARTWORK_CACHING), drawArtwork(scene, light === 'day'), 'image/svg+xml')
    },
  )

  app.get(
    '/ads.txt',
    {
      schema: {
        operationId: 'getAdsTxt',
        tags: TAGS,
        summary: 'Get ads.txt',
        description: 'The sellers that may sell space on this site, as IAB ads.txt. 404 where no publisher is configured.',
        response: {
          200: { description: 'ads.txt', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['not_found']),
        },
      },
    },
    (request, reply) => {
      const body = writeAdsTxt(ads.publisher())
      if (body === null) throw new AppError('not_found', 'No ad program is configured.')
      return sendText(request, reply.header('cache-control', CONFIG_CACHING), body, 'text/plain; charset=utf-8')
    },
  )
}
