import type { Foundation } from '../../../../foundation.ts'
import { readLanguage } from '../../../../messages/language-tag.ts'
import { writePublicCacheControl } from '../../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/server.ts'
import { NAME_EXAMPLES, NameAnswer, NameQuery } from './schemas.ts'
import type { NamingService } from './service.ts'

const CACHE_CONTROL = writePublicCacheControl({ maxAgeSeconds: 3_600 })

/** GET /api/location/name */
export function registerNames(app: HttpServer, { limiter }: Foundation, naming: NamingService): void {
  app.get(
    '/api/location/name',
    {
      config: { crossOrigin: true, clientScope: 'geocode' },
      schema: {
        operationId: 'getPlaceName',
        tags: ['Places'],
        summary: 'Get place names and the time zone of a point',
        description:
          'From the bundled gazetteer (GeoNames, CC BY 4.0) and from earlier searches; no provider is called. `places` and `near` are empty if no name is known.',
        querystring: NameQuery,
        response: {
          200: { ...NameAnswer, description: 'Known names', examples: NAME_EXAMPLES },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'weather'),
    },
    async (request, reply) => {
      const { lat, lon } = request.query
      const lang = readLanguage(request.query.lang)
      reply.header('cache-control', CACHE_CONTROL)
      return sendJson(request, reply, JSON.stringify(await naming.nameOf({ lat, lon }, lang)))
    },
  )
}
