import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { isGzipAccepted } from '../../../platform/http/bytes/compression.ts'
import { type CompressedPart, stitchGzip } from '../../../platform/http/bytes/stitched-gzip.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import { getClientIp } from '../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { isForCrawler } from '../../../platform/http/server/visit-scope.ts'
import { listScopeCounters, isSearch, readExtent } from './answer.ts'
import { BatchAnswer, BatchBody, BatchQuery, BATCH_EXAMPLE, BATCH_ANSWER_EXAMPLE } from './batch-schemas.ts'
import { type BatchCity, runBatch } from './batch.ts'
import type { ForecastRoutes } from './routes.ts'

interface BatchNeeds extends ForecastRoutes {
  /** The error if no weather can be served at all; null if it can. */
  readonly unavailable: () => AppError | null
}

/** POST /api/weather/batch */
export function registerBatch(
  app: HttpServer,
  { config, limiter, clock, clientHash }: Foundation,
  { forecast, counterOf, onSearch, unavailable }: BatchNeeds,
): void {
  app.post(
    '/api/weather/batch',
    {
      // The answer carries its own compressed bytes.
      compress: false,
      config: { unavailableStatus: 502, crossOrigin: true, clientScope: 'batch' },
      schema: {
        operationId: 'getWeatherBatch',
        tags: ['Weather'],
        summary: 'Get weather for up to 50 points',
        description:
          'Each city lists its own scopes. The order is kept and `id` is echoed. A scope that fails carries its own error while the batch succeeds. One timeout applies to the whole batch; late scopes answer with an error.',
        querystring: BatchQuery,
        body: { ...BatchBody, examples: [BATCH_EXAMPLE] },
        response: {
          200: buildResponseEntry(BatchAnswer, 'The cities in request order', BATCH_ANSWER_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable'], 502),
        },
      },
      onRequest: createRateLimitHook(limiter, 'batch'),
    },
    async (request, reply) => {
      const cities = parse(request.body, request.query)
      const failure = unavailable()
      if (failure !== null) throw failure
      const ip = getClientIp(request)
      const forCrawler = isForCrawler()
      const requester = { cause: 'request' as const, requestId: request.id, client: clientHash(ip), forCrawler }
      const { parts, answered } = await runBatch(cities, requester, {
        forecast,
        clock,
        timeoutMs: config.BATCH_TIMEOUT_MS,
        onAnswer: (answer) => listScopeCounters(answer, counterOf).forEach((count) => count()),
      })
      for (const city of answered) if (isSearch(city.trigger) && !forCrawler) onSearch(city, ip)
      return sendParts(request, reply, parts)
    },
  )
}

/** A city's value takes precedence over the body's, and that over the query's. All of them are validated, including those overridden. */
function parse(body: BatchBody, query: BatchQuery): BatchCity[] {
  const queryLang = readLanguage(query.lang)
  const lang = body.lang === undefined ? queryLang : readLanguage(body.lang)
  return body.cities.map((city, index) => ({
    id: city.id,
    lat: city.lat,
    lon: city.lon,
    scopes: [...new Set(city.scopes ?? ['current' as const])],
    units: city.units ?? body.units ?? query.units ?? 'metric',
    lang: city.lang === undefined ? lang : readLanguage(city.lang, `cities[${index}].lang`),
    trigger: city.trigger ?? body.trigger ?? 'unspecified',
    maxAgeMs: city.maxAgeMs,
    extent: readExtent({
      hours: city.hours ?? body.hours ?? query.hours,
      pastHours: city.pastHours ?? body.pastHours ?? query.pastHours,
      days: city.days ?? body.days ?? query.days,
    }),
  }))
}

function sendParts(request: FastifyRequest, reply: FastifyReply, parts: readonly (Buffer | CompressedPart)[]): FastifyReply {
  addVary(reply.header('cache-control', NO_STORE).header('content-type', 'application/json; charset=utf-8'), 'Accept-Encoding')
  return isGzipAccepted(request.raw.headers['accept-encoding'])
    ? reply.header('content-encoding', 'gzip').send(stitchGzip(parts))
    : reply.send(Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : part.plain))))
}
