import { Redis } from 'iovalkey'
import { loadAdminSecret } from '../config/admin-secret.ts'
import type { Config } from '../config/config.ts'
import { rateLimitRules } from '../config/rate-limits.ts'
import {
  createSettingsStore,
  type EnvironmentDefaults,
  openSettings,
  REQUEST_LIMITS,
  requestLimitSetting,
  type Settings,
} from '../features/operations/settings/index.ts'
import {
  type Budget,
  type BudgetLimits,
  createGatewayStore,
  dayShare,
  type GatewayStore,
  type Meter,
  minuteShare,
  openCallMeter,
} from '../gateway/index.ts'
import { createPostgresLevel } from '../platform/cache/postgres.ts'
import type { SecondLevel } from '../platform/cache/second-level.ts'
import { createValkeyLevel } from '../platform/cache/valkey.ts'
import type { Clock } from '../platform/clock.ts'
import { type Changes, openChanges } from '../platform/db/changes.ts'
import { limitKeyOf } from '../platform/http/client-ip.ts'
import { createRateLimiter, type RateLimiter } from '../platform/http/rate-limit.ts'
import { createPostgresWindows } from '../platform/http/shared-windows-postgres.ts'
import { createValkeyWindows } from '../platform/http/shared-windows-valkey.ts'
import type { Logger } from '../platform/log.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import { createHashKeyStore } from '../platform/secrets/hash-key-store.ts'
import { type Keyring, openKeyring } from '../platform/secrets/keyring.ts'
import type { Sealing } from '../platform/secrets/sealing.ts'
import { createThrottledLog } from '../platform/throttled-log.ts'
import { createUpstreamClient, type UpstreamClient } from '../platform/upstream/client.ts'
import { createProductMetrics, type ProductMetrics } from './product-metrics.ts'
import { openStorage, type Storage } from './storage.ts'
import { VERSION } from '../version.ts'
import { type FreshnessWindows, freshnessWindows } from '../domain/freshness.ts'
import type { ReportError } from '../errors.ts'

/** What the features stand on: storage, caches, the paid way to the providers, limits and counts. */
export interface Foundation {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly counted: ProductMetrics
  readonly storage: Storage
  /** What nodes keep in memory of the database is read again through this. */
  readonly changes: Changes
  readonly settings: Settings
  readonly level: SecondLevel
  readonly gatewayStore: GatewayStore
  readonly meter: Meter
  /** Outgoing calls that no weather budget pays for; everything else goes through the meter. */
  readonly client: UpstreamClient
  readonly limiter: RateLimiter
  readonly windows: () => FreshnessWindows
  readonly keyedHash: Keyring['keyedHash']
  /** Keyed hash of an e-mail address: what tables and audit know of it. */
  readonly addressHash: (emailKey: string) => string
  /** Base of the links in mails. */
  readonly linkBase: URL
  /** Keyed hash of a client's address: what budgets and tables know of it. */
  readonly clientHash: (ip: string) => string
  /** Encrypts what the database keeps but must not show. */
  readonly sealing: Sealing
  readonly keyring: Keyring
  readonly onError: ReportError
  close(): Promise<void>
}

const MAX_UPSTREAM_BYTES = 4 * 1024 * 1024
const MAX_UPSTREAM_CALLS = 64

/** @throws StartupError when the database or a directory cannot be used */
export async function openFoundation(config: Config, { clock, log }: { clock: Clock; log: Logger }): Promise<Foundation> {
  const secret = await loadAdminSecret(config)
  const storage = await openStorage(config, log)
  const metrics = createMetrics()
  const counted = createProductMetrics(metrics.registry)
  const onError = createThrottledLog(log)
  const valkey = config.VALKEY_URL === null ? null : connectValkey(config.VALKEY_URL, log)
  const level = valkey === null ? createPostgresLevel(storage.database.kysely, clock) : createValkeyLevel(valkey, clock)
  const gatewayStore = createGatewayStore(storage.database.kysely)
  const client = openClient(config)
  let windows = freshnessWindows()
  const { changes, settings, keyring } = await openLive(storage, config, secret, { clock, onError })
  if (keyring.fault !== null) log.error(keyring.fault)
  const limiter = createRateLimiter({
    rules: rateLimitRules(config.RATE_LIMITS),
    clock,
    // One process on the embedded database has nobody to settle with.
    ...(config.DATABASE_URL === null
      ? {}
      : { shared: { windows: sharedWindows(storage, valkey, clock), hashKey: keyring.passingHash('rate', 'windows'), log } }),
  })
  limiter.start()
  settings.follow((values) => {
    windows = freshnessWindows(Math.floor(values.refreshIntervalMs / 1_000))
    for (const name of REQUEST_LIMITS) limiter.setLimit(name, values[requestLimitSetting(name)])
  })

  return {
    config,
    clock,
    log,
    metrics,
    counted,
    storage,
    changes,
    settings,
    level,
    gatewayStore,
    limiter,
    windows: () => windows,
    client,
    keyedHash: keyring.keyedHash,
    addressHash: (emailKey) => keyring.keyedHash('address', emailKey),
    linkBase: config.PUBLIC_URL ?? new URL('http://localhost'),
    sealing: keyring.sealing,
    keyring,
    clientHash: (ip) => keyring.passingHash('client', limitKeyOf(ip)),
    onError,
    meter: openPaidCalls({ config, gatewayStore, client, clock, settings, onError, counted }),
    async close() {
      limiter.close()
      await changes.close()
      await client.close()
      await level.close()
      await storage.close()
    },
  }
}

type PaidCallParts = Pick<Foundation, 'config' | 'gatewayStore' | 'client' | 'clock' | 'settings' | 'onError' | 'counted'>

function openPaidCalls({ config, gatewayStore, client, clock, settings, onError, counted }: PaidCallParts): Meter {
  const limits: Readonly<Record<Budget, () => BudgetLimits>> = {
    weather: () => ({ perMinute: settings.current().upstreamMinuteLimit, perDay: settings.current().upstreamDailyLimit }),
    geocode: () => ({ perMinute: config.GEOCODE_MINUTE_LIMIT }),
    tiles: () => ({ perMinute: config.TILES_MINUTE_LIMIT }),
    second: () => ({ perMinute: config.SECOND_PROVIDER_MINUTE_LIMIT, perDay: config.SECOND_PROVIDER_DAILY_LIMIT }),
  }
  return openCallMeter({
    store: gatewayStore,
    client,
    clock,
    limits: (budget) => limits[budget](),
    statedShare(name) {
      const { clientCallsPerMinute, clientCallsPerDay } = settings.current()
      if (name === 'upstream') return clientCallsPerMinute
      return name === 'upstream-day' ? clientCallsPerDay : config.RATE_LIMITS[name as keyof Config['RATE_LIMITS']]
    },
    shares: () => ({ warning: settings.current().upstreamWarningShare, softBlock: settings.current().upstreamSoftBlockShare }),
    onError,
    onCall: counted.upstreamCall,
  })
}

/** What can be changed while the service runs, and how nodes hear of it. */
async function openLive(
  storage: Storage,
  config: Config,
  secret: string,
  { clock, onError }: Pick<Foundation, 'clock' | 'onError'>,
): Promise<Pick<Foundation, 'changes' | 'settings' | 'keyring'>> {
  const { kysely: db, pool } = storage.database
  const changes = openChanges({ db, pool, onError })
  try {
    const settings = await openSettings({ store: createSettingsStore(db), changes, environment: defaultsIn(config), clock })
    return { changes, settings, keyring: await openKeyring(createHashKeyStore(db), secret) }
  } catch (error) {
    await changes.close()
    await storage.close()
    throw error
  }
}

function defaultsIn({ UPSTREAM_DAILY_LIMIT, UPSTREAM_MINUTE_LIMIT, RATE_LIMITS }: Config): EnvironmentDefaults {
  const { upstream, 'upstream-day': upstreamDay } = RATE_LIMITS
  return {
    upstreamDailyLimit: UPSTREAM_DAILY_LIMIT,
    upstreamMinuteLimit: UPSTREAM_MINUTE_LIMIT,
    clientCallsPerMinute: (limit) => upstream ?? minuteShare(limit),
    clientCallsPerDay: (limit) => upstreamDay ?? dayShare(limit),
    requestLimits: RATE_LIMITS,
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

function connectValkey(url: string, log: Logger): Redis {
  const valkey = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 2_000, enableOfflineQueue: true })
  valkey.on('error', (error: Error) => log.warn({ err: error }, 'Valkey'))
  return valkey
}
