import { getUnitWriter, toCell } from '@isobar/weather'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Foundation } from '../../../../foundation.ts'
import { writePublicCacheControl } from '../../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import { parsePointFilter } from '../../../../platform/http/schema/point-filter.ts'
import { Coordinates, buildErrorResponses } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/server.ts'
import { SCOPE_PAYLOADS, Units } from '../../forecast/index.ts'
import { HISTORY_EXAMPLE } from '../example.ts'
import type { HistoryService } from '../service.ts'
import verification from './example.json' with { type: 'json' }
import { Attributions, VerificationSchema } from './schemas.ts'

const AccuracyQuery = Type.Object({
  lat: Type.Optional(Coordinates.lat),
  lon: Type.Optional(Coordinates.lon),
  units: Type.Optional(Units),
})
type AccuracyQuery = Static<typeof AccuracyQuery>

const AccuracyAnswer = Type.Object(
  { units: SCOPE_PAYLOADS.current.properties.units, verification: VerificationSchema, attributions: Attributions },
  { title: 'Accuracy' },
)

const ACCURACY_EXAMPLE = {
  units: getUnitWriter('metric').labels,
  verification,
  attributions: HISTORY_EXAMPLE.attributions,
}

/** Scores change once a day. */
const MAX_AGE_SECONDS = 600

/** GET /api/weather/accuracy */
export function registerAccuracy(app: HttpServer, { limiter }: Foundation, history: HistoryService): void {
  app.get(
    '/api/weather/accuracy',
    {
      config: { crossOrigin: true, clientScope: 'history' },
      schema: {
        operationId: 'getForecastAccuracy',
        tags: ['Weather'],
        summary: 'Get forecast accuracy for a point or for all places',
        description:
          'Forecasts of the last year compared with what happened: by source, variable and lead time, against a named truth and two baselines. Answers from the archive; no provider is called.',
        querystring: AccuracyQuery,
        response: {
          200: { description: 'The scores', content: { 'application/json': { schema: AccuracyAnswer, example: ACCURACY_EXAMPLE } } },
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'history'),
    },
    async (request, reply) => {
      const { units = 'metric', ...point }: AccuracyQuery = request.query
      return sendJson(reply, await history.verification(parsePointFilter(point, toCell), units))
    },
  )
}

function sendJson(reply: FastifyReply, answer: object): FastifyReply {
  reply.header('cache-control', writePublicCacheControl({ maxAgeSeconds: MAX_AGE_SECONDS }))
  return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(JSON.stringify(answer)))
}
