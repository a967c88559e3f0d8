import { UNIT_SYSTEMS } from '@isobar/weather'
import { Type } from 'typebox'
import type { Foundation } from '../../../../foundation.ts'
import { LANGUAGES } from '../../../../messages/languages.ts'
import { PRIVATE_NO_STORE } from '../../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses, buildNullableSchema } from '../../../../platform/http/schema/schemas.ts'
import { getClientIp, compileTrustProxy } from '../../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../../platform/http/server/server.ts'
import { findRegionInHeaders } from './edge.ts'
import type { GeoIp } from './geoip.ts'
import { Region, suggestLang, suggestUnits } from './region.ts'

const RegionAnswer = Type.Object(
  {
    region: buildNullableSchema(Region, 'Null if unknown, as for local addresses'),
    suggestedUnits: Type.Enum([...UNIT_SYSTEMS], { description: 'Based on the country' }),
    suggestedLang: Type.Enum([...LANGUAGES], { description: 'Based on `Accept-Language`, then on the country' }),
  },
  { title: 'RegionAnswer' },
)

const REGION_EXAMPLES = [
  {
    region: {
      country: 'US',
      region: 'Illinois',
      city: 'Springfield',
      lat: 39.8,
      lon: -89.64,
      timezone: 'America/Chicago',
      source: 'edge',
    },
    suggestedUnits: 'imperial',
    suggestedLang: 'en',
  },
  {
    region: { country: 'DE', region: null, city: null, lat: null, lon: null, timezone: null, source: 'geoip' },
    suggestedUnits: 'metric',
    suggestedLang: 'de',
  },
  { region: null, suggestedUnits: 'metric', suggestedLang: 'en' },
]

/** GET /api/location/region */
export function registerRegion(app: HttpServer, { config, limiter }: Foundation, geoIp: GeoIp): void {
  const trusts = compileTrustProxy(config.TRUST_PROXY)

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
          ...buildErrorResponses(['rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'region'),
    },
    async (request, reply) => {
      const isTrusted = trusts?.(request.socket.remoteAddress ?? '', 0) === true
      const region = (isTrusted ? findRegionInHeaders(request.headers) : null) ?? (await geoIp.find(getClientIp(request)))
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
