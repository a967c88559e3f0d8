import type { Config } from './config/config.ts'
import { type AlertService, createAlertService } from './features/alerts/index.ts'
import { type AnalyticsService, createAnalyticsService, createAnalyticsStore } from './features/analytics/index.ts'
import { createForecastService, createRenderings, type ForecastService, MAX_BATCH_CITIES } from './features/forecast/index.ts'
import { type History, openHistory } from './features/history/index.ts'
import { createLimitsService, type LimitsService } from './features/limits/index.ts'
import { createPlaces, createPlacesStore, type GeoIp, openGeoIp, type Places } from './features/places/index.ts'
import { createReportService, createReportStore, type ReportService } from './features/reports/index.ts'
import { createTileService, createTileStore, type TileService } from './features/tiles/index.ts'
import { type Foundation, openFoundation } from './foundation.ts'
import { type Gateway, openGateway } from './gateway/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Logger } from './platform/log.ts'
import { type Periodic, repeat } from './platform/periodic.ts'
import { createProviders } from './providers/index.ts'
import type { Attribution } from './providers/provider.ts'
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
  readonly analytics: AnalyticsService
  /** Counts a search for a place; cheap, and never throws. */
  readonly onSearch: (place: { readonly lat: number; readonly lon: number }, ip: string) => void
  /** Finishes what is under way, writes what is pending and closes all connections. */
  close(): Promise<void>
}

const MEMORY_CELL_BYTES = 128 * 1024 * 1024
const MEMORY_RENDERING_BYTES = 64 * 1024 * 1024
const MEMORY_TILE_BYTES = 32 * 1024 * 1024
const STORED_TILE_BYTES = 256 * 1024 * 1024
const EVERY_MINUTE_MS = 60_000
/** With what requests under way get before them and half a second for the rest after them, stopping stays within ten seconds. */
const SETTLE_DEADLINE_MS = 2_000
const ARCHIVE_DEADLINE_MS = 1_500

/** @throws StartupError when the database, a directory or a file cannot be used */
export async function createServices(config: Config, surroundings: { clock: Clock; log: Logger }): Promise<Services> {
  const geoIp = await openGeoIp(config.GEOIP_DATABASE)
  const foundation = await openFoundation(config, surroundings)
  const { clock, log, counted, level, meter, onError, windows } = foundation
  const db = foundation.storage.database.kysely
  const key = (): string | null => config.WEATHER_PROVIDER_API_KEY
  const providers = createProviders({
    openWeather: {
      baseUrl: config.WEATHER_PROVIDER_BASE_URL,
      tilesBaseUrl: config.WEATHER_TILES_BASE_URL,
      key,
      plan: config.WEATHER_PROVIDER_PLAN,
    },
    openMeteo: { baseUrl: config.SECOND_PROVIDER_BASE_URL, key: () => config.SECOND_PROVIDER_API_KEY },
    nws: { baseUrl: config.NATIONAL_FEED_BASE_URL },
  })
  const attributions = new Map(Object.values(providers).map(({ id, attribution }) => [id, attribution]))
  const attributionOf = (source: string): Attribution => attributions.get(source) as Attribution
  const timeouts = { upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS, requestTimeoutMs: config.REQUEST_TIMEOUT_MS }

  const history = openHistory({ db, clock, log, attributionOf, onArchived: counted.archived })
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
      usage: () => meter.usage(providers.primary.weather.product),
      windows,
      batch: { maxCities: MAX_BATCH_CITIES, maxScopes: WEATHER_SCOPES.length },
      subscriptions: { maxPerEmail: 20, maxPerClient: 100 },
      clock,
    }),
    analytics,
    onSearch: ({ lat, lon }, ip) => places.searches.count(cellOf(lat, lon), ip),
    async close() {
      await Promise.all(jobs.map((job) => job.stop()))
      await within(SETTLE_DEADLINE_MS, Promise.all([gateway.settled(), tiles.settled(), places.close(), analytics.close()]))
      // Last: what was still being fetched belongs into the archive.
      await within(ARCHIVE_DEADLINE_MS, history.close())
      await foundation.close()
    },
  }
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
