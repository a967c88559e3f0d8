import type { HTTPMethods } from 'fastify'

/** The routes that share one rate limit. */
export interface LimitedRoute {
  readonly name: string
  readonly methods: readonly HTTPMethods[]
  /** In the router's notation. */
  readonly path: string
}

/** The main route of each limit, in the order of the documentation. Routes that an instance does not serve are left out. */
export const LIMITED_ROUTES: readonly LimitedRoute[] = [
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
export function routeName({ methods, path }: LimitedRoute): string {
  return `${methods.join(', ')} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
}
