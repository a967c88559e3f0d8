import { environmentView } from '../config/environment-view.ts'
import { guardAdminRoutes } from '../features/accounts/access/index.ts'
import { registerAdProgramAdmin } from '../features/site/ad-program/index.ts'
import { registerAds } from '../features/site/ads/index.ts'
import { registerAlerts } from '../features/weather/alerts/index.ts'
import { registerAnalytics, registerAnalyticsAdmin } from '../features/site/analytics/index.ts'
import { describeApi, registerApiDocs } from '../features/site/api-docs/index.ts'
import { registerAuditAdmin } from '../features/accounts/audit/index.ts'
import { registerAuth } from '../features/accounts/sign-in/index.ts'
import { registerConnectionAdmin } from '../features/operations/connections/index.ts'
import { registerBatch, registerForecast } from '../features/weather/forecast/index.ts'
import { registerHealth } from '../features/operations/health/index.ts'
import { registerIcons } from '../features/weather/icons/index.ts'
import { registerCron, registerJobAdmin } from '../features/operations/jobs/index.ts'
import { registerLimits } from '../features/operations/limits/index.ts'
import { registerOutboxAdmin } from '../features/mail/outbox/index.ts'
import { registerSuppressionAdmin } from '../features/mail/suppression/index.ts'
import { registerTemplateAdmin } from '../features/mail/templates/index.ts'
import { registerMailingAdmin } from '../features/subscribers/newsletters/index.ts'
import { registerPersonAdmin } from '../features/subscribers/persons/index.ts'
import { registerPageAdmin, registerPages } from '../features/site/texts/index.ts'
import { registerPlaceAdmin, registerPlaces } from '../features/weather/places/index.ts'
import { registerReportAdmin, registerReports } from '../features/weather/reports/index.ts'
import { registerHistory } from '../features/weather/history/index.ts'
import { registerSettingsAdmin } from '../features/operations/settings/index.ts'
import { createHeldWeather, findBundle, registerCrawlerRoutes, registerSite, type SiteBundle } from '../features/site/rendering/index.ts'
import { registerContactExchangeAdmin } from '../features/subscribers/contact-exchange/index.ts'
import { registerSubscriptionAdmin, registerSubscriptions } from '../features/subscribers/subscriptions/index.ts'
import { registerTiles } from '../features/weather/tiles/index.ts'
import { registerUsageAdmin } from '../features/operations/usage/index.ts'
import { registerSessionAdmin, registerUserAdmin } from '../features/accounts/users/index.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import { addConnectionMetrics } from '../platform/http/connection-metrics.ts'
import { addRequestMetrics } from '../platform/http/request-metrics.ts'
import { createHttpServer, type HttpServerOptions } from '../platform/http/server.ts'
import type { Services } from './services.ts'
import { VERSION } from '../version.ts'

/** Where it is to differ from the server's defaults. */
export interface AppOptions extends Pick<HttpServerOptions, 'overload' | 'schemaController'> {
  /** Undefined: the pages as they were built. */
  readonly site?: SiteBundle
}

/** What somebody needs to see what is wrong and to mend it. */
const BACK_OFFICE_PATHS = /^\/(?:api\/(?:admin|auth)\/|(?:admin|login)(?:[/?.]|$)|assets\/)/

/** How long an answer about a job waits for its mails to be sent. */
const MAIL_WAIT_MS = 10_000

/** The HTTP application: every feature's routes, in the order in which the documentation lists them. Not yet listening. */
export async function createApp(services: Services, { site = findBundle(), ...options }: AppOptions = {}): Promise<HttpServer> {
  const { config, log, clock, limiter, clientHash, counted, settings } = services
  const publicUrl = config.PUBLIC_URL?.origin ?? null
  const siteName = (): string => settings.current().siteName
  const app = await createHttpServer({
    log,
    publicUrl,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    connections: { total: config.MAX_CONNECTIONS, perClient: config.MAX_CONNECTIONS_PER_CLIENT },
    reservedPaths: BACK_OFFICE_PATHS,
    ...options,
  })
  addConnectionMetrics(services.metrics.registry, app)
  addRequestMetrics(app, services.metrics)
  const publicOrigin = (): string => publicUrl ?? `http://localhost:${portOf(app)}`
  guardAdminRoutes(app, { identify: services.accounts.identify, publicOrigin })
  // Without a public address of its own the document speaks of wherever it was read from.
  await describeApi(app, { version: VERSION, publicUrl: config.PUBLIC_URL?.hostname === 'localhost' ? null : publicUrl })
  const onAnswer = (scope: string, layer: string, freshness: string, trigger: string): void => {
    counted.weatherAnswer(scope, layer, freshness)
    services.usage.answered(layer, scope, trigger)
  }
  const forecast = { forecast: services.forecast, limiter, clock, clientHash, onAnswer, onSearch: services.onSearch }
  registerForecast(app, forecast)
  registerBatch(app, { ...forecast, batchTimeoutMs: config.BATCH_TIMEOUT_MS, unavailable: () => services.gateway.unavailable() })
  registerHistory(app, { history: services.history.service, limiter, clock })
  registerPlaces(app, { ...services.places, geoIp: services.geoIp, limiter, clock, clientHash, trustProxy: config.TRUST_PROXY })
  registerAlerts(app, { alerts: services.alerts, limiter })
  registerTiles(app, { tiles: services.tiles, limiter, clientHash })
  registerIcons(app)
  registerSubscriptions(app, { subscriptions: services.subscriptions, siteName, limiter })
  registerReports(app, { reports: services.reports, limiter })
  registerLimits(app, { limits: services.limits, limiter })
  registerAnalytics(app, { analytics: services.analytics, limiter, publicOrigin: publicUrl, corsOrigins: config.CORS_ORIGINS })
  registerAds(app, { ads: services.ads })
  registerPages(app, { pages: services.pages })
  registerPageAdmin(app, { pages: services.pages })
  registerCron(app, { jobs: services.jobs, cronSecret: config.CRON_SECRET, mailsSettled: services.mail.settled, mailWaitMs: MAIL_WAIT_MS })
  await registerAuth(app, {
    ...services.accounts,
    limiter,
    clientHash,
    publicOrigin,
    siteName,
    secureCookie: config.PUBLIC_URL?.protocol === 'https:',
  })
  registerSessionAdmin(app, services.accounts.sessions)
  registerUserAdmin(app, { ...services.accounts, publicOrigin, hasMailTransport: services.hasMailTransport })
  registerAuditAdmin(app, services.accounts.audit)
  registerDataAdmin(app, services)
  registerMailAdmin(app, services)
  registerConnectionAdmin(app, services.outside)
  registerContactExchangeAdmin(app, services.outside.exchange)
  registerSettingsAdmin(app, { settings, environment: environmentView(config) })
  registerUsageAdmin(app, { usage: services.usage })
  registerAdProgramAdmin(app, { adProgram: services.adProgram, publicOrigin, placementOf: services.ads.placementOf })
  registerHealth(app, { checks: services.storage.checks, metrics: services.metrics, metricsToken: config.METRICS_TOKEN })
  registerApiDocs(app)
  registerCrawlerRoutes(app, { publicOrigin, gazetteer: services.places.gazetteer, pages: services.pages })
  await registerSite(app, {
    bundle: site,
    siteName,
    publicOrigin,
    showDemoCities: config.SHOW_DEMO_POPULAR_SEARCHES,
    clock,
    onError: services.onError,
    heldWeather: createHeldWeather(services.gateway),
    limiter,
  })
  return app
}

function registerDataAdmin(app: HttpServer, { backOffice, places, jobs, mail, clock }: Services): void {
  registerPlaceAdmin(app, { places: backOffice.places, gazetteer: places.gazetteer, clock })
  registerReportAdmin(app, { reports: backOffice.reports, clock })
  registerAnalyticsAdmin(app, { analytics: backOffice.analytics, clock })
  registerJobAdmin(app, { jobs, runs: backOffice.runs, mailsOf: (runId) => mail.settled(runId, 0), clock })
  registerSubscriptionAdmin(app, backOffice.subscriptions)
  registerPersonAdmin(app, { persons: backOffice.persons, clock })
}

function registerMailAdmin(app: HttpServer, { backOffice, addressHash, mail, clock }: Services): void {
  const { outbox, suppressions } = backOffice
  registerMailingAdmin(app, { ...backOffice, mailsOf: (runId) => mail.settled(runId, 0) })
  registerOutboxAdmin(app, { outbox, wakeMail: mail.wake, clock })
  registerSuppressionAdmin(app, { suppressions, addressHash, clock })
  registerTemplateAdmin(app, backOffice.templates)
}

/** Known once it listens. */
function portOf(app: HttpServer): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
