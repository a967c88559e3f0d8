import { createHmac } from 'node:crypto'
import { Redis } from 'iovalkey'
import { loadAdminSecret } from './config/admin-secret.ts'
import type { Config } from './config/config.ts'
import { rateLimitRules } from './config/rate-limits.ts'
import { createGatewayStore, type GatewayStore } from './gateway/store.ts'
import { type Meter, openMeter } from './gateway/index.ts'
import { createPostgresLevel } from './platform/cache/postgres.ts'
import type { SecondLevel } from './platform/cache/second-level.ts'
import { createValkeyLevel } from './platform/cache/valkey.ts'
import type { Clock } from './platform/clock.ts'
import { limitKeyOf } from './platform/http/client-ip.ts'
import { createRateLimiter, type RateLimiter } from './platform/http/rate-limit.ts'
import { createPostgresWindows } from './platform/http/shared-windows-postgres.ts'
import { createValkeyWindows } from './platform/http/shared-windows-valkey.ts'
import type { Logger } from './platform/log.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { createUpstreamClient, type UpstreamClient } from './platform/upstream/client.ts'
import { createProductMetrics, type ProductMetrics } from './product-metrics.ts'
import { openStorage, type Storage } from './storage.ts'
import { VERSION } from './version.ts'
import { type FreshnessWindows, freshnessWindows } from './weather/freshness.ts'

/** What the features stand on: storage, caches, the paid way to the providers, limits and counts. */
export interface Foundation {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly counted: ProductMetrics
  readonly storage: Storage
  readonly level: SecondLevel
  readonly gatewayStore: GatewayStore
  readonly meter: Meter
  readonly limiter: RateLimiter
  readonly windows: () => FreshnessWindows
  /** A keyed hash that nobody can reverse or compare across purposes, 22 base64url characters. */
  readonly keyedHash: (purpose: string, text: string) => string
  /** Keyed hash of a client's address: what budgets and tables know of it. */
  readonly clientHash: (ip: string) => string
  readonly onError: (error: unknown, what: string) => void
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
  const onError = (error: unknown, what: string): void => log.warn({ err: error }, what)
  const valkey = config.VALKEY_URL === null ? null : connectValkey(config.VALKEY_URL, log)
  const level = valkey === null ? createPostgresLevel(storage.database.kysely, clock) : createValkeyLevel(valkey, clock)
  const gatewayStore = createGatewayStore(storage.database.kysely)
  const client = openClient(config)
  const keyedHash = (purpose: string, text: string): string =>
    createHmac('sha256', `${purpose} ${secret}`).update(text).digest('base64url').slice(0, 22)
  const windows = freshnessWindows()
  const limiter = createRateLimiter({
    rules: rateLimitRules(config.RATE_LIMITS),
    clock,
    // One process on the embedded database has nobody to settle with.
    ...(config.DATABASE_URL === null ? {} : { shared: { windows: sharedWindows(storage, valkey, clock), hashKey: `rate ${secret}`, log } }),
  })
  limiter.start()

  return {
    config,
    clock,
    log,
    metrics,
    counted,
    storage,
    level,
    gatewayStore,
    limiter,
    windows: () => windows,
    keyedHash,
    clientHash: (ip) => keyedHash('client', limitKeyOf(ip)),
    onError,
    meter: openMeter({
      store: gatewayStore,
      client,
      clock,
      limits: () => ({ perMinute: config.UPSTREAM_MINUTE_LIMIT, perDay: config.UPSTREAM_DAILY_LIMIT }),
      clientLimits: () => ({ perMinute: config.RATE_LIMITS.upstream, perDay: config.RATE_LIMITS['upstream-day'] }),
      onError,
      onCall: counted.upstreamCall,
    }),
    async close() {
      limiter.close()
      await client.close()
      await level.close()
      await storage.close()
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

function sharedWindows(storage: Storage, valkey: Redis | null, clock: Clock) {
  return valkey === null ? createPostgresWindows(storage.database.pool, clock) : createValkeyWindows(valkey)
}

function connectValkey(url: string, log: Logger): Redis {
  const valkey = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 2_000, enableOfflineQueue: true })
  valkey.on('error', (error: Error) => log.warn({ err: error }, 'Valkey'))
  return valkey
}
