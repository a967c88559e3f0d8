import { registerAlerts } from './features/alerts/index.ts'
import { registerAnalytics } from './features/analytics/index.ts'
import { describeApi, registerApiDocs } from './features/api-docs/index.ts'
import { registerBatch, registerForecast } from './features/forecast/index.ts'
import { registerHealth } from './features/health/index.ts'
import { registerLimits } from './features/limits/index.ts'
import { registerPlaces } from './features/places/index.ts'
import { registerReports } from './features/reports/index.ts'
import { registerHistory } from './features/history/index.ts'
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
  // Without a public address of its own the document speaks of wherever it was read from.
  await describeApi(app, { version: VERSION, publicUrl: config.PUBLIC_URL?.hostname === 'localhost' ? null : publicUrl })
  const forecast = { forecast: services.forecast, limiter, clock, clientHash, onAnswer: counted.weatherAnswer, onSearch: services.onSearch }
  registerForecast(app, forecast)
  registerBatch(app, { ...forecast, batchTimeoutMs: config.BATCH_TIMEOUT_MS, configured: () => services.gateway.isConfigured() })
  registerHistory(app, { history: services.history.service, limiter, clock })
  registerPlaces(app, { ...services.places, geoIp: services.geoIp, limiter, clock, clientHash, trustProxy: config.TRUST_PROXY })
  registerAlerts(app, { alerts: services.alerts, limiter })
  registerTiles(app, { tiles: services.tiles, limiter })
  registerReports(app, { reports: services.reports, limiter })
  registerLimits(app, { limits: services.limits, limiter })
  registerAnalytics(app, { analytics: services.analytics, limiter, publicOrigin: publicUrl, corsOrigins: config.CORS_ORIGINS })
  registerHealth(app, { checks: services.storage.checks, metrics: services.metrics, metricsToken: config.METRICS_TOKEN })
  await registerApiDocs(app)
  return app
}
