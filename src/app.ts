import { registerForecast } from './features/forecast/index.ts'
import type { HttpServer } from './platform/http/http-server.ts'
import { createHttpServer } from './platform/http/server.ts'
import type { Services } from './services.ts'

/** The HTTP application: every feature's routes, in the order in which the documentation lists them. Not yet listening. */
export async function createApp(services: Services): Promise<HttpServer> {
  const { config, log, clock, limiter, clientHash, counted } = services
  const app = await createHttpServer({
    log,
    publicUrl: config.PUBLIC_URL?.href ?? null,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
  })
  registerForecast(app, { forecast: services.forecast, limiter, clock, clientHash, onAnswer: counted.weatherAnswer })
  return app
}
