import type { Redis } from 'iovalkey'
import { Histogram } from 'prom-client'
import { loadAdminSecret } from '../config/admin-secret.ts'
import type { Config } from '../config/config.ts'
import { rateLimitRules } from '../config/rate-limits.ts'
import { freshnessWindows } from '../domain/freshness.ts'
import { KEY_LIMIT } from '../features/clients/keys/index.ts'
import {
  createSettingsStore,
  type EnvironmentDefaults,
  openSettings,
  REQUEST_LIMITS,
  requestLimitSetting,
} from '../features/operations/settings/index.ts'
import type { Foundation } from '../foundation.ts'
import {
  createGatewayStore,
  dayShare,
  type GatewayStore,
  type Meter,
  MINUTE_SECONDS,
  minuteShare,
  openCallMeter,
} from '../gateway/index.ts'
import { createPostgresLevel } from '../platform/cache/postgres.ts'
import { connectValkey, createValkeyLevel } from '../platform/cache/valkey.ts'
import type { Clock } from '../platform/clock.ts'
import { type Changes, openChanges } from '../platform/db/changes.ts'
import { startError } from '../platform/db/connect-errors.ts'
import type { EmbeddedPostgres, SocketConnection } from '../platform/db/embedded/embedded.ts'
import { openLeases } from '../platform/db/leases.ts'
import { watchPool } from '../platform/db/metrics.ts'
import { createRateLimiter } from '../platform/http/limits/rate-limit.ts'
import { createPostgresWindows, createValkeyWindows } from '../platform/http/limits/shared-windows.ts'
import { networkKeyOf } from '../platform/http/server/client-ip.ts'
import type { Announce, Logger } from '../platform/log.ts'
import type { MaintenanceTask } from '../platform/maintenance.ts'
import { createMetrics, type GatherMetrics } from '../platform/metrics.ts'
import { createHashKeyStore } from '../platform/secrets/hash-key-store.ts'
import { openKeyring } from '../platform/secrets/keyring.ts'
import { createThrottledLog } from '../platform/throttled-log.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { createUpstreamClient, type UpstreamClient } from '../platform/upstream/client.ts'
import { providerListText } from '../providers/list.ts'
import { providerOf } from '../providers/provider.ts'
import { MINUTE_MS } from '../time.ts'
import { REVISION, VERSION } from '../version.ts'
import { budgetLimits, isFirstWeather } from './product-limits.ts'
import { listFault, listIn } from './provider-list.ts'
import { openStorage, type Storage } from './storage.ts'
import type { Tables } from './tables.ts'
import { openConfiguredTracing, queryTracer, tracedClient, tracedMeter } from './tracing.ts'

/** What a worker process gets from its supervisor. */
export interface AmongWorkers {
  /** The embedded server, which the supervisor runs; null with DATABASE_URL. */
  readonly database: SocketConnection | null
  readonly gatherMetrics: GatherMetrics
  /** Sends it to the supervisor. */
  readonly announce: Announce
}

/** What the caller supplies to the foundation. */
export interface ServiceOptions {
  readonly clock: Clock
  readonly log: Logger
  /** Omitted: this is the only process of the service on this machine. */
  readonly worker?: AmongWorkers
  /** The embedded server, if it has already been started; it is stopped with the service. */
  readonly embedded?: EmbeddedPostgres
  /** How long a process may be silent and keep its leases; omitted: a second. */
  readonly standstillMs?: number
}

/** The open foundation, with the parts that only composition and the commands need. */
export interface OpenFoundation extends Foundation<Tables> {
  readonly storage: Storage
  /** Null: tracing is off. */
  readonly tracing: Tracing | null
  /** Recurring work that every node runs. */
  readonly tasks: readonly MaintenanceTask[]
  /** Whether the nodes' shared cache does not answer. */
  readonly cacheIsAway: () => boolean
  close(): Promise<void>
}

const MAX_UPSTREAM_BYTES = 4 * 1024 * 1024
const MAX_UPSTREAM_CALLS = 64
/** Each client key has its own limit. */
const KEY_RULE = { [KEY_LIMIT]: { limit: Number.MAX_SAFE_INTEGER, windowSeconds: MINUTE_SECONDS } }

/**
 * Opens the foundation and everything on top of it. If that fails, for example because of a wrong setting, closes the foundation again.
 * @throws StartupError when the database or a directory cannot be used, and the errors of `open`
 */
export async function onFoundation<T>(
  config: Config,
  options: ServiceOptions,
  open: (foundation: OpenFoundation) => Promise<T>,
): Promise<T> {
  const foundation = await openFoundation(config, options)
  try {
    return await open(foundation)
  } catch (error) {
    await foundation.close()
    throw startError(error, foundation.storage.connection)
  }
}

async function openFoundation(config: Config, { clock, log, worker, embedded, standstillMs }: ServiceOptions): Promise<OpenFoundation> {
  const secret = await loadAdminSecret(config)
  const metrics = createMetrics(worker?.gatherMetrics, { version: VERSION, revision: REVISION })
  const onError = createThrottledLog(log)
  const tracing = await openConfiguredTracing(config, onError)
  const onQuery = tracing === null ? undefined : queryTracer(tracing)
  const storage = await openStorage(config, log, { embeddedAt: worker?.database ?? undefined, embedded, onQuery })
  watchPool(metrics.registry, storage.database.pool, storage.database.isWritable)
  const valkey = config.VALKEY_URL === null ? null : await connectValkey(config.VALKEY_URL, log)
  const leases = openLeases(storage.database.pool, standstillMs)
  const level = valkey === null ? createPostgresLevel(storage.database.kysely, leases, clock) : createValkeyLevel(valkey, leases, clock)
  const gatewayStore = createGatewayStore(storage.database.kysely)
  const plainClient = openClient(config)
  const client = tracing === null ? plainClient : tracedClient(plainClient, tracing)
  let windows = freshnessWindows()
  const { changes, settings, keyring } = await openLive(storage, config, secret, { clock, onError })
  const announce: Announce = worker?.announce ?? ((at, message) => log[at](message))
  if (keyring.fault !== null) announce('error', keyring.fault)
  const limiter = createRateLimiter({
    rules: { ...rateLimitRules(config.RATE_LIMITS), ...KEY_RULE },
    clock,
    // A single process on the embedded database has no other nodes to settle with.
    ...(config.DATABASE_URL === null && worker === undefined
      ? {}
      : { shared: { windows: sharedWindows(storage, valkey, clock), hashKey: keyring.shortLivedHash('rate', 'windows'), log } }),
  })
  limiter.start()
  settings.follow((values) => {
    windows = freshnessWindows(Math.floor(values.refreshIntervalMs / 1_000))
    for (const name of REQUEST_LIMITS) limiter.setLimit(name, values[requestLimitSetting(name)])
  })

  async function sweep(): Promise<void> {
    await level.sweep()
    await gatewayStore.deletePassedWindows(clock.now())
  }

  const meter = openPaidCalls({ config, gatewayStore, client, clock, log, settings, onError, metrics })

  return {
    config,
    clock,
    log,
    announce,
    metrics,
    tracing,
    storage,
    db: storage.database.kysely,
    pool: storage.database.pool,
    changes,
    settings,
    siteName: () => settings.current().siteName,
    level,
    timeouts: { upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS, requestTimeoutMs: config.REQUEST_TIMEOUT_MS },
    limiter,
    windows: () => windows,
    client,
    keyedHash: keyring.keyedHash,
    addressHash: (emailKey) => keyring.keyedHash('address', emailKey),
    linkBase: config.PUBLIC_URL ?? new URL('http://localhost'),
    sealing: keyring.sealing,
    keyring,
    clientHash: (ip) => keyring.shortLivedHash('client', networkKeyOf(ip)),
    onError,
    meter: tracing === null ? meter : tracedMeter(meter, tracing),
    cacheIsAway: () => valkey !== null && valkey.status !== 'ready',
    tasks: [{ name: 'sweeping what has expired', everyMs: MINUTE_MS, run: sweep }],
    async close() {
      limiter.close()
      await changes.close()
      await client.close()
      await level.close()
      await leases.close()
      await storage.close()
      await tracing?.close()
    },
  }
}

interface PaidCallParts extends Pick<Foundation, 'config' | 'client' | 'clock' | 'log' | 'settings' | 'onError' | 'metrics'> {
  readonly gatewayStore: GatewayStore
}

function openPaidCalls({ config, gatewayStore, client, clock, log, settings, onError, metrics }: PaidCallParts): Meter {
  const calls = new Histogram({
    name: 'isobar_upstream_call_duration_seconds',
    help: 'Provider calls by product and outcome',
    labelNames: ['product', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4],
    registers: [metrics.registry],
  })
  return openCallMeter({
    store: gatewayStore,
    client,
    clock,
    limits(product) {
      const own = budgetLimits(config.providers[providerOf(product.id)], product.budget)
      if (!isFirstWeather(config, product)) return own
      return { ...own, perMinute: settings.current().upstreamMinuteLimit, perDay: settings.current().upstreamDailyLimit }
    },
    statedShare(name, product) {
      const setting = name === 'upstream' ? 'clientCallsPerMinute' : name === 'upstream-day' ? 'clientCallsPerDay' : null
      const { values, defaults } = settings.state()
      // What admins set holds for each provider; the defaults are derived from the first one's limits.
      if (setting !== null && (isFirstWeather(config, product) || values[setting] !== defaults[setting])) return values[setting]
      return config.RATE_LIMITS[name as keyof Config['RATE_LIMITS']]
    },
    shares: () => ({ warning: settings.current().upstreamWarningShare, softBlock: settings.current().upstreamSoftBlockShare }),
    onError,
    onCall: (product, outcome, durationMs) => calls.observe({ product, outcome }, durationMs / 1_000),
    onHealth: (product, failure) =>
      failure === null ? log.info({ product }, 'a provider answers again') : log.warn({ product, failure }, 'calls to a provider fail'),
  })
}

/** The settings that can change while the service runs, and how nodes learn of changes. */
async function openLive(
  storage: Storage,
  config: Config,
  secret: string,
  { clock, onError }: Pick<Foundation, 'clock' | 'onError'>,
): Promise<Pick<Foundation, 'changes' | 'settings' | 'keyring'>> {
  const { kysely: db, pool } = storage.database
  let changes: Changes | undefined
  try {
    changes = await openChanges({ db, pool, onError })
    const settings = await openSettings({ store: createSettingsStore(db), changes, environment: defaultsIn(config), clock })
    return { changes, settings, keyring: await openKeyring(createHashKeyStore(db), secret) }
  } catch (error) {
    await changes?.close()
    await storage.close()
    throw startError(error, storage.connection)
  }
}

function defaultsIn(config: Config): EnvironmentDefaults {
  const { RATE_LIMITS } = config
  const { upstream, 'upstream-day': upstreamDay } = RATE_LIMITS
  const { perMinute = 0, perDay = 0 } = budgetLimits(config.providers[listIn(config)[0]?.id ?? ''], 'weather')
  return {
    weatherProviders: providerListText(listIn(config)),
    weatherProvidersFault: (text) => listFault(config, text),
    upstreamDailyLimit: perDay,
    upstreamMinuteLimit: perMinute,
    clientCallsPerMinute: (limit) => upstream ?? (limit === 0 ? 0 : minuteShare(limit)),
    clientCallsPerDay: (limit) => upstreamDay ?? (limit === 0 ? 0 : dayShare(limit)),
    requestLimits: RATE_LIMITS,
    clientKeys: config.CLIENT_KEYS,
    // Whoever runs a PostgreSQL server usually backs it up already.
    backupsKept: config.DATABASE_URL === null ? 7 : 0,
  }
}

function openClient({ UPSTREAM_TIMEOUT_MS, UPSTREAM_CONTACT }: Config): UpstreamClient {
  return createUpstreamClient({
    timeoutMs: UPSTREAM_TIMEOUT_MS,
    maxBytes: MAX_UPSTREAM_BYTES,
    maxConcurrent: MAX_UPSTREAM_CALLS,
    userAgent: UPSTREAM_CONTACT === null ? `Isobar/${VERSION}` : `Isobar/${VERSION} (${UPSTREAM_CONTACT})`,
  })
}

function sharedWindows(storage: Storage, valkey: Redis | null, clock: Clock) {
  return valkey === null ? createPostgresWindows(storage.database.pool, clock) : createValkeyWindows(valkey)
}
