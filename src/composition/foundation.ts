import { writeProviderList } from '@isobar/providers/port'
import { buildFreshnessWindows } from '@isobar/weather'
import type { Redis } from 'iovalkey'
import { Histogram } from 'prom-client'
import { loadAdminSecret } from '../config/admin-secret.ts'
import type { Config } from '../config/config.ts'
import { buildRateLimitRules } from '../config/rate-limits.ts'
import { KEY_LIMIT } from '../features/clients/keys/index.ts'
import { createUseReports, openConnections, type Connections, type OutsideSystem } from '../features/operations/connections/index.ts'
import {
  createSettingsStore,
  type EnvironmentDefaults,
  openSettings,
  REQUEST_LIMITS,
  toRequestLimitSetting,
} from '../features/operations/settings/index.ts'
import type { Foundation } from '../foundation.ts'
import { createGatewayStore, type GatewayStore, type Meter, MINUTE_SECONDS, openCallMeter } from '../gateway/index.ts'
import { createPostgresLevel } from '../platform/cache/postgres.ts'
import { connectValkey, createValkeyLevel } from '../platform/cache/valkey.ts'
import type { Clock } from '../platform/clock.ts'
import { type Changes, openChanges } from '../platform/db/changes.ts'
import { describeStartError } from '../platform/db/connect-errors.ts'
import type { DatabasePatience } from '../platform/db/database.ts'
import type { EmbeddedPostgres, SocketConnection } from '../platform/db/embedded/embedded.ts'
import { HOLD_REASON, openHold } from '../platform/db/hold.ts'
import { openLeases, STANDSTILL_MS } from '../platform/db/leases.ts'
import { watchPool } from '../platform/db/metrics.ts'
import type { FromMachine, Link, ToMachine } from '../platform/http/limits/machine-messages.ts'
import { createRateLimiter, type RateLimiter } from '../platform/http/limits/rate-limit.ts'
import type { LimitRule } from '../platform/http/limits/rate-state.ts'
import { createPostgresWindows, createValkeyWindows, hashKeys, type SharedWindows } from '../platform/http/limits/shared-windows.ts'
import { createWorkerLimiter } from '../platform/http/limits/worker-limiter.ts'
import { toNetworkKey } from '../platform/http/server/client-ip.ts'
import type { Announce, Logger } from '../platform/log.ts'
import type { MaintenanceTask } from '../platform/maintenance.ts'
import { createMetrics, type GatherMetrics } from '../platform/metrics.ts'
import { createHashKeyStore } from '../platform/secrets/hash-key-store.ts'
import { openKeyring } from '../platform/secrets/keyring.ts'
import { createThrottledLog } from '../platform/throttled-log.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { createUpstreamClient, type UpstreamClient } from '../platform/upstream/client.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { REVISION, VERSION } from '../version.ts'
import { describeCacheSystem, addUseReports } from './cache-system.ts'
import { moveFormerLimits } from './former-limits-store.ts'
import { getBudgetLimits } from './product-limits.ts'
import { findProviderListFault, listConfiguredProviders } from './provider-list.ts'
import { openStorage, type Storage } from './storage.ts'
import type { Tables } from './tables.ts'
import { openConfiguredTracing, createQueryTracer, traceClient, traceMeter } from './tracing.ts'

/** What a worker process gets from its supervisor. */
export interface AmongWorkers {
  /** The embedded server, which the supervisor runs; null with DATABASE_URL. */
  readonly database: SocketConnection | null
  /** How many there are. */
  readonly workers: number
  readonly gatherMetrics: GatherMetrics
  readonly limits: Link<ToMachine, FromMachine>
  /** Sends it to the supervisor. */
  readonly announce: Announce
}

/** What the caller supplies to the foundation. */
export interface ServiceOptions extends DatabasePatience {
  readonly clock: Clock
  readonly log: Logger
  /** Omitted: this is the only process of the service on this machine. */
  readonly worker?: AmongWorkers
  /** The embedded server, if it has already been started; it is stopped with the service. */
  readonly embedded?: EmbeddedPostgres
}

/** The open foundation, with the parts that only composition and the commands need. */
export interface OpenFoundation extends Foundation<Tables> {
  readonly storage: Storage
  /** Null: tracing is off. */
  readonly tracing: Tracing | null
  /** Recurring work that every node runs. */
  readonly tasks: readonly MaintenanceTask[]
  /** The external systems as admins have configured them. */
  readonly connections: Connections
  /** Valkey in the list of external systems. */
  readonly cache: OutsideSystem
  /** Whether the nodes' shared cache does not answer. */
  readonly cacheIsAway: () => boolean
  close(): Promise<void>
}

/** A healthy database answers in milliseconds. */
const DATABASE_TIMEOUT_MS = 1_000
const MAX_UPSTREAM_BYTES = 4 * 1024 * 1024
const MAX_UPSTREAM_CALLS = 64
/** Each client key has its own limit. */
const KEY_RULE = { [KEY_LIMIT]: { limit: Number.MAX_SAFE_INTEGER, windowSeconds: MINUTE_SECONDS } }

/**
 * Opens the foundation and everything on top of it. If that fails, for example because of a wrong setting, closes the foundation again.
 * @throws StartupError when the database or a directory cannot be used, and the errors of `open`
 */
export async function openFoundationFor<T>(
  config: Config,
  options: ServiceOptions,
  open: (foundation: OpenFoundation) => Promise<T>,
): Promise<T> {
  const foundation = await openFoundation(config, options)
  try {
    return await open(foundation)
  } catch (error) {
    await foundation.close()
    throw describeStartError(error, foundation.storage.connection)
  }
}

async function openFoundation(config: Config, options: ServiceOptions): Promise<OpenFoundation> {
  const { clock, log, worker, embedded, patience = 1, restartMs } = options
  const secret = await loadAdminSecret(config)
  const metrics = createMetrics(worker?.gatherMetrics, { version: VERSION, revision: REVISION })
  const onError = createThrottledLog(log)
  const tracing = await openConfiguredTracing(config, onError)
  const onQuery = tracing === null ? undefined : createQueryTracer(tracing)
  const storage = await openStorage(config, log, { embeddedAt: worker?.database ?? undefined, embedded, onQuery, patience, restartMs })
  watchPool(metrics.registry, storage.database.pool, storage.database.isWritable)
  const valkey = config.VALKEY_URL === null ? null : await connectValkey(config.VALKEY_URL, log)
  const leases = openLeases(storage.database.pool, STANDSTILL_MS * patience)
  const useReports = createUseReports(storage.database.kysely, { clock, onError })
  const level =
    valkey === null
      ? createPostgresLevel(storage.database.kysely, leases, clock)
      : addUseReports(createValkeyLevel(valkey, leases, clock), valkey, useReports)
  const gatewayStore = createGatewayStore(storage.database.kysely)
  const plainClient = openClient(config)
  const client = tracing === null ? plainClient : traceClient(plainClient, tracing)
  let windows = buildFreshnessWindows()
  const { changes, settings, hold, keyring, connections } = await openLive(storage, config, secret, { clock, log, onError })
  const announce: Announce = worker?.announce ?? ((at, message) => log[at](message))
  if (keyring.fault !== null) announce('error', keyring.fault)
  // On the embedded database there are no other nodes to settle with.
  const nodes =
    config.DATABASE_URL === null ? null : hashKeys(sharedWindows(storage, valkey, clock), keyring.shortLivedHash('rate', 'windows'))
  const limiter = openLimiter({ ...buildRateLimitRules(config.RATE_LIMITS), ...KEY_RULE }, nodes, { clock, log, ...(worker && { worker }) })
  settings.follow((values) => {
    windows = buildFreshnessWindows(Math.floor(values.refreshIntervalMs / 1_000))
    for (const name of REQUEST_LIMITS) limiter.setLimit(name, values[toRequestLimitSetting(name)])
  })

  async function sweep(): Promise<void> {
    await level.sweep()
    await gatewayStore.deletePassedWindows(clock.now())
    await useReports.deleteBefore(clock.now() - DAY_MS)
  }

  const meter = openPaidCalls({ config, gatewayStore, client, clock, log, settings, connections, onError, metrics })

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
    hold,
    siteName: () => settings.current().siteName,
    level,
    timeouts: {
      upstreamTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
      requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
      databaseTimeoutMs: DATABASE_TIMEOUT_MS * patience,
    },
    limiter,
    windows: () => windows,
    client,
    keyedHash: keyring.keyedHash,
    addressHash: (emailKey) => keyring.keyedHash('address', emailKey),
    linkBase: config.PUBLIC_URL ?? new URL('http://localhost'),
    sealing: keyring.sealing,
    keyring,
    useReports,
    connections,
    cache: describeCacheSystem(valkey),
    clientHash: (ip) => keyring.shortLivedHash('client', toNetworkKey(ip)),
    onError,
    meter: tracing === null ? meter : traceMeter(meter, tracing),
    cacheIsAway: () => valkey !== null && valkey.status !== 'ready',
    tasks: [{ name: 'sweeping what has expired', everyMs: MINUTE_MS, run: sweep }],
    async close() {
      limiter.close()
      await useReports.close()
      await changes.close()
      await client.close()
      await level.close()
      await leases.close()
      await storage.close()
      await tracing?.close()
    },
  }
}

interface PaidCallParts extends Pick<
  OpenFoundation,
  'config' | 'client' | 'clock' | 'log' | 'settings' | 'connections' | 'onError' | 'metrics'
> {
  readonly gatewayStore: GatewayStore
}

function openPaidCalls({ config, gatewayStore, client, clock, log, settings, connections, onError, metrics }: PaidCallParts): Meter {
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
    limits: (product) => getBudgetLimits(config, connections, product),
    statedShare(name) {
      const { clientCallsPerMinute, clientCallsPerDay } = settings.current()
      if (name === 'upstream') return clientCallsPerMinute ?? undefined
      return name === 'upstream-day' ? (clientCallsPerDay ?? undefined) : config.RATE_LIMITS[name as keyof Config['RATE_LIMITS']]
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
  { clock, log, onError }: Pick<Foundation, 'clock' | 'log' | 'onError'>,
): Promise<Pick<OpenFoundation, 'changes' | 'settings' | 'hold' | 'keyring' | 'connections'>> {
  const { kysely: db, pool } = storage.database
  let changes: Changes | undefined
  try {
    await moveFormerLimits(db, listConfiguredProviders(config)[0]?.id ?? '', clock.now())
    changes = await openChanges({ db, pool, onError })
    const settings = await openSettings({ store: createSettingsStore(db), changes, environment: defaultsIn(config), clock })
    const hold = await openHold({ db, changes })
    if (hold.isOnHold()) log.warn(hold.pending() ?? {}, HOLD_REASON)
    const keyring = await openKeyring(createHashKeyStore(db), secret)
    const connections = await openConnections({ db, changes, sealing: keyring.sealing, clock, log })
    return { changes, settings, hold, keyring, connections }
  } catch (error) {
    await changes?.close()
    await storage.close()
    throw describeStartError(error, storage.connection)
  }
}

function defaultsIn(config: Config): EnvironmentDefaults {
  const { RATE_LIMITS } = config
  const { upstream, 'upstream-day': upstreamDay } = RATE_LIMITS
  return {
    weatherProviders: writeProviderList(listConfiguredProviders(config)),
    weatherProvidersFault: (text) => findProviderListFault(config, text),
    clientCallsPerMinute: upstream ?? null,
    clientCallsPerDay: upstreamDay ?? null,
    requestLimits: RATE_LIMITS,
    clientKeys: config.CLIENT_KEYS,
    // Whoever runs a PostgreSQL server usually backs it up already.
    backupsKept: config.DATABASE_URL === null ? 7 : 0,
    adClientId: config.AD_PROGRAM_CLIENT_ID,
    adSlots: {
      dashboard: config.AD_PROGRAM_SLOT_DASHBOARD,
      hero: config.AD_PROGRAM_SLOT_HERO,
      'recent-checks': config.AD_PROGRAM_SLOT_RECENT_CHECKS,
      'city-detail': config.AD_PROGRAM_SLOT_CITY_DETAIL,
    },
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

/** The request limits of this process, or of all workers of this machine. */
function openLimiter(
  rules: Readonly<Record<string, LimitRule>>,
  windows: SharedWindows | null,
  { clock, log, worker }: Pick<ServiceOptions, 'clock' | 'log' | 'worker'>,
): RateLimiter {
  if (worker !== undefined) return createWorkerLimiter({ rules, clock, workers: worker.workers, supervisor: worker.limits, windows })
  const limiter = createRateLimiter({ rules, clock, ...(windows !== null && { shared: { windows, log } }) })
  limiter.start()
  return limiter
}

function sharedWindows(storage: Storage, valkey: Redis | null, clock: Clock) {
  return valkey === null ? createPostgresWindows(storage.database.pool, clock) : createValkeyWindows(valkey)
}
