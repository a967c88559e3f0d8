import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Foundation } from '../../../../foundation.ts'
import { writePublicCacheControl } from '../../../../platform/http/bytes/cache-control.ts'
import { isEtagMatch, computeWeakEtag } from '../../../../platform/http/bytes/etag.ts'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import { encodeListingCursor, buildListingUrl, readListing } from './listing-query.ts'
import type { Listing, WarningListing } from './listing.ts'
import { LISTING_EXAMPLE, ListingQuery, WarningCollection } from './schemas.ts'

/** Feeds are read every two minutes at most. */
const FRESH_SECONDS = 60
const GEO_JSON = 'application/geo+json; charset=utf-8'

/** GET /api/alerts */
export function registerListing(app: HttpServer, { limiter, clock }: Foundation, listing: WarningListing): void {
  app.get(
    '/api/alerts',
    {
      config: { crossOrigin: true, clientScope: 'weather' },
      schema: {
        operationId: 'getAlerts',
        tags: ['Weather'],
        summary: 'List official warnings of a country or a part of the world',
        description:
          'The official warnings in force or coming, from the feeds that are read here, each once. `coverage` says which feeds those are and how recently each was read: warnings of other countries are not listed. Without a feed for the country, the answer is 404; without a recent reading and anything to list, 503. Ids are those of warnings as a whole: those of a place’s alerts, in `alertIds`, differ. `ETag` covers everything but the times of reading.',
        querystring: ListingQuery,
        response: {
          200: {
            description: 'The warnings',
            content: { 'application/geo+json': { schema: WarningCollection, examples: { warnings: { value: LISTING_EXAMPLE } } } },
          },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'alerts'),
    },
    async (request, reply) => {
      const page = await listing.list(readListing(request.query))
      return send(request, reply, page, clock.now())
    },
  )
}

function send(request: FastifyRequest, reply: FastifyReply, page: Listing, now: number): FastifyReply {
  const { complete, next, changesAt } = page
  const nextCursor = encodeListingCursor(next)
  const coverage = page.coverage.map(({ readAt: _readAt, ...rest }) => rest)
  const written = `[${page.written.join(',')}]`
  const etag = computeWeakEtag(JSON.stringify([complete, coverage, nextCursor]) + written)
  const maxAgeSeconds = Math.min(FRESH_SECONDS, (changesAt - now) / 1_000)
  reply
    .header('cache-control', writePublicCacheControl({ maxAgeSeconds, staleWhileRevalidateSeconds: 0, staleIfErrorSeconds: 0 }))
    .header('etag', etag)
  if (nextCursor !== null) reply.header('link', `<${buildListingUrl(request, nextCursor)}>; rel="next"`)
  if (isEtagMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const { features: _features, ...head }: WarningCollection = {
    type: 'FeatureCollection',
    complete,
    coverage: [...page.coverage],
    nextCursor,
    features: [],
  }
  const body = `${JSON.stringify(head).slice(0, -1)},"features":${written}}`
  return reply.header('content-type', GEO_JSON).send(Buffer.from(body))
}
