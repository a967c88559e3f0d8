import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, Coordinates, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { AirHistory } from '../history/index.ts'
import { listCreditLinks } from '../place-weather/index.ts'
import { buildAirPollutionList } from './air-pollution.ts'
import { buildOpenWeatherErrorBody, buildOpenWeatherErrorResponses } from './errors.ts'
import { AIR_EXAMPLE } from './examples.ts'
import { KEY_NOTE, SCOPE, TAG } from './resource.ts'
import { AirPollution } from './schemas.ts'

/** A quarter of hours; of a longer period, the newest. */
const MAX_HOURS = 2_200
const LAST_SECOND = Date.UTC(2200, 0, 1) / 1_000 - 1
const CACHE_CONTROL = writePublicCacheControl({ maxAgeSeconds: 60 })

const Query = Type.Object({
  ...Coordinates,
  start: Type.Integer({ minimum: 0, maximum: LAST_SECOND, description: 'Unix seconds', examples: [1_795_154_400] }),
  end: Type.Integer({ minimum: 0, maximum: LAST_SECOND, description: 'Unix seconds', examples: [1_795_240_800] }),
})

/** GET /data/2.5/air_pollution/history: from the archive, of one source */
export function registerAirHistory(app: HttpServer, { limiter }: Foundation, history: AirHistory): void {
  app.get(
    '/data/2.5/air_pollution/history',
    {
      config: { crossOrigin: true, clientScope: SCOPE, errorBodyOf: buildOpenWeatherErrorBody },
      schema: {
        operationId: 'openWeatherAirHistory',
        tags: [TAG],
        summary: 'Air pollution of past hours',
        description: `As the air pollution API 2.5, for the hours that this service has archived: those in which somebody looked at the place.${KEY_NOTE}`,
        querystring: Query,
        response: {
          200: buildResponseEntry(AirPollution, 'Oldest first', AIR_EXAMPLE),
          ...NOT_MODIFIED,
          ...buildOpenWeatherErrorResponses(400, 429, 503),
        },
      },
      onRequest: createRateLimitHook(limiter, 'history'),
    },
    async (request, reply) => {
      const { lat, lon, start, end } = request.query
      if (end <= start) throw new AppError('invalid_request', 'end must be after start')
      const { hours, attributions } = await history.hoursIn({ lat, lon }, { fromMs: start * 1_000, toMs: end * 1_000 }, MAX_HOURS)
      reply.header('cache-control', CACHE_CONTROL)
      if (attributions.length > 0) reply.header('link', listCreditLinks(attributions).join(', '))
      return sendJson(request, reply, JSON.stringify(buildAirPollutionList({ lat, lon }, hours)))
    },
  )
}
