import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { publicCacheControl } from '../../platform/http/cache-control.ts'
import { matchesEtag, weakEtag } from '../../platform/http/etag.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { errorResponses } from '../../platform/http/schemas.ts'
import { drawArtwork } from './artwork/draw.ts'
import { SCENES } from './artwork/scene.ts'
import { adsTxt } from './placements.ts'
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

const CONFIG_SECONDS = 60
const BACKGROUND_SECONDS = 3_600
const ARTWORK_SECONDS = 86_400
const TAGS = ['Ads']

const ArtworkParams = Type.Object({
  scene: Type.Enum([...SCENES], { description: 'What is drawn', examples: ['rain'] }),
  light: Type.Enum(['day', 'night'], { description: 'By day or by night', examples: ['day'] }),
})

/** GET /api/ads/config, /api/ads, /api/ads/placeholder-bg, /api/ads/artwork/{scene}-{light}.svg, /ads.txt */
export function registerAds(app: HttpServer, { ads }: { readonly ads: AdService }): void {
  app.get(
    '/api/ads/config',
    {
      schema: {
        operationId: 'getAdsConfig',
        tags: TAGS,
        summary: 'Whether pages may show ads',
        response: { 200: { ...AdsConfig, examples: [ADS_CONFIG_EXAMPLE] }, ...NOT_MODIFIED, ...errorResponses([]) },
      },
    },
    (request, reply) => sendJson(request, reply, ads.config(), CONFIG_SECONDS),
  )

  app.get(
    '/api/ads',
    {
      schema: {
        operationId: 'getAdPlacement',
        tags: TAGS,
        summary: 'What to show at a placement',
        querystring: PlacementQuery,
        response: { 200: { ...PlacementAnswer, examples: [PLACEMENT_EXAMPLE] }, ...NOT_MODIFIED, ...errorResponses(['invalid_request']) },
      },
    },
    (request, reply) => sendJson(request, reply, ads.placement((request.query as PlacementQuery).placement), CONFIG_SECONDS),
  )

  app.get(
    '/api/ads/placeholder-bg',
    {
      schema: {
        operationId: 'getPlaceholderBackground',
        tags: TAGS,
        summary: 'A picture for a place that has none',
        description:
          'A photograph where a photo service is configured and has one in time, else our own artwork by condition and day or night.',
        querystring: BackgroundQuery,
        response: { 200: { ...BackgroundAnswer, examples: [BACKGROUND_EXAMPLE] }, ...NOT_MODIFIED, ...errorResponses(['invalid_request']) },
      },
    },
    async (request, reply) => sendJson(request, reply, await ads.background(request.query as BackgroundQuery), BACKGROUND_SECONDS),
  )

  app.get(
    '/api/ads/artwork/:scene-:light.svg',
    {
      schema: {
        operationId: 'getArtwork',
        tags: TAGS,
        summary: 'Our own artwork of a kind of weather',
        params: ArtworkParams,
        response: {
          200: { description: 'The drawing', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
          ...NOT_MODIFIED,
          ...errorResponses(['invalid_request']),
        },
      },
    },
    (request, reply) => {
      const { scene, light } = request.params as Static<typeof ArtworkParams>
      return send(request, reply, { body: drawArtwork(scene, light === 'day'), type: 'image/svg+xml', maxAgeSeconds: ARTWORK_SECONDS })
    },
  )

  app.get(
    '/ads.txt',
    {
      schema: {
        operationId: 'getAdsTxt',
        tags: TAGS,
        summary: "The publisher's line for the ad program",
        response: {
          200: { description: 'ads.txt', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...NOT_MODIFIED,
          ...errorResponses(['not_found']),
        },
      },
    },
    (request, reply) => {
      const body = adsTxt(ads.account())
      if (body === null) throw new AppError('not_found', 'No ad program is configured.')
      return send(request, reply, { body, type: 'text/plain; charset=utf-8', maxAgeSeconds: BACKGROUND_SECONDS })
    },
  )
}

const NOT_MODIFIED = { 304: { type: 'null', description: 'The caller has it already (If-None-Match)' } }

interface Content {
  readonly body: string
  readonly type: string
  readonly maxAgeSeconds: number
}

function send(request: FastifyRequest, reply: FastifyReply, { body, type, maxAgeSeconds }: Content): FastifyReply {
  const etag = weakEtag(body)
  reply.header('cache-control', publicCacheControl({ maxAgeSeconds })).header('etag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', type).send(Buffer.from(body))
}

function sendJson(request: FastifyRequest, reply: FastifyReply, value: unknown, maxAgeSeconds: number): FastifyReply {
  return send(request, reply, { body: JSON.stringify(value), type: 'application/json; charset=utf-8', maxAgeSeconds })
}
