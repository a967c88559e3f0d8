import { type Accounts, openAccounts } from './services/accounts.ts'
import { openAdProgram } from './services/ad-program.ts'
import { type BackOffice, openBackOffice } from './services/back-office.ts'
import type { Config } from './config/config.ts'
import { type ConnectionAdmin, type Links, openConnectionAdmin, openLinks, switchable } from './services/connections.ts'
import type { AdProgram } from './features/ad-program/index.ts'
import { type AdService, createAdService, createUnsplash } from './features/ads/index.ts'
import { type AlertService, createAlertService } from './features/alerts/index.ts'
import { type AnalyticsService, createAnalyticsService, createAnalyticsStore } from './features/analytics/index.ts'
import { NATIONAL_FEED, SECOND_PROVIDER } from './features/connections/index.ts'
import { createForecastService, createRenderings, type ForecastService, MAX_BATCH_CITIES } from './features/forecast/index.ts'
import { type History, openHistory } from './features/history/index.ts'
import type { Jobs } from './features/jobs/index.ts'
import { createLimitsService, type LimitsService } from './features/limits/index.ts'
import { createMailRenderer, createTemplateStore, type Mail, openMail } from './features/mail/index.ts'
import { createPages, createPageStore, createShipped, type Pages } from './features/pages/index.ts'
import { createPlaces, createPlacesStore, type GeoIp, openGeoIp, type Places } from './features/places/index.ts'
import { createReportService, createReportStore, type ReportService } from './features/reports/index.ts'
import type { Settings } from './features/settings/index.ts'
import { createSubscriptions, MAX_CITIES_PER_EMAIL, MAX_PER_CLIENT, type Subscriptions } from './features/subscriptions/index.ts'
import { createTileService, createTileStore, type TileService } from './features/tiles/index.ts'
import { openUsage, type UsageService } from './features/usage/index.ts'
import { openAccountMail } from './features/users/index.ts'
import { type Foundation, openFoundation } from './services/foundation.ts'
import { type Gateway, openGateway } from './gateway/index.ts'
import { openJobs } from './services/jobs.ts'
import { MAILS } from './services/mails.ts'
import type { Clock } from './platform/clock.ts'
import type { Logger } from './platform/log.ts'
import { MailFailure } from './platform/mail/failure.ts'
import { type Periodic, repeat } from './platform/periodic.ts'
import { createProviders } from './providers/index.ts'
import type { Attribution } from './providers/provider.ts'
import { systemsOf } from './services/systems.ts'
import { cellOf } from './weather/cell.ts'
import { WEATHER_SCOPES } from './weather/scope.ts'

/** Everything that routes and jobs work with, made once from the configuration. */
export interface Services extends Omit<Foundation, 'close'> {
  readonly gateway: Gateway
  readonly forecast: ForecastService
  readonly alerts: AlertService
  readonly history: History
  readonly places: Places
  readonly geoIp: GeoIp
  readonly tiles: TileService
  readonly reports: ReportService
  readonly limits: LimitsService
  readonly usage: UsageService
  readonly analytics: AnalyticsService
  readonly mail: Mail
  readonly accounts: Accounts
  readonly subscriptions: Subscriptions
  readonly jobs: Jobs
  readonly backOffice: BackOffice
  readonly ads: AdService
  readonly adProgram: AdProgram
  readonly outside: ConnectionAdmin
  /** Does mail leave this machine, or is it written to files? */
  readonly hasMailTransport: () => boolean
  readonly pages: Pages
  /** Counts a search for a place; cheap, and never throws. */
  readonly onSearch: (place: { readonly lat: number; readonly lon: number }, ip: string) => void
  /** Finishes what is under way, writes what is pending and closes all connections. */
  close(): Promise<void>
}

const MEMORY_CELL_BYTES = 128 * 1024 * 1024
const MEMORY_RENDERING_BYTES = 64 * 1024 * 1024
const MEMORY_TILE_BYTES = 32 * 1024 * 1024
const STORED_TILE_BYTES = 256 * 1024 * 1024
/** As long as a page would wait for a picture. */
const PHOTO_TIMEOUT_MS = 2_500
const EVERY_MINUTE_MS = 60_000
const EVERY_HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** With what requests under way get before them and half a second for the rest after them, stopping stays within ten seconds. */
const SETTLE_DEADLINE_MS = 2_000
const ARCHIVE_DEADLINE_MS = 1_500

/** @throws StartupError when the database, a directory or a file cannot be used */
export async function createServices(config: Config, surroundings: { clock: Clock; log: Logger }): Promise<Services> {
  const geoIp = await openGeoIp(config.GEOIP_DATABASE)
  const foundation = await openFoundation(config, surroundings)
  const { clock, log, counted, level, meter, onError, windows, settings } = foundation
  const db = foundation.storage.database.kysely
  const links = await openLinks(foundation)
  const { connections } = links
  const providersWith = (key: () => string | null) => providersOf(config, key)
  const all = providersWith(links.weatherKey)
  const providers = {
    primary: all.primary,
    second: switchable(all.second, () => connections.isEnabled(SECOND_PROVIDER)),
    national: switchable(all.national, () => connections.isEnabled(NATIONAL_FEED)),
  }
  const attributions = new Map(Object.values(providers).map(({ id, attribution }) => [id, attribution]))
  const attributionOf = (source: string): Attribution => attributions.get(source) as Attribution
  const names = new Map(Object.values(providers).map(({ id, name }) => [id, name]))
  const nameOf = (source: string): string => names.get(source) ?? source
  const timeouts = { upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS, requestTimeoutMs: config.REQUEST_TIMEOUT_MS }

  const retentionMs = (): number => settings.current().retentionDays * DAY_MS
  const history = openHistory({ db, clock, log, attributionOf, retentionMs, onArchived: counted.archived })
  const gateway = openGateway({
    primary: providers.primary,
    second: config.SECOND_PROVIDER_FALLBACK ? providers.second : undefined,
    national: providers.national,
    level,
    meter,
    clock,
    windows,
    ...timeouts,
    memoryBytes: MEMORY_CELL_BYTES,
    jobShare: () => settings.current().alertBudgetShare,
    onError,
    onFetched: history.archive.add,
  })
  const places = createPlaces({
    provider: providers.primary.geocode,
    store: createPlacesStore(db),
    level,
    meter,
    gateway,
    clock,
    clientHash: foundation.clientHash,
    ...timeouts,
    onError,
    onDropped: counted.searchesDropped,
  })
  const tiles = createTileService({
    tiles: providers.primary.tiles,
    store: createTileStore(db),
    meter,
    level,
    clock,
    ...timeouts,
    memoryBytes: MEMORY_TILE_BYTES,
    storedBytes: STORED_TILE_BYTES,
    onError,
  })
  const reports = createReportService({
    gateway,
    store: createReportStore(db),
    clientIdHash: (clientId) => foundation.keyedHash('client id', clientId),
    clock,
  })
  const analytics = createAnalyticsService({ store: createAnalyticsStore(db), clock, onError })
  const budgetWindows = () => meter.usage(providers.primary.weather.product)
  const usage = openUsage({
    db,
    budgetProduct: providers.primary.weather.product.id,
    windows: budgetWindows,
    callsKeptMs: () => settings.current().callRetentionDays * DAY_MS,
    clock,
    onError,
  })
  const mail = openOutbox(foundation, links)
  const accounts = openAccounts({ foundation, geoIp, wakeMail: mail.wake })
  await accounts.prepare()
  const subscriptions = createSubscriptions({
    db,
    clock,
    confirmation: config.SUBSCRIPTION_CONFIRMATION,
    keyedHash: foundation.keyedHash,
    wakeMail: mail.wake,
  })
  const backOffice = openBackOffice(foundation, mail)
  const scheduled = openJobs({ foundation, gateway, history, places, attributionOf, nameOf, wakeMail: mail.wake })
  const adProgram = openAdProgram(foundation, links)
  const outside = openConnectionAdmin({
    foundation,
    links,
    systems: systemsOf({ foundation, links, providers, adProgram }),
    weatherWith: (key) => providersWith(() => key).primary.weather,
  })
  const jobs: Periodic[] = [
    repeat(
      EVERY_MINUTE_MS,
      () => sweep(foundation, tiles, reports),
      (error) => onError(error, 'sweeping what has expired'),
    ),
    repeat(
      EVERY_MINUTE_MS,
      () => analytics.maintain(),
      (error) => onError(error, 'summing up analytics'),
    ),
    repeat(
      EVERY_MINUTE_MS,
      () => usage.maintain(),
      (error) => onError(error, 'summing up provider calls'),
    ),
    repeat(
      EVERY_MINUTE_MS,
      () => accounts.sweep(),
      (error) => onError(error, 'forgetting ended sessions'),
    ),
    repeat(
      EVERY_HOUR_MS,
      () => mail.forget(),
      (error) => onError(error, 'forgetting old mails'),
    ),
    repeat(
      EVERY_HOUR_MS,
      () => subscriptions.erase(),
      (error) => onError(error, 'erasing old subscriptions'),
    ),
    repeat(
      EVERY_MINUTE_MS,
      () => outside.exchange.goOn(),
      (error) => onError(error, 'exchanging contacts with the mail service'),
    ),
  ]

  return {
    ...foundation,
    gateway,
    forecast: createForecastService({
      gateway,
      renderings: createRenderings({ maxBytes: MEMORY_RENDERING_BYTES, alertStaleSeconds: () => windows().alert.staleSeconds }),
      windows,
      attributionOf,
      clock,
    }),
    alerts: createAlertService({ gateway, attributionOf, window: () => windows().alert, clock }),
    history,
    places,
    geoIp,
    tiles,
    reports,
    limits: createLimitsService({
      usage: budgetWindows,
      windows,
      batch: { maxCities: MAX_BATCH_CITIES, maxScopes: WEATHER_SCOPES.length },
      subscriptions: { maxPerEmail: MAX_CITIES_PER_EMAIL, maxPerClient: MAX_PER_CLIENT },
      clock,
    }),
    usage,
    analytics,
    mail,
    accounts,
    subscriptions,
    jobs: scheduled,
    backOffice,
    pages: createPages({ store: createPageStore(db), shipped: createShipped(() => operatorIn(settings)), clock }),
    ads: createAdService({ account: () => adAccountOf(config), photos: photosOf(foundation, links), level, clock, onError }),
    adProgram,
    outside,
    hasMailTransport: () => links.transport.kind === 'smtp',
    onSearch: ({ lat, lon }, ip) => places.searches.count(cellOf(lat, lon), ip),
    async close() {
      // Before the workers: what a run still decides wakes them.
      await Promise.all([scheduled.close(), backOffice.close()])
      await Promise.all([mail.close(), outside.exchange.close(), adProgram.close(), ...jobs.map((job) => job.stop())])
      await within(SETTLE_DEADLINE_MS, Promise.all([gateway.settled(), tiles.settled(), places.close(), analytics.close(), usage.close()]))
      // Last: what was still being fetched belongs into the archive.
      await within(ARCHIVE_DEADLINE_MS, history.close())
      await foundation.close()
    },
  }
}

function providersOf(config: Config, key: () => string | null) {
  return createProviders({
    openWeather: {
      baseUrl: config.WEATHER_PROVIDER_BASE_URL,
      tilesBaseUrl: config.WEATHER_TILES_BASE_URL,
      key,
      plan: config.WEATHER_PROVIDER_PLAN,
    },
    openMeteo: { baseUrl: config.SECOND_PROVIDER_BASE_URL, key: () => config.SECOND_PROVIDER_API_KEY },
    nws: { baseUrl: config.NATIONAL_FEED_BASE_URL },
  })
}

function operatorIn(settings: Settings) {
  const { operatorName: name, operatorContact: contact } = settings.current()
  return { name, contact }
}

function adAccountOf(config: Config) {
  return {
    clientId: config.AD_PROGRAM_CLIENT_ID,
    slots: {
      dashboard: config.AD_PROGRAM_SLOT_DASHBOARD,
      hero: config.AD_PROGRAM_SLOT_HERO,
      'recent-checks': config.AD_PROGRAM_SLOT_RECENT_CHECKS,
      'city-detail': config.AD_PROGRAM_SLOT_CITY_DETAIL,
    },
  }
}

function photosOf({ config, client, onError }: Foundation, { photoKey }: Links) {
  return createUnsplash({
    client,
    baseUrl: config.PHOTO_PROVIDER_BASE_URL,
    key: photoKey,
    timeoutMs: PHOTO_TIMEOUT_MS,
    onError,
  })
}

function openOutbox({ config, settings, storage, clock, log, counted, keyring, sealing, onError }: Foundation, { transport }: Links): Mail {
  const db = storage.database.kysely
  const publicUrl = config.PUBLIC_URL ?? new URL('http://localhost')
  const renderer = createMailRenderer({
    templates: MAILS,
    store: createTemplateStore(db),
    publicUrl,
    get service() {
      return settings.current().siteName
    },
    clock,
    onFallback: (err, template) => log.error({ err, template }, 'a stored mail template failed: the shipped one is used'),
  })
  const mail = openMail({
    db,
    transport,
    render(outgoing) {
      // Nobody could say who is not to be written to, and no link could be opened: everything waits, as for a server that is away.
      if (keyring.fault !== null) throw new MailFailure('unreachable', keyring.fault)
      return renderer.render(openAccountMail(outgoing, sealing))
    },
    publicUrl: publicUrl.origin,
    sender: config.MAIL_FROM.address,
    addressHash: (emailKey) => (keyring.fault === null ? keyring.keyedHash : keyring.passingHash)('address', emailKey),
    clock,
    perSecond: () => (transport.kind === 'files' ? null : settings.current().mailPerSecond),
    onOutcome: counted.mail,
    onError,
  })
  counted.watchOutbox(mail.queueStats)
  return mail
}

async function sweep({ level, gatewayStore, clock }: Foundation, tiles: TileService, reports: ReportService): Promise<void> {
  while ((await level.sweep()) > 0);
  await gatewayStore.deletePassedWindows(clock.now())
  await tiles.evict()
  await reports.trim()
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, ms).unref())
  await Promise.race([work, late])
}
