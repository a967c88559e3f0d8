import { REGIONS } from '@isobar/providers/port'
import { PUBLIC_SCOPES } from '@isobar/weather'
import { openAccess, buildUnsignedActor } from '../admin/access/index.ts'
import { openAudit } from '../admin/audit/index.ts'
import type { Config } from '../config/config.ts'
import { openSignIn } from '../features/accounts/sign-in/index.ts'
import { openUsers } from '../features/accounts/users/index.ts'
import { openClientKeys } from '../features/clients/keys/index.ts'
import { openWebhooks } from '../features/clients/webhooks/index.ts'
import { openBounces } from '../features/mail/bounces/index.ts'
import { openOutbox } from '../features/mail/outbox/index.ts'
import { openSuppression } from '../features/mail/suppression/index.ts'
import { openTemplates } from '../features/mail/templates/index.ts'
import { openBackups } from '../features/operations/backups/index.ts'
import { openConnectionAdmin, openMailServer } from '../features/operations/connections/index.ts'
import { openHealth } from '../features/operations/health/index.ts'
import { openJobs } from '../features/operations/jobs/index.ts'
import { openSettingsAdmin } from '../features/operations/settings/index.ts'
import { openTroubles } from '../features/operations/troubles/index.ts'
import { openLimits } from '../features/operations/usage/index.ts'
import { openAdProgram } from '../features/site/ad-program/index.ts'
import { openAds } from '../features/site/ads/index.ts'
import { openAnalytics } from '../features/site/analytics/index.ts'
import { openApiDocs } from '../features/site/api-docs/index.ts'
import { openCms } from '../features/site/cms/index.ts'
import { openRendering, type SiteBundle } from '../features/site/rendering/index.ts'
import { openSharing } from '../features/site/sharing/index.ts'
import { openAlerting } from '../features/subscribers/alerting/index.ts'
import { openContactExchange } from '../features/subscribers/contact-exchange/index.ts'
import { openDigests } from '../features/subscribers/digests/index.ts'
import { openExplaining } from '../features/subscribers/explaining/index.ts'
import { openNewsletters } from '../features/subscribers/newsletters/index.ts'
import { openPrivacy } from '../features/subscribers/privacy/index.ts'
import { openPush } from '../features/subscribers/push/index.ts'
import { MAX_CITIES_PER_EMAIL, MAX_PER_CLIENT, openSubscriptions } from '../features/subscribers/subscriptions/index.ts'
import { MAX_BATCH_CITIES } from '../features/weather/forecast/index.ts'
import { type GeoIp, openGeoIp } from '../features/weather/places/index.ts'
import type { Feature } from '../foundation.ts'
import { waitAtMost } from '../platform/at-most.ts'
import { getClientIp } from '../platform/http/server/client-ip.ts'
import { startMaintenance } from '../platform/maintenance.ts'
import type { Argon2Cost } from '../platform/secrets/phc.ts'
import { openFoundationFor, type OpenFoundation, type ServiceOptions as FoundationOptions } from './foundation.ts'
import { MAILS } from './mails.ts'
import { SEALED } from './sealed.ts'
import { MIGRATIONS, openSibling } from './storage.ts'
import { openWeatherFeatures, type WeatherSources } from './weather-features.ts'

/** What the caller supplies to the service. */
export interface ServiceOptions extends FoundationOptions, WeatherSources {
  /** The site's pages; omitted: the built ones; null: none. */
  readonly site?: SiteBundle | null
  /** Cost of hashing a password; omitted: a safe one. */
  readonly passwordCost?: Argon2Cost
  /** Tasks of maintenance with a longer pause do not run by themselves; omitted: all do. */
  readonly longestPauseMs?: number
}

/**
 * The foundation with every feature open on it; `features` lists all of them in the order in which the API documentation lists their
 * routes.
 */
export type Services = Awaited<ReturnType<typeof openFeatures>>

/**
 * Together with the time for requests in flight before them and half a second for the rest after them, these keep shutdown within ten
 * seconds.
 */
const SETTLE_DEADLINE_MS = 2_000
const ARCHIVE_DEADLINE_MS = 1_500

/**
 * Builds the whole service bottom up: each feature gets what it needs from those created before it.
 * @throws StartupError when the database, a directory or a file cannot be used
 */
export async function createServices(config: Config, options: ServiceOptions): Promise<Services> {
  const geoIp = await openGeoIp(config.GEOIP_DATABASE)
  return openFoundationFor(config, options, (foundation) => openFeatures(foundation, geoIp, options))
}

async function openFeatures(foundation: OpenFoundation, geoIp: GeoIp, options: ServiceOptions) {
  const { site, passwordCost, longestPauseMs, ...sources } = options
  const { connections } = foundation
  const mailServer = openMailServer(foundation, connections)
  const { confirmation, hasMailTransport } = mailServer
  const clientKeys = await openClientKeys(foundation)
  const weather = await openWeatherFeatures(foundation, geoIp, sources)
  const { providers, attributionOf, nameOf, gateway, usage, placeWeather, blend, history, places, tiles, warnings } = weather

  const templates = openTemplates(foundation, { mails: MAILS })
  const { render, editedAt } = templates
  const outbox = openOutbox(foundation, { server: mailServer, render, editedAt, templates: MAILS.map(({ id }) => id) })
  const suppression = openSuppression(foundation)
  const bounces = openBounces(foundation, { connections })
  const wakeMail = outbox.wake

  const audit = openAudit(foundation)
  const users = openUsers(foundation, { wakeMail, hasMailTransport, passwordCost })
  await users.prepare()
  const countryOf = async (ip: string): Promise<string | null> => (await geoIp.find(ip))?.country ?? null
  const access = openAccess({
    publicUrl: foundation.config.PUBLIC_URL,
    clientHash: foundation.clientHash,
    devBypass: foundation.config.ALLOW_DEV_ADMIN_BYPASS,
    secondFactorRequiredFor: () => foundation.settings.current().secondFactorRequiredFor,
    findSession: users.sessions.find,
    onRefused: (request, { actor }, reason) =>
      audit.recordRefusal({
        actor,
        action: 'access.refused',
        object: { type: 'route', id: `${request.method} ${request.routeOptions.url}` },
        reason,
      }),
    countryOf,
  })
  const signIn = openSignIn(foundation, { users, identify: access.identify, wakeMail, recordRefusal: audit.recordRefusal })

  const cms = openCms(foundation)
  const rendering = openRendering(foundation, {
    gateway,
    gazetteer: places.gazetteer,
    pages: cms,
    bundle: site,
    sources: weather.describeSources,
  })

  const sharing = openSharing(foundation, { documents: rendering.documents })

  const webhooks = openWebhooks(foundation)
  const push = openPush(foundation)
  const jobs = openJobs(foundation, {
    mailsSettled: outbox.settled,
    onRefused: (request) =>
      audit.recordRefusal({
        actor: { ...buildUnsignedActor('cron'), client: foundation.clientHash(getClientIp(request)), requestId: request.id },
        action: 'cron.refused',
        object: { type: 'job', id: request.routeOptions.url ?? null },
        reason: 'missing or wrong secret',
      }),
  })
  const subscriptions = openSubscriptions(foundation, {
    confirmation,
    wakeMail,
    showMailedPage: rendering.showMailedPage,
    browsers: push.browsers,
  })
  const digests = openDigests(foundation, { gateway, history: history.service, placeWeather, places, attributionOf, wakeMail })
  const alerting = openAlerting(foundation, {
    gateway,
    attributionOf,
    nameOf,
    wakeMail,
    wakeChannel: (name) => ({ webhooks, pushes: push })[name].wake(),
    takeChanges: warnings.takeChanges,
  })
  const explaining = openExplaining(foundation, { alerting, outbox })
  const newsletters = openNewsletters(foundation, {
    outbox,
    render,
    mails: MAILS,
    subscriptions: subscriptions.admin.summary,
    suppressions: suppression.countByReason,
  })
  const contactExchange = openContactExchange(foundation, { connections, jobs })
  const privacy = openPrivacy(foundation)

  const ads = openAds(foundation, { connections })
  const adProgram = openAdProgram(foundation, { connections, jobs, placementOf: ads.placementOf })
  const analytics = openAnalytics(foundation, { countryOf, missing: places.missing })
  const apiDocs = openApiDocs(foundation)

  const backups = openBackups(foundation, {
    jobs,
    openDatabase: (name) => openSibling(foundation.storage.connection, name, options),
    migrations: MIGRATIONS,
    places: SEALED,
    reauthenticate: signIn.reauthenticate,
  })
  jobs.add(...backups.jobs, digests.job, alerting.job, contactExchange.job, ...adProgram.jobs)
  const limits = openLimits(foundation, {
    usage: usage.windows,
    products: providers.products,
    batch: { maxCities: MAX_BATCH_CITIES, maxScopes: PUBLIC_SCOPES.length },
    subscriptions: { maxPerEmail: MAX_CITIES_PER_EMAIL, maxPerClient: MAX_PER_CLIENT },
  })
  const settingsAdmin = openSettingsAdmin(foundation)
  const connectionAdmin = openConnectionAdmin(foundation, {
    connections,
    systems: [
      ...providers.systems,
      mailServer.system,
      ...bounces.systems,
      contactExchange.system,
      ads.system,
      adProgram.system,
      ...webhooks.systems,
      push.system,
      foundation.cache,
    ],
    weatherKey: providers.storedKey,
    emailKey: contactExchange.storedKey,
    regions: REGIONS,
  })
  const health = openHealth(foundation, { checks: foundation.storage.checks })
  const troubles = openTroubles(foundation, {
    notReady: health.notReady,
    cacheIsAway: foundation.cacheIsAway,
    systems: connectionAdmin.list,
    products: () => providers.called.flatMap(({ name, products }) => products.map((product) => ({ name, product }))),
    spent: usage.spent,
    mail: outbox,
    webhooks,
    lastRuns: jobs.lastRuns,
    ticks: jobs.ticks,
    folders: [...new Set([foundation.config.DATA_DIR, foundation.config.BACKUP_DIR])],
    backups: async () => ({
      isScheduled: foundation.config.SCHEDULER && foundation.settings.current().backupsKept > 0,
      lastAt: await health.lastBackup(),
      test: await backups.lastTest(),
    }),
    failingFeeds: warnings.failing,
    addedFeeds: warnings.addedFeeds,
    wakeMail,
    ownerAddresses: users.users.ownerAddresses,
  })

  const features: readonly Feature[] = [
    ...weather.features,
    subscriptions,
    push,
    webhooks,
    weather.reports,
    limits,
    analytics,
    ads,
    cms,
    jobs,
    backups,
    signIn,
    users,
    audit,
    privacy,
    explaining,
    newsletters,
    outbox,
    bounces,
    suppression,
    templates,
    connectionAdmin,
    contactExchange,
    settingsAdmin,
    usage,
    clientKeys,
    adProgram,
    troubles,
    health,
    apiDocs,
    sharing,
    rendering,
  ]
  const tasks = [...foundation.tasks, ...features.flatMap(({ tasks: own = [] }) => own)]
  const maintenance = startMaintenance(tasks, { registry: foundation.metrics.registry, onError: foundation.onError, longestPauseMs })

  return {
    ...foundation,
    ...weather,
    features,
    clientKeys,
    outbox,
    users,
    audit,
    access,
    signIn,
    subscriptions,
    webhooks,
    push,
    jobs,
    troubles,
    adProgram,
    analytics,
    cms,
    rendering,
    apiDocs,
    /** Finishes work in flight, writes what is pending and closes all connections. */
    async close() {
      // Close what decides on mails before what sends them.
      await closeAll(jobs, newsletters, bounces, weather.feedReading, { close: maintenance.stop })
      await closeAll(outbox, webhooks, push, adProgram)
      await closeAll(templates, cms, sharing)
      await waitAtMost(SETTLE_DEADLINE_MS, closeAll({ close: gateway.drain }, tiles, places, analytics, usage, clientKeys))
      // Last, so that fetches that were still in flight reach the archive.
      await waitAtMost(ARCHIVE_DEADLINE_MS, closeAll(history, blend))
      await foundation.close()
    },
  }
}

async function closeAll(...features: readonly Required<Pick<Feature, 'close'>>[]): Promise<void> {
  await Promise.all(features.map((feature) => feature.close()))
}
