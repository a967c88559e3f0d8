import { createHmac } from 'node:crypto'
import { Redis } from 'iovalkey'
import { loadAdminSecret } from './config/admin-secret.ts'
import type { Config } from './config/config.ts'
import { rateLimitRules } from './config/rate-limits.ts'
import { type AlertService, createAlertService } from './features/alerts/index.ts'
import { type AnalyticsService, createAnalyticsService, createAnalyticsStore } from './features/analytics/index.ts'
import { createForecastService, createRenderings, type ForecastService, MAX_BATCH_CITIES } from './features/forecast/index.ts'
import { createLimitsService, type LimitsService } from './features/limits/index.ts'
import { createPlaces, createPlacesStore, type GeoIp, openGeoIp, type Places } from './features/places/index.ts'
import { createReportService, createReportStore, type ReportService } from './features/reports/index.ts'
import { type History, openHistory } from './features/history/index.ts'
import { createTileService, createTileStore, type TileService } from './features/tiles/index.ts'
import { type AlertProvider, type Gateway, openGateway, openMeter, type WeatherProvider } from './gateway/index.ts'
import { createGatewayStore } from './gateway/store.ts'
import { createPostgresLevel } from './platform/cache/postgres.ts'
import type { SecondLevel } from './platform/cache/second-level.ts'
import { createValkeyLevel } from './platform/cache/valkey.ts'
import type { Clock } from './platform/clock.ts'
import { limitKeyOf } from './platform/http/client-ip.ts'
import { createRateLimiter, type RateLimiter } from './platform/http/rate-limit.ts'
import { createPostgresWindows } from './platform/http/shared-windows-postgres.ts'
import { createValkeyWindows } from './platform/http/shared-windows-valkey.ts'
import type { Logger } from './platform/log.ts'
import { repeat } from './platform/periodic.ts'
import { createUpstreamClient } from './platform/upstream/client.ts'
import { createProviders } from './providers/index.ts'
import type { Attribution, GeocodeCapability, Provider, TileCapability } from './providers/provider.ts'
import { createProductMetrics, type ProductMetrics } from './product-metrics.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { openStorage, type Storage } from './storage.ts'
import { VERSION } from './version.ts'
import { cellOf } from './weather/cell.ts'
import { freshnessWindows } from './weather/freshness.ts'
import { WEATHER_SCOPES } from './weather/scope.ts'

/** Everything that routes and jobs work with, made once from the configuration. */
export interface Services {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly counted: ProductMetrics
  readonly storage: Storage
  readonly gateway: Gateway
  readonly forecast: ForecastService
  readonly alerts: AlertService
  readonly history: History
  readonly places: Places
  readonly geoIp: GeoIp
  readonly tiles: TileService
  readonly reports: ReportService
  readonly limits: LimitsService
  readonly analytics: AnalyticsService
  readonly limiter: RateLimiter
  /** Keyed hash of a client's address: what budgets and tables know of it. */
  readonly clientHash: (ip: string) => string
  /** Counts a search for a place; cheap, and never throws. */
  readonly onSearch: (place: { readonly lat: number; readonly lon: number }, ip: string) => void
  /** Finishes what is under way, writes what is pending and closes all connections. */
  close(): Promise<void>
}

const MEMORY_CELL_BYTES = 128 * 1024 * 1024
const MEMORY_RENDERING_BYTES = 64 * 1024 * 1024
const MEMORY_TILE_BYTES = 32 * 1024 * 1024
const STORED_TILE_BYTES = 256 * 1024 * 1024
const MAX_UPSTREAM_BYTES = 4 * 1024 * 1024
const MAX_UPSTREAM_CALLS = 64
const SWEEP_EVERY_MS = 60_000
const ROLL_UP_EVERY_MS = 60_000
const SETTLE_DEADLINE_MS = 6_000

/** @throws StartupError when the database or a directory cannot be used */
export async function createServices(config: Config, { clock, log }: { clock: Clock; log: Logger }): Promise<Services> {
  const metrics = createMetrics()
  const counted = createProductMetrics(metrics.registry)
  const secret = await loadAdminSecret(config)
  const geoIp = await openGeoIp(config.GEOIP_DATABASE)
  const storage = await openStorage(config, log)
  const valkey = config.VALKEY_URL === null ? null : connectValkey(config.VALKEY_URL, log)
  const level: SecondLevel = valkey === null ? createPostgresLevel(storage.database.kysely, clock) : createValkeyLevel(valkey, clock)
  const client = createUpstreamClient({
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    maxBytes: MAX_UPSTREAM_BYTES,
    maxConcurrent: MAX_UPSTREAM_CALLS,
    userAgent: userAgent(config.UPSTREAM_CONTACT),
  })
  const providers = createProviders({
    openWeather: {
      baseUrl: config.WEATHER_PROVIDER_BASE_URL,
      tilesBaseUrl: config.WEATHER_TILES_BASE_URL,
      key: () => config.WEATHER_PROVIDER_API_KEY,
      plan: config.WEATHER_PROVIDER_PLAN,
    },
    openMeteo: { baseUrl: config.SECOND_PROVIDER_BASE_URL, key: () => config.SECOND_PROVIDER_API_KEY },
    nws: { baseUrl: config.NATIONAL_FEED_BASE_URL },
  })
  const windows = freshnessWindows()
  const clientHash = (ip: string): string =>
    createHmac('sha256', `client ${secret}`).update(limitKeyOf(ip)).digest('base64url').slice(0, 22)
  const store = createGatewayStore(storage.database.kysely)
  const onError = (error: unknown, what: string): void => log.warn({ err: error }, what)
  const meter = openMeter({
    store,
    client,
    clock,
    limits: () => ({ perMinute: config.UPSTREAM_MINUTE_LIMIT, perDay: config.UPSTREAM_DAILY_LIMIT }),
    clientLimits: () => ({ perMinute: config.RATE_LIMITS.upstream, perDay: config.RATE_LIMITS['upstream-day'] }),
    onError,
    onCall: counted.upstreamCall,
  })
  const attributions = new Map(Object.values(providers).map((provider) => [provider.id, provider.attribution]))
  const attributionOf = (source: string): Attribution => attributions.get(source) as Attribution
  const history = openHistory({ db: storage.database.kysely, clock, log, attributionOf, onArchived: counted.archived })
  const gateway = openGateway({
    primary: weatherProvider(providers.primary),
    second: config.SECOND_PROVIDER_FALLBACK ? weatherProvider(providers.second) : undefined,
    national: alertProvider(providers.national),
    level,
    meter,
    clock,
    windows: () => windows,
    upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    memoryBytes: MEMORY_CELL_BYTES,
    onError,
    onFetched: history.archive.add,
  })
  const forecast = createForecastService({
    gateway,
    renderings: createRenderings({ maxBytes: MEMORY_RENDERING_BYTES, alertStaleSeconds: () => windows.alert.staleSeconds }),
    windows: () => windows,
    attributionOf,
    clock,
  })
  const places = createPlaces({
    provider: geocodeProvider(providers.primary),
    store: createPlacesStore(storage.database.kysely),
    level,
    meter,
    gateway,
    clock,
    clientHash,
    upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    onError,
    onDropped: counted.searchesDropped,
  })
  const tiles = createTileService({
    tiles: tileProvider(providers.primary),
    store: createTileStore(storage.database.kysely),
    meter,
    level,
    clock,
    upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    memoryBytes: MEMORY_TILE_BYTES,
    storedBytes: STORED_TILE_BYTES,
    onError,
  })
  const reports = createReportService({
    gateway,
    store: createReportStore(storage.database.kysely),
    clientIdHash: (clientId) => createHmac('sha256', `client id ${secret}`).update(clientId).digest('base64url').slice(0, 22),
    clock,
  })
  const limits = createLimitsService({
    usage: () => meter.usage(weatherProvider(providers.primary).weather.product),
    windows: () => windows,
    batch: { maxCities: MAX_BATCH_CITIES, maxScopes: WEATHER_SCOPES.length },
    subscriptions: { maxPerEmail: 20, maxPerClient: 100 },
    clock,
  })
  const analytics = createAnalyticsService({ store: createAnalyticsStore(storage.database.kysely), clock, onError })
  const limiter = createRateLimiter({
    rules: rateLimitRules(config.RATE_LIMITS),
    clock,
    // One process on the embedded database has nobody to settle with.
    ...(config.DATABASE_URL === null
      ? {}
      : {
          shared: {
            windows: valkey === null ? createPostgresWindows(storage.database.pool, clock) : createValkeyWindows(valkey),
            hashKey: `rate ${secret}`,
            log,
          },
        }),
  })
  limiter.start()
  const sweeping = repeat(
    SWEEP_EVERY_MS,
    async () => {
      while ((await level.sweep()) > 0);
      await store.deletePassedWindows(clock.now())
      await tiles.evict()
      await reports.trim()
    },
    (error) => onError(error, 'sweeping what has expired'),
  )
  const countingUp = repeat(
    ROLL_UP_EVERY_MS,
    () => analytics.maintain(),
    (error) => onError(error, 'summing up analytics'),
  )

  return {
    config,
    clock,
    log,
    metrics,
    counted,
    storage,
    gateway,
    forecast,
    alerts: createAlertService({ gateway, attributionOf, window: () => windows.alert, clock }),
    history,
    places,
    geoIp,
    tiles,
    reports,
    limits,
    analytics,
    limiter,
    clientHash,
    onSearch: ({ lat, lon }, ip) => places.searches.count(cellOf(lat, lon), ip),
    async close() {
      limiter.close()
      await Promise.all([sweeping.stop(), countingUp.stop()])
      await within(SETTLE_DEADLINE_MS, Promise.all([gateway.settled(), tiles.settled(), places.close(), analytics.close()]))
      await history.close()
      await client.close()
      await level.close()
      await storage.close()
    },
  }
}

function weatherProvider(provider: Provider): WeatherProvider {
  if (provider.weather === undefined) throw new Error(`${provider.id} delivers no weather`)
  return provider as WeatherProvider
}

function geocodeProvider(provider: Provider): GeocodeCapability {
  if (provider.geocode === undefined) throw new Error(`${provider.id} finds no places`)
  return provider.geocode
}

function alertProvider(provider: Provider): AlertProvider {
  if (provider.alerts === undefined) throw new Error(`${provider.id} delivers no alerts`)
  return provider as AlertProvider
}

function tileProvider({ id, tiles }: Provider): TileCapability {
  if (tiles === undefined) throw new Error(`${id} delivers no map tiles`)
  return tiles
}

function connectValkey(url: string, log: Logger): Redis {
  const valkey = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 2_000, enableOfflineQueue: true })
  valkey.on('error', (error: Error) => log.warn({ err: error }, 'Valkey'))
  return valkey
}

function userAgent(contact: string | null): string {
  return contact === null ? `Isobar/${VERSION}` : `Isobar/${VERSION} (${contact})`
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, ms).unref())
  await Promise.race([work, late])
}
