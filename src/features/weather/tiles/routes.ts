import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { publicCacheControl } from '../../../platform/http/cache-control.ts'
import { cacheStatus } from '../../../platform/http/cache-status.ts'
import { matchesEtag } from '../../../platform/http/etag.ts'
import { clientIp } from '../../../platform/http/client-ip.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { RateLimiter } from '../../../platform/http/rate-limit.ts'
import { rateLimited } from '../../../platform/http/rate-limit-hook.ts'
import { errorResponses, NOT_MODIFIED } from '../../../platform/http/schemas.ts'
import { isForCrawler } from '../../../platform/http/visit-scope.ts'
import { LAYER_NAMES, MAX_ZOOM, tileAddressOf } from './address.ts'
import { type ServedTile, TILE_FRESH_SECONDS, type TileService } from './service.ts'

export interface TileRoutes {
  readonly tiles: TileService
  readonly limiter: RateLimiter
  /** The keyed hash under which a client's provider calls are counted. */
  readonly clientHash: (ip: string) => string
}

/** How long clients and caches may keep a stale tile before they ask again. */
const STALE_SECONDS = 60

const TileParams = Type.Object({
  layer: Type.Enum([...LAYER_NAMES], { description: 'Map layer', examples: ['clouds'] }),
  z: Type.Integer({ minimum: 0, maximum: MAX_ZOOM, description: 'Zoom', examples: [3] }),
  x: Type.Integer({ minimum: 0, maximum: 2 ** MAX_ZOOM - 1, description: 'Column from the west, below 2^z', examples: [4] }),
  y: Type.String({
    pattern: '^\\d{1,6}(?:\\.png)?$',
    description: 'Row from the north, below 2^z; `.png` may follow',
    examples: ['2.png'],
  }),
})
type TileParams = Static<typeof TileParams>

const Png = { schema: { type: 'string', format: 'binary' } }

/** GET /api/weather/map-tile/{layer}/{z}/{x}/{y} */
export function registerTiles(app: HttpServer, { tiles, limiter, clientHash }: TileRoutes): void {
  app.get(
    '/api/weather/map-tile/:layer/:z/:x/:y',
    {
      compress: false,
      config: { crossOrigin: true },
      schema: {
        operationId: 'getMapTile',
        tags: ['Weather'],
        summary: 'Get a weather map tile',
        description:
          'Web Mercator, 256 × 256 pixels, transparent where there is nothing to show. Refreshed every ten minutes. If the provider fails, the last good tile is served for up to a day, with a negative `ttl` in `Cache-Status`.',
        params: TileParams,
        response: {
          200: { description: 'The tile', content: { 'image/png': Png } },
          ...NOT_MODIFIED,
          ...errorResponses(['invalid_request', 'rate_limited', 'upstream_error', 'service_unavailable']),
        },
      },
      onRequest: rateLimited(limiter, 'tiles'),
    },
    async (request, reply) => {
      const address = tileAddressOf(request.params as TileParams)
      const asker = { requestId: request.id, client: clientHash(clientIp(request)), crawler: isForCrawler() }
      return sendTile(request, reply, await tiles.tile(address, asker))
    },
  )
}

function sendTile(request: FastifyRequest, reply: FastifyReply, served: ServedTile): FastifyReply {
  const { tile, layer, isStale, ageSeconds } = served
  reply
    .header('x-cache', layer)
    .header('cache-status', cacheStatusOf(served))
    .header('cache-control', publicCacheControl({ maxAgeSeconds: isStale ? STALE_SECONDS : TILE_FRESH_SECONDS }))
    .header('etag', tile.etag)
  // Caches subtract Age from max-age (RFC 9111, 4.2.3). A stale tile may be kept for its minute, however old it is.
  if (!isStale) reply.header('age', String(ageSeconds))
  if (matchesEtag(request.headers['if-none-match'], tile.etag)) return reply.code(304).send()
  return reply.header('content-type', 'image/png').send(tile.png)
}

function cacheStatusOf({ layer, collapsed, ageSeconds }: ServedTile): string {
  const ttlSeconds = TILE_FRESH_SECONDS - ageSeconds
  if (layer !== 'upstream') return cacheStatus({ hit: true, ttlSeconds, detail: layer })
  return cacheStatus({ hit: false, reason: 'miss', stored: true, collapsed, ttlSeconds })
}
