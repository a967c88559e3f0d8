import { publicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { errorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import { sendJson } from '../../../platform/http/bytes/send-json.ts'
import { LIMITED_ROUTES, routeName } from './limited-routes.ts'
import { LIMITS_EXAMPLE, LimitsAnswer } from './schemas.ts'
import { KEPT_MS, type LimitsService } from './service.ts'

export interface LimitsRoutes {
  readonly limits: LimitsService
  readonly limiter: RateLimiter
}

const CACHING = publicCacheControl({ maxAgeSeconds: KEPT_MS / 1_000 })

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
      config: { crossOrigin: true },
      schema: {
        operationId: 'getLimits',
        tags: ['Utility'],
        summary: 'Get limits and remaining quota',
        description: 'A snapshot that is at most a second old.',
        response: {
          200: { ...LimitsAnswer, examples: [LIMITS_EXAMPLE] },
          ...NOT_MODIFIED,
          ...errorResponses(['service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const requests = served.map((route) => {
        const { limit, windowSeconds } = limiter.rule(route.name)
        return { name: route.name, route: routeName(route), limit, windowSeconds }
      })
      const json = await limits.snapshot(requests)
      return sendJson(request, reply.header('cache-control', CACHING), json)
    },
  )
}
