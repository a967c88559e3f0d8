import type { Foundation } from '../../../foundation.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { publicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { cacheStatus } from '../../../platform/http/bytes/cache-status.ts'
import type { CachedAnswer } from '../../../platform/http/bytes/cached-answers.ts'
import { sendCached } from '../../../platform/http/bytes/send-cached.ts'
import { rateLimited } from '../../../platform/http/limits/rate-limit-hook.ts'
import { errorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import { clientOf } from '../../../platform/http/server/client.ts'
import type { Failure } from '../../../platform/http/server/failure.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { TileAddress } from '../../../providers/provider.ts'
import { tileAddressOf, TileParams } from './address.ts'
import { type ServedTile, TILE_FRESH_SECONDS, type TileService } from './service.ts'

/** Where tiles are served, and how that is documented. */
export interface TilePath {
  /** Before the parameters. */
  readonly prefix: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The responses of the errors of `tileAddressOf`, the limiter and the service, and their bodies; omitted: as all of ours. */
  readonly errors?: { readonly responses: Readonly<Record<number, unknown>>; readonly bodyOf: (failure: Failure) => object }
  /** What a client key must include. */
  readonly scope: string
}

export const OWN_TILES: TilePath = {
  prefix: '/api/weather/map-tile/',
  scope: 'tiles',
  operationId: 'getMapTile',
  tag: 'Weather',
  summary: 'Get a weather map tile',
  description:
    'Web Mercator, 256 × 256 pixels, transparent where there is nothing to show. Refreshed every ten minutes. If the provider fails, the last good tile is served for up to a day, with a negative `ttl` in `Cache-Status`.',
}

/** Its pattern in the router. */
export const tilePattern = ({ prefix }: TilePath): string => `${prefix}:layer/:z/:x/:y`

const REQUEST_BYTES = 16 * 1024 * 1024
const ENTRY_BYTES = 1_000
/** The service's own tile URLs are shorter; longer ones have meaningless parameters. */
const MAX_URL_LENGTH = 100
/** How long clients and caches may keep a stale tile before they ask again. */
const STALE_SECONDS = 60

const Png = { schema: { type: 'string', format: 'binary' } }

/** GET {prefix}{layer}/{z}/{x}/{y} */
export function registerTiles(
  app: HttpServer,
  { limiter, clientHash, metrics, clock }: Foundation,
  tiles: TileService,
  path: TilePath = OWN_TILES,
): void {
  const { prefix, errors } = path
  const pattern = tilePattern(path)
  /** Requests by raw URL. The memory of a small image counts twice, since it is also held as a string. */
  const requests = createMemoryCache<string, CachedTile>(
    'tile requests',
    REQUEST_BYTES,
    ({ served }) => served.tile.png.length * 2 + ENTRY_BYTES,
  )

  function remember(url: string, entry: CachedTile): CachedTile {
    if (url.length <= MAX_URL_LENGTH) requests.set(url, entry)
    return entry
  }

  function find(url: string, now: number): CachedAnswer | undefined {
    const known = requests.get(url)
    const served = known && tiles.peek(known.address, now)
    if (known === undefined || served === undefined) return undefined
    const isSame = known.served.tile === served.tile && known.served.ageSeconds === served.ageSeconds && known.served.layer === served.layer
    return (isSame ? known : remember(url, { address: known.address, served, answer: answerOf(served) })).answer
  }

  app.answerFromCache({ prefix, pattern, limiter, limit: 'tiles', scope: path.scope, record: metrics.route(pattern), clock, find })
  app.get(
    pattern,
    {
      compress: false,
      config: { crossOrigin: true, clientScope: path.scope, ...(errors === undefined ? {} : { errorBodyOf: errors.bodyOf }) },
      schema: {
        operationId: path.operationId,
        tags: [path.tag],
        summary: path.summary,
        description: path.description,
        params: TileParams,
        response: {
          200: { description: 'The tile', content: { 'image/png': Png } },
          ...NOT_MODIFIED,
          ...(errors?.responses ?? errorResponses(['invalid_request', 'rate_limited', 'upstream_error', 'service_unavailable'])),
        },
      },
      onRequest: rateLimited(limiter, 'tiles'),
    },
    async (request, reply) => {
      const address = tileAddressOf(request.params)
      const served = await tiles.tile(address, clientOf(request, clientHash))
      const answer = answerOf(served)
      remember(request.raw.url ?? '', { address, served, answer })
      return sendCached(request, reply, answer)
    },
  )
}

interface CachedTile {
  readonly address: TileAddress
  readonly served: ServedTile
  readonly answer: CachedAnswer
}

/** Valid for this second, since caches are told the tile's age. */
function answerOf(served: ServedTile): CachedAnswer {
  const { tile, layer, isStale, ageSeconds, collapsed } = served
  const cacheControl = publicCacheControl({ maxAgeSeconds: isStale ? STALE_SECONDS : TILE_FRESH_SECONDS })
  const status = cacheStatus(layer, TILE_FRESH_SECONDS - ageSeconds, { collapsed })
  const headers = ['x-cache', layer, 'cache-status', status, 'cache-control', cacheControl, 'etag', tile.etag]
  // Caches subtract Age from max-age (RFC 9111, 4.2.3). A stale tile may be kept for its minute, however old it is.
  if (!isStale) headers.push('age', String(ageSeconds))
  return {
    etag: tile.etag,
    headers,
    bodyHeaders: ['content-type', 'image/png'],
    plain: () => tile.png,
    gzip: null,
    onSent: () => undefined,
  }
}
