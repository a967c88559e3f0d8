import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Config } from './config/config.ts'
import type { FreshnessWindows } from './domain/freshness.ts'
import type { ReportError } from './errors.ts'
import type { Settings } from './features/operations/settings/index.ts'
import type { Meter } from './gateway/index.ts'
import type { SecondLevel } from './platform/cache/second-level.ts'
import type { Clock } from './platform/clock.ts'
import type { Changes } from './platform/db/changes.ts'
import type { HttpServer } from './platform/http/http-server.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import type { Logger } from './platform/log.ts'
import type { MaintenanceTask } from './platform/maintenance.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import type { Sealing } from './platform/secrets/sealing.ts'
import type { UpstreamClient } from './platform/upstream/client.ts'

/**
 * What every feature stands on: storage, caches, the paid way to the providers, limits, secrets. `Tables` are those that the feature's
 * statements may name: its own, and what neighbours share with it.
 */
export interface Foundation<Tables = unknown> {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly db: Kysely<Tables>
  /** For locks, which hang on a connection. */
  readonly pool: pg.Pool
  /** What nodes keep in memory of the database is read again through this. */
  readonly changes: Changes
  readonly settings: Settings
  /** What the site calls itself, on pages and in mails. */
  readonly siteName: () => string
  /** The cache that nodes share. */
  readonly level: SecondLevel
  readonly meter: Meter
  /** Outgoing calls that no weather budget pays for; everything else goes through the meter. */
  readonly client: UpstreamClient
  /** How long a provider may take, and how long an answer waits for one. */
  readonly timeouts: { readonly upstreamTimeoutMs: number; readonly requestTimeoutMs: number }
  readonly limiter: RateLimiter
  /** For how long data counts as fresh; the settings may change it at any time. */
  readonly windows: () => FreshnessWindows
  readonly keyedHash: Keyring['keyedHash']
  /** Keyed hash of an e-mail address: what tables and audit know of it. */
  readonly addressHash: (emailKey: string) => string
  /** Keyed hash of a client's address: what budgets and tables know of it. */
  readonly clientHash: (ip: string) => string
  /** Base of the links in mails. */
  readonly linkBase: URL
  /** Encrypts what the database keeps but must not show. */
  readonly sealing: Sealing
  readonly keyring: Keyring
  readonly onError: ReportError
}

/** What a feature is to the house, besides the service that it offers to other features. */
export interface Feature {
  /** Adds what it answers to the public, jobs and operators. */
  routes?(app: HttpServer): void | Promise<void>
  /** Adds what it answers to the back office. */
  adminRoutes?(app: HttpServer): void
  /** What every node does for it again and again. */
  readonly tasks?: readonly MaintenanceTask[]
  /** Finishes what is under way and writes what is pending. */
  close?(): Promise<void>
}
