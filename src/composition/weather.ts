import { type AlertService, createAlertService } from '../features/weather/alerts/index.ts'
import { createForecastService, createRenderings, type ForecastService, MAX_BATCH_CITIES } from '../features/weather/forecast/index.ts'
import { type History, openHistory } from '../features/weather/history/index.ts'
import { createLimitsService, type LimitsService } from '../features/operations/limits/index.ts'
import { createPlaces, createPlacesStore, type Places } from '../features/weather/places/index.ts'
import { MAX_CITIES_PER_EMAIL, MAX_PER_CLIENT } from '../features/subscribers/subscriptions/index.ts'
import { createTileService, createTileStore, type TileService } from '../features/weather/tiles/index.ts'
import { openUsage, type UsageService } from '../features/operations/usage/index.ts'
import type { Foundation } from './foundation.ts'
import { type Gateway, openGateway } from '../gateway/index.ts'
import type { Providers } from './providers.ts'
import { WEATHER_SCOPES } from '../domain/scope.ts'
import { DAY_MS } from '../time.ts'

/** All that a paid call can bring, and what of the budget is left. */
export interface Weather {
  readonly gateway: Gateway
  readonly forecast: ForecastService
  readonly alerts: AlertService
  readonly history: History
  readonly places: Places
  readonly tiles: TileService
  readonly usage: UsageService
  readonly limits: LimitsService
}

const MEMORY_CELL_BYTES = 128 * 1024 * 1024
const MEMORY_RENDERING_BYTES = 64 * 1024 * 1024
const MEMORY_TILE_BYTES = 32 * 1024 * 1024
const STORED_TILE_BYTES = 256 * 1024 * 1024

export function openWeather(foundation: Foundation, providers: Providers): Weather {
  const { clock, windows } = foundation
  const { attributionOf } = providers
  const history = openArchive(foundation, providers)
  const gateway = openWeatherGateway(foundation, providers, history)
  return {
    gateway,
    history,
    forecast: createForecastService({
      gateway,
      renderings: createRenderings({ maxBytes: MEMORY_RENDERING_BYTES, alertStaleSeconds: () => windows().alert.staleSeconds }),
      windows,
      attributionOf,
      clock,
    }),
    alerts: createAlertService({ gateway, attributionOf, window: () => windows().alert, clock }),
    places: openPlaces(foundation, providers, gateway),
    tiles: openTiles(foundation, providers),
    ...openBudget(foundation, providers),
  }
}

function openArchive({ storage, settings, counted, clock, log }: Foundation, { attributionOf }: Providers): History {
  const retentionMs = (): number => settings.current().retentionDays * DAY_MS
  return openHistory({ db: storage.database.kysely, clock, log, attributionOf, retentionMs, onArchived: counted.archived })
}

function openWeatherGateway(
  foundation: Foundation,
  { primary, second, national, primarySwitchedOff }: Providers,
  history: History,
): Gateway {
  const { config, settings, level, meter, clock, windows, onError } = foundation
  return openGateway({
    primary,
    primarySwitchedOff,
    second: config.SECOND_PROVIDER_FALLBACK ? second : undefined,
    national,
    level,
    meter,
    clock,
    windows,
    ...timeoutsIn(foundation),
    memoryBytes: MEMORY_CELL_BYTES,
    jobShare: () => settings.current().alertBudgetShare,
    onError,
    onFetched: history.archive.add,
  })
}

function openPlaces(foundation: Foundation, { primary, primarySwitchedOff }: Providers, gateway: Gateway): Places {
  const { storage, level, meter, clock, clientHash, counted, onError } = foundation
  return createPlaces({
    provider: primary.geocode,
    isSwitchedOff: primarySwitchedOff,
    store: createPlacesStore(storage.database.kysely),
    level,
    meter,
    gateway,
    clock,
    clientHash,
    ...timeoutsIn(foundation),
    onError,
    onDropped: counted.searchesDropped,
  })
}

function openTiles(foundation: Foundation, { primary, primarySwitchedOff }: Providers): TileService {
  const { storage, level, meter, clock, onError } = foundation
  return createTileService({
    tiles: primary.tiles,
    isSwitchedOff: primarySwitchedOff,
    store: createTileStore(storage.database.kysely),
    meter,
    level,
    clock,
    ...timeoutsIn(foundation),
    memoryBytes: MEMORY_TILE_BYTES,
    storedBytes: STORED_TILE_BYTES,
    onError,
  })
}

function openBudget({ storage, meter, settings, windows, clock, onError }: Foundation, { primary, second }: Providers) {
  const { product } = primary.weather
  const left = () => meter.usage(product)
  const shared = [product, primary.geocode.product, primary.tiles.product, second.weather.product]
  return {
    usage: openUsage({
      db: storage.database.kysely,
      budgetProduct: product.id,
      windows: left,
      callsKeptMs: () => settings.current().callRetentionDays * DAY_MS,
      clock,
      onError,
    }),
    limits: createLimitsService({
      usage: left,
      shares: () => shared.flatMap((each) => meter.clientShares(each)),
      windows,
      batch: { maxCities: MAX_BATCH_CITIES, maxScopes: WEATHER_SCOPES.length },
      subscriptions: { maxPerEmail: MAX_CITIES_PER_EMAIL, maxPerClient: MAX_PER_CLIENT },
      clock,
    }),
  }
}

function timeoutsIn({ config }: Foundation) {
  return { upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS, requestTimeoutMs: config.REQUEST_TIMEOUT_MS }
}
