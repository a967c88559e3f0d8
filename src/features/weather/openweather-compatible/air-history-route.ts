import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { publicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../platform/http/bytes/send-json.ts'
import { rateLimited } from '../../../platform/http/limits/rate-limit-hook.ts'
import { answered, Coordinates, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { AirHistory } from '../history/index.ts'
import { creditLinks } from '../place-weather/index.ts'
import { airOf } from './air-pollution.ts'
import { errorBodyOf, errorsOf } from './errors.ts'
import { AIR_EXAMPLE } from './examples.ts'
import { AirPollution } from './schemas.ts'
import { KEY_NOTE, SCOPE, TAG } from './weather-routes.ts'

/** A quarter of hours; of a longer period, the newest. */
const MAX_HOURS = 2_200
const LAST_SECOND = Date.UTC(2200, 0, 1) / 1_000 - 1
const CACHE_CONTROL = publicCacheControl({ maxAgeSeconds: 60 })

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
      config: { crossOrigin: true, clientScope: SCOPE, errorBodyOf },
      schema: {
        operationId: 'openWeatherAirHistory',
        tags: [TAG],
        summary: 'Air pollution of past hours',
        description: `As the air pollution API 2.5, for the hours that this service has archived: those in which somebody looked at the place.${KEY_NOTE}`,
        querystring: Query,
        response: {
          200: answered(AirPollution, 'Oldest first', AIR_EXAMPLE),
          ...NOT_MODIFIED,
          ...errorsOf(400, 429, 503),
        },
      },
      onRequest: rateLimited(limiter, 'history'),
    },
    async (request, reply) => {
      const { lat, lon, start, end } = request.query
      if (end <= start) throw new AppError('invalid_request', 'end must be after start')
      const { hours, attributions } = await history.hoursIn({ lat, lon }, { fromMs: start * 1_000, toMs: end * 1_000 }, MAX_HOURS)
      reply.header('cache-control', CACHE_CONTROL)
      if (attributions.length > 0) reply.header('link', creditLinks(attributions).join(', '))
      return sendJson(request, reply, JSON.stringify(airOf({ lat, lon }, hours)))
    },
  )
}
