import type { TileAddress } from '@isobar/providers/port'
import type { Static, TObject } from 'typebox'
import type { Foundation } from '../../../foundation.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { formatCacheStatus } from '../../../platform/http/bytes/cache-status.ts'
import type { CachedAnswer } from '../../../platform/http/bytes/cached-answers.ts'
import { sendCached } from '../../../platform/http/bytes/send-cached.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import { identifyClient } from '../../../platform/http/server/client.ts'
import type { Failure } from '../../../platform/http/server/failure.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { resolveSourceZoom, parseTileAddress, type TileKey, TileParams, TileQuery } from './address.ts'
import type { ServedTile, TileRequester, TileService } from './service.ts'

/** Where tiles are served, and how that is documented. */
export interface TilePath {
  /** Its pattern in the router, which ends in the parameters. */
  readonly pattern: `${string}/:${'layer' | 'frame'}/:z/:x/:y`
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The responses of the errors of `parseTileAddress`, the limiter and the service, and their bodies; omitted: as all of ours. */
  readonly errors?: { readonly responses: Readonly<Record<number, unknown>>; readonly bodyOf: (failure: Failure) => object }
  /** What a client key must include. */
  readonly scope: string
}

export const OWN_TILES: TilePath = {
  pattern: '/api/weather/map-tile/:layer/:z/:x/:y',
  scope: 'tiles',
  operationId: 'getMapTile',
  tag: 'Weather',
  summary: 'Get a weather map tile',
  description:
    'Web Mercator, 256 × 256 pixels, transparent where there is nothing to show. Refreshed every ten minutes. The provider is asked at zooms 0, 1, 2, 4 and 5; tiles of other zooms are cut out of these and enlarged. If the provider fails or its budget is spent, the tile is cut out of a fresh one of a lower zoom, or is the last good one for up to a day, with a negative `ttl` in `Cache-Status`; both may be kept for a minute.',
}

/** What the tiles of a path are of, and how its parameters name it. */
export interface TileKind<Address extends TileKey> {
  /** The name of the first parameter. */
  readonly parameter: 'layer' | 'frame'
  readonly params: TObject
  /** @throws AppError */
  locate(params: unknown, requester: TileRequester): Address | Promise<Address>
}

const LAYERS: TileKind<TileAddress> = {
  parameter: 'layer',
  params: TileParams,
  locate: (params) => parseTileAddress(params as Static<typeof TileParams>),
}

const REQUEST_BYTES = 16 * 1024 * 1024
const ENTRY_BYTES = 1_000
/** The service's own tile URLs are shorter; longer ones have meaningless parameters. */
const MAX_URL_LENGTH = 100
/** How long clients and caches may keep a stale or coarse tile before they ask again. */
const MAKESHIFT_SECONDS = 60

const ERRORS = {
  layer: ['invalid_request', 'rate_limited', 'upstream_error', 'service_unavailable'],
  frame: ['invalid_request', 'not_found', 'rate_limited', 'upstream_error', 'service_unavailable'],
} as const

const Png = { schema: { type: 'string', format: 'binary' } }

/** GET tiles of layers at the path's pattern */
export function registerTiles(app: HttpServer, foundation: Foundation, tiles: TileService<TileAddress>, path: TilePath = OWN_TILES): void {
  registerTileRoute(LAYERS, app, foundation, tiles, path)
}

/** GET tiles of a kind at the path's pattern */
export function registerTileRoute<Address extends TileKey>(
  { parameter, params, locate }: TileKind<Address>,
  app: HttpServer,
  { limiter, clientHash, metrics, clock }: Foundation,
  tiles: Pick<TileService<Address>, 'freshSeconds' | 'peek' | 'tile'>,
  path: TilePath,
): void {
  const { pattern, errors } = path
  const prefix = pattern.slice(0, pattern.indexOf(':'))
  const { freshSeconds } = tiles
  /** Requests by raw URL. The memory of a small image counts twice, since it is also held as a string. */
  const requests = createMemoryCache<string, CachedTile<Address>>(
    'tile requests',
    REQUEST_BYTES,
    ({ served }) => served.tile.png.length * 2 + ENTRY_BYTES,
  )

  function remember(url: string, entry: CachedTile<Address>): CachedTile<Address> {
    if (url.length <= MAX_URL_LENGTH) requests.set(url, entry)
    return entry
  }

  function find(url: string, now: number): CachedAnswer | undefined {
    const known = requests.get(url)
    const served = known && tiles.peek(known.address, known.sourceZoom, now)
    if (known === undefined || served === undefined) return undefined
    const isSame = known.served.tile === served.tile && known.served.ageSeconds === served.ageSeconds && known.served.layer === served.layer
    return (isSame ? known : remember(url, { ...known, served, answer: answerOf(served, freshSeconds) })).answer
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
        params,
        ...(prefix.startsWith('/api/') ? { querystring: TileQuery } : {}),
        response: {
          200: { description: 'The tile', content: { 'image/png': Png } },
          ...NOT_MODIFIED,
          ...(errors?.responses ?? buildErrorResponses(ERRORS[parameter])),
        },
      },
      onRequest: createRateLimitHook(limiter, 'tiles'),
    },
    async (request, reply) => {
      const requester = identifyClient(request, clientHash)
      const address = await locate(request.params, requester)
      // An address of others, whose parameters are not checked here, has none that is a boolean.
      const sourceZoom = resolveSourceZoom(address, request.query as Static<typeof TileQuery>)
      const served = await tiles.tile(address, sourceZoom, requester)
      const answer = answerOf(served, freshSeconds)
      remember(request.raw.url ?? '', { address, sourceZoom, served, answer })
      return sendCached(request, reply, answer)
    },
  )
}

interface CachedTile<Address> {
  readonly address: Address
  readonly sourceZoom: number
  readonly served: ServedTile
  readonly answer: CachedAnswer
}

/** Valid for this second, since caches are told the tile's age. */
function answerOf(served: ServedTile, freshSeconds: number): CachedAnswer {
  const { tile, layer, isStale, isCoarse, ageSeconds, collapsed } = served
  const isMakeshift = isStale || isCoarse
  const cacheControl = writePublicCacheControl({ maxAgeSeconds: isMakeshift ? MAKESHIFT_SECONDS : freshSeconds })
  const status = formatCacheStatus(layer, freshSeconds - ageSeconds, { collapsed })
  const headers = ['x-cache', layer, 'cache-status', status, 'cache-control', cacheControl, 'etag', tile.etag]
  // Caches subtract Age from max-age (RFC 9111, 4.2.3). The others may be kept for their minute, however old they are.
  if (!isMakeshift) headers.push('age', String(ageSeconds))
  return {
    etag: tile.etag,
    headers,
    bodyHeaders: ['content-type', 'image/png'],
    plain: () => tile.png,
    gzip: null,
    onSent: () => undefined,
  }
}
