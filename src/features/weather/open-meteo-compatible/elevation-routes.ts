import type { Foundation } from '../../../foundation.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/server.ts'
import { DAY_SECONDS } from '../../../time.ts'
import { GEONAMES_CREDIT } from '../places/index.ts'
import { findHeight } from '../terrain/index.ts'
import { parseUrlParameters } from './parameters.ts'
import { readCoordinates } from './request.ts'
import { ROUTE } from './routes.ts'
import { ElevationAnswer, ElevationQuery, ERRORS } from './schemas.ts'

/** As many as theirs. */
const MAX_PLACES = 100

/** GET /v1/elevation */
export function registerElevation(app: HttpServer, { limiter }: Foundation): void {
  app.get(
    '/v1/elevation',
    {
      ...ROUTE,
      schema: {
        operationId: 'openMeteoElevation',
        tags: ['Open-Meteo-compatible'],
        summary: "Open-Meteo's elevation API",
        description: 'Heights of the terrain by the towns near by (GeoNames, CC BY 4.0); no provider is called.',
        querystring: ElevationQuery,
        response: { 200: { ...ElevationAnswer, description: 'A height for each place' }, ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: createRateLimitHook(limiter, 'weather'),
    },
    (request, reply) => {
      const elevation = readCoordinates(parseUrlParameters(request.raw.url ?? ''), MAX_PLACES).map(findHeight)
      reply.header('link', GEONAMES_CREDIT).header('cache-control', writePublicCacheControl({ maxAgeSeconds: DAY_SECONDS }))
      return sendJson(request, reply, JSON.stringify({ elevation }))
    },
  )
}
