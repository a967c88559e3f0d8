import type { Foundation } from '../../../../foundation.ts'
import { writePublicCacheControl } from '../../../../platform/http/bytes/cache-control.ts'
import { formatCacheStatus } from '../../../../platform/http/bytes/cache-status.ts'
import { sendJson } from '../../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../../platform/http/schema/schemas.ts'
import { identifyClient } from '../../../../platform/http/server/client.ts'
import type { HttpServer } from '../../../../platform/http/server/server.ts'
import { parseGeocodeQuery } from './query.ts'
import { GEOCODE_EXAMPLES, GeocodeAnswerBody, GeocodeParameters } from './schemas.ts'
import type { GeocodeAnswer, GeocodeService } from './service.ts'

/** The credit that GeoNames' licence requires, sent as a header where the body has no room for it. */
export const GEONAMES_CREDIT =
  '<https://creativecommons.org/licenses/by/4.0/>; rel="license", <https://www.geonames.org/>; rel="author"; title="GeoNames"'

/** The credit for the bundled postcodes of Germany. */
const OPENSTREETMAP_CREDIT =
  '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license", <https://www.openstreetmap.org/copyright>; rel="author"; title="OpenStreetMap contributors"'

/** The credits for places found by a postcode. `country`: ISO 3166 alpha-2. */
export function getPostcodeCredit(country: string): string {
  return country === 'DE' ? `${GEONAMES_CREDIT}, ${OPENSTREETMAP_CREDIT}` : GEONAMES_CREDIT
}

/** GET /api/geocode */
export function registerGeocode(app: HttpServer, { limiter, clock, clientHash }: Foundation, geocode: GeocodeService): void {
  app.get(
    '/api/geocode',
    {
      config: { unavailableStatus: 502, crossOrigin: true, clientScope: 'geocode' },
      schema: {
        operationId: 'geocode',
        tags: ['Places'],
        summary: 'Find places by name',
        description:
          'At most five places without near duplicates, exact matches first; an empty list if nothing matches. Results are cached for 30 days and refreshed in the background after 7; empty results for an hour. If the provider fails or finds nothing, or the address has no provider calls left, a bundled gazetteer answers (`X-Cache: gazetteer`), which also finds names that are misspelt by a letter or two. After a comma, a country or region counts by its names in any language and its codes (`Prague, Czech Republic`, `München, Bayern`, `Toronto, ON, CA`); what is neither is ignored. Countries, regions, airports, islands and summits are found by name, and postcodes of the United States, Canada, Germany, France, India and Australia; more where the operator has loaded lists. The gazetteer’s data is from GeoNames (CC BY 4.0), German postcodes from OpenStreetMap (ODbL), credited in the `Link` header.',
        querystring: GeocodeParameters,
        response: {
          200: { ...GeocodeAnswerBody, description: 'The places, best first', examples: GEOCODE_EXAMPLES },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'upstream_error', 'service_unavailable'], 502),
        },
      },
      onRequest: createRateLimitHook(limiter, 'geocode'),
    },
    async (request, reply) => {
      const query = parseGeocodeQuery(request.query)
      const answer = await geocode.find(query, identifyClient(request, clientHash))
      return sendJson(
        request,
        reply.headers(buildGeocodeHeaders(answer, clock.now())),
        JSON.stringify(answer.places.map(({ details: _details, ...place }) => place)),
      )
    },
  )
}

/** The headers of an answer with these places: caching, the layer and the credit. */
export function buildGeocodeHeaders(
  { layer, hasTowns, hasGermanPostcodes = false, freshUntil, usableUntil }: GeocodeAnswer,
  now: number,
): Record<string, string> {
  const ttlSeconds = Math.floor((freshUntil - now) / 1_000)
  const staleSeconds = (usableUntil - Math.max(freshUntil, now)) / 1_000
  const stale = { staleWhileRevalidateSeconds: staleSeconds, staleIfErrorSeconds: staleSeconds }
  return {
    'x-cache': layer,
    ...(hasTowns ? { link: getPostcodeCredit(hasGermanPostcodes ? 'DE' : '') } : {}),
    'cache-control': writePublicCacheControl({ maxAgeSeconds: ttlSeconds, ...stale }),
    'cache-status': formatCacheStatus(layer, ttlSeconds, { isHit: layer === 'memory' || layer === 'database' }),
  }
}
