import { writePublicCacheControl } from '../../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../../platform/http/bytes/send-json.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/server.ts'
import { RECENT_CHECKS_EXAMPLES, RecentChecksAnswer, RecentChecksQuery } from './schemas.ts'
import { STORED_MS, type RecentChecksService } from './service.ts'

const DEFAULT_LIMIT = 20
const CACHE_CONTROL = writePublicCacheControl({
  maxAgeSeconds: STORED_MS / 1_000,
  staleWhileRevalidateSeconds: 60,
  staleIfErrorSeconds: 3_600,
})

/** GET /api/recent-checks */
export function registerRecentChecks(app: HttpServer, recentChecks: RecentChecksService): void {
  app.get(
    '/api/recent-checks',
    {
      config: { crossOrigin: true, clientScope: 'geocode' },
      schema: {
        operationId: 'listRecentChecks',
        tags: ['Places'],
        summary: 'Get the most searched places',
        description:
          'Places of the last 30 days, ranked by answered searches (weather requests with the trigger `search_select` or `search_preview`), cached ones included, counted once per client, cell and hour. Searches appear after a few seconds. `current` comes from the cache only.',
        querystring: RecentChecksQuery,
        response: {
          200: { ...RecentChecksAnswer, description: 'The ranking', examples: RECENT_CHECKS_EXAMPLES },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const answer = await recentChecks.list(request.query.limit ?? DEFAULT_LIMIT)
      reply.header('cache-control', CACHE_CONTROL)
      return sendJson(request, reply, JSON.stringify(answer))
    },
  )
}
