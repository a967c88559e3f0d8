import { PRIVATE_NO_STORE } from '../../../../platform/http/bytes/cache-control.ts'
import { rateLimited } from '../../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../../platform/http/limits/rate-limit.ts'
import { errorResponses } from '../../../../platform/http/schema/schemas.ts'
import { clientIp, compileTrustProxy } from '../../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../../platform/http/server/server.ts'
import { regionFromHeaders } from './edge.ts'
import type { GeoIp } from './geoip.ts'
import { suggestLang, suggestUnits } from './region.ts'
import { REGION_EXAMPLES, RegionAnswer } from './schemas.ts'

export interface RegionRoutes {
  readonly geoIp: GeoIp
  readonly limiter: RateLimiter
  /** The proxies whose headers are trusted. */
  readonly trustProxy: number | readonly string[] | null
}

/** GET /api/location/region */
export function registerRegion(app: HttpServer, { geoIp, limiter, trustProxy }: RegionRoutes): void {
  const trusts = compileTrustProxy(trustProxy)

  app.get(
    '/api/location/region',
    {
      config: { crossOrigin: true, clientScope: 'geocode' },
      schema: {
        operationId: 'getRegion',
        tags: ['Places'],
        summary: 'Get the approximate region of the visitor',
        description:
          'With suggested units and language. Derived from the headers of a trusted proxy (TRUST_PROXY), otherwise from a bundled GeoIP database. No third party is contacted; the address is neither stored nor shared.',
        response: {
          200: { ...RegionAnswer, description: 'The region, as far as known', examples: REGION_EXAMPLES },
          ...errorResponses(['rate_limited', 'service_unavailable']),
        },
      },
      onRequest: rateLimited(limiter, 'region'),
    },
    async (request, reply) => {
      const isTrusted = trusts?.(request.socket.remoteAddress ?? '', 0) === true
      const region = (isTrusted ? regionFromHeaders(request.headers) : null) ?? (await geoIp.find(clientIp(request)))
      const country = region?.country ?? null
      reply.header('cache-control', PRIVATE_NO_STORE)
      return {
        region,
        suggestedUnits: suggestUnits(country),
        suggestedLang: suggestLang(request.headers['accept-language'], country),
      }
    },
  )
}
