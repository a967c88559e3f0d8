import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicCacheControl } from '../../platform/http/cache-control.ts'
import { matchesEtag, weakEtag } from '../../platform/http/etag.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { errorResponses } from '../../platform/http/schemas.ts'
import { LIMITED_ROUTES, routeName } from './limited-routes.ts'
import { LIMITS_EXAMPLE, LimitsAnswer } from './schemas.ts'
import { KEPT_MS, type LimitsService } from './service.ts'

export interface LimitsRoutes {
  readonly limits: LimitsService
  readonly limiter: RateLimiter
}

/** GET /api/platform/limits */
export function registerLimits(app: HttpServer, { limits, limiter }: LimitsRoutes): void {
  let served = LIMITED_ROUTES
  app.addHook('onReady', (done) => {
    served = LIMITED_ROUTES.filter(({ methods, path }) => methods.some((method) => app.hasRoute({ method, url: path })))
    done()
  })

  app.get(
    '/api/platform/limits',
    {
      schema: {
        operationId: 'getLimits',
        tags: ['Utility'],
        summary: 'What the service allows, and what is left of it',
        description: 'A snapshot that is at most a second old.',
        response: {
          200: { ...LimitsAnswer, examples: [LIMITS_EXAMPLE] },
          304: { type: 'null', description: 'The caller has it already (If-None-Match)' },
          ...errorResponses(['service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const requests = served.map((route) => {
        const { limit, windowSeconds } = limiter.rule(route.name)
        return { name: route.name, route: routeName(route), limit, windowSeconds }
      })
      return sendJson(request, reply, await limits.snapshot(requests))
    },
  )
}

function sendJson(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const etag = weakEtag(json)
  reply.header('cache-control', publicCacheControl({ maxAgeSeconds: KEPT_MS / 1_000 })).header('etag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(json))
}
