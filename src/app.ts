import { describeApi, registerApiDocs } from './features/api-docs/index.ts'
import { registerForecast } from './features/forecast/index.ts'
import { registerHealth } from './features/health/index.ts'
import { registerTiles } from './features/tiles/index.ts'
import type { HttpServer } from './platform/http/http-server.ts'
import { addRequestMetrics } from './platform/http/request-metrics.ts'
import { createHttpServer } from './platform/http/server.ts'
import type { Services } from './services.ts'
import { VERSION } from './version.ts'

/** The HTTP application: every feature's routes, in the order in which the documentation lists them. Not yet listening. */
export async function createApp(services: Services): Promise<HttpServer> {
  const { config, log, clock, limiter, clientHash, counted } = services
  const publicUrl = config.PUBLIC_URL?.origin ?? null
  const app = await createHttpServer({
    log,
    publicUrl,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
  })
  addRequestMetrics(app, services.metrics)
  await describeApi(app, { version: VERSION, publicUrl })
  registerForecast(app, { forecast: services.forecast, limiter, clock, clientHash, onAnswer: counted.weatherAnswer })
  registerTiles(app, { tiles: services.tiles, limiter })
  registerHealth(app, { checks: services.storage.checks, metrics: services.metrics, metricsToken: config.METRICS_TOKEN })
  await registerApiDocs(app)
  return app
}
