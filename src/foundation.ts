import type { FreshnessWindows } from '@isobar/weather'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Config } from './config/config.ts'
import type { ReportError } from './errors.ts'
import type { UseReports } from './features/operations/connections/use-reports.ts'
import type { Settings } from './features/operations/settings/index.ts'
import type { Meter } from './gateway/index.ts'
import type { SecondLevel } from './platform/cache/second-level.ts'
import type { Clock } from './platform/clock.ts'
import type { Changes } from './platform/db/changes.ts'
import type { Hold } from './platform/db/hold.ts'
import type { RateLimiter } from './platform/http/limits/rate-limit.ts'
import type { HttpServer } from './platform/http/server/http-server.ts'
import type { Announce, Logger } from './platform/log.ts'
import type { MaintenanceTask } from './platform/maintenance.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Keyring } from './platform/secrets/keyring.ts'
import type { Sealing } from './platform/secrets/sealing.ts'
import type { UpstreamClient } from './platform/upstream/client.ts'

/**
 * What every feature builds on: storage, caches, metered access to the providers, limits, secrets. `Tables` are those that the feature's
 * queries may use: its own and those that other features share with it.
 */
export interface Foundation<Tables = unknown> {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly announce: Announce
  readonly metrics: Metrics
  readonly db: Kysely<Tables>
  /** For locks, which belong to a connection. */
  readonly pool: pg.Pool
  /** Tells nodes when to reread what they cache from the database. */
  readonly changes: Changes
  readonly settings: Settings
  /** Whether this is a restored copy that may send nothing yet. */
  readonly hold: Hold
  /** The site's name on pages and in mails. */
  readonly siteName: () => string
  /** The cache that nodes share. */
  readonly level: SecondLevel
  readonly meter: Meter
  /** For outgoing calls that count against no weather budget; all others go through the meter. */
  readonly client: UpstreamClient
  /** How long a provider may take, and how long a response waits for one. */
  readonly timeouts: {
    readonly upstreamTimeoutMs: number
    readonly requestTimeoutMs: number
    /** What can do without the database waits no longer for it. */
    readonly databaseTimeoutMs: number
  }
  readonly limiter: RateLimiter
  /** How long data counts as fresh; the settings may change it at any time. */
  readonly windows: () => FreshnessWindows
  readonly keyedHash: Keyring['keyedHash']
  /** Keyed hash of an email address, stored in tables and the audit log in its place. */
  readonly addressHash: (emailKey: string) => string
  /** Keyed hash of a client's IP address, used in budgets and tables in its place. */
  readonly clientHash: (ip: string) => string
  /** Base of the links in mails. */
  readonly linkBase: URL
  /** Encrypts what the database stores but must not reveal. */
  readonly sealing: Sealing
  readonly keyring: Keyring
  /** Where whatever uses an external system reports what became of it. */
  readonly useReports: UseReports
  readonly onError: ReportError
}

/** What a feature contributes to the application, besides the service that it offers to other features. */
export interface Feature {
  /** Adds the routes for the public, jobs and operators. */
  routes?(app: HttpServer): void | Promise<void>
  /** Adds the routes for the back office. */
  adminRoutes?(app: HttpServer): void
  /** Recurring work that every node runs. */
  readonly tasks?: readonly MaintenanceTask[]
  /** Finishes work in flight and writes what is pending. */
  close?(): Promise<void>
}
