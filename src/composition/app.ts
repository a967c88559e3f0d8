import { compileTrustProxy } from '../platform/http/server/client-ip.ts'
import type { HttpServer } from '../platform/http/server/http-server.ts'
import { createHttpServer } from '../platform/http/server/server.ts'
import { addConnectionMetrics, addRequestMetrics, addRequestTracing } from '../platform/http/server/telemetry.ts'
import type { Services } from './services.ts'

/** What an operator needs to diagnose and fix a problem. */
const BACK_OFFICE_PATHS = /^\/(?:api\/(?:admin|auth)\/|(?:admin|login)(?:[/?.]|$)|assets\/)/

/** The HTTP application: every feature's routes. Not yet listening. */
export async function createApp(services: Services): Promise<HttpServer> {
  const { config, log, metrics, access, apiDocs, clientKeys, features, tracing } = services
  const app = await createHttpServer({
    log,
    publicUrl: config.PUBLIC_URL?.origin ?? null,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    connections: { total: config.MAX_CONNECTIONS, perClient: config.MAX_CONNECTIONS_PER_CLIENT },
    reservedPaths: BACK_OFFICE_PATHS,
    clientAccess: clientKeys.access,
    maxEventLoopDelayMs: config.MAX_EVENT_LOOP_DELAY_MS,
  })
  addConnectionMetrics(metrics.registry, app)
  addRequestMetrics(app, metrics)
  if (tracing !== null) addRequestTracing(app, tracing, compileTrustProxy(config.TRUST_PROXY))
  access.guard(app)
  await apiDocs.describe(app)
  // The documentation lists them in this order.
  for (const { routes } of features) await routes?.(app)
  for (const { adminRoutes } of features) adminRoutes?.(app)
  return app
}
