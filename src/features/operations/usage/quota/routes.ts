import type { Product } from '@isobar/providers/port'
import type { HTTPMethods } from 'fastify'
import type { Feature, Foundation } from '../../../../foundation.ts'
import { writePublicCacheControl } from '../../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../../platform/http/bytes/send-json.ts'
import type { RateLimiter } from '../../../../platform/http/limits/rate-limit.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import { LIMITS_EXAMPLE, LimitsAnswer } from './schemas.ts'
import { createLimitsService, type LimitsOptions, type LimitsService, STORED_MS } from './service.ts'

export interface LimitsRoutes {
  readonly limits: LimitsService
  readonly limiter: RateLimiter
}

const CACHING = writePublicCacheControl({ maxAgeSeconds: STORED_MS / 1_000 })

/** GET /api/platform/limits */
function registerLimits(app: HttpServer, { limits, limiter }: LimitsRoutes): void {
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
          ...buildErrorResponses(['service_unavailable']),
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

interface LimitNeeds extends Pick<LimitsOptions, 'usage' | 'batch' | 'subscriptions'> {
  /** The products whose calls are shared among clients. */
  readonly products: () => readonly Product[]
}

/** The limits for clients, and what is left of them. */
export function openLimits({ meter, windows, clock, limiter }: Foundation, { products, ...rest }: LimitNeeds) {
  const limits = createLimitsService({
    shares: () => products().flatMap((each) => meter.clientShares(each).map((share) => ({ ...share, product: each.id }))),
    windows,
    ...rest,
    clock,
  })
  return { routes: (app) => registerLimits(app, { limits, limiter }) } satisfies Feature
}

/** The routes that share one rate limit. */
interface LimitedRoute {
  readonly name: string
  readonly methods: readonly HTTPMethods[]
  /** In the router's notation. */
  readonly path: string
}

/** The main route of each limit, in the order of the documentation. Routes that an instance does not serve are left out. */
const LIMITED_ROUTES: readonly LimitedRoute[] = [
  { name: 'weather', methods: ['GET'], path: '/api/weather' },
  { name: 'batch', methods: ['POST'], path: '/api/weather/batch' },
  { name: 'history', methods: ['GET'], path: '/api/weather/history' },
  { name: 'geocode', methods: ['GET'], path: '/api/geocode' },
  { name: 'alerts', methods: ['GET'], path: '/api/alerts/:alertId' },
  { name: 'region', methods: ['GET'], path: '/api/location/region' },
  { name: 'report', methods: ['POST'], path: '/api/weather/inaccurate-report' },
  { name: 'tiles', methods: ['GET'], path: '/api/weather/map-tile/:layer/:z/:x/:y' },
  { name: 'analytics', methods: ['POST'], path: '/api/analytics/collect' },
  { name: 'subscriptions', methods: ['GET', 'POST', 'PATCH', 'DELETE'], path: '/api/subscriptions' },
  { name: 'unknown-client', methods: ['GET', 'DELETE'], path: '/api/subscriptions' },
  { name: 'unsubscribe', methods: ['GET', 'POST'], path: '/api/unsubscribe' },
  { name: 'login', methods: ['POST'], path: '/api/auth/login' },
  { name: 'forgot', methods: ['POST'], path: '/api/auth/forgot-password' },
  { name: 'reset', methods: ['POST'], path: '/api/auth/reset-password/:token' },
  { name: 'invite', methods: ['GET', 'POST'], path: '/api/auth/invite/:token' },
  { name: 'pages', methods: ['GET', 'POST'], path: '/' },
]

/** `GET /api/alerts/{alertId}` */
function routeName({ methods, path }: LimitedRoute): string {
  return `${methods.join(', ')} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
}
