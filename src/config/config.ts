import { join } from 'node:path'
import { LOG_LEVELS, type LogLevel } from '../platform/log.ts'
import type { Mailbox } from '../platform/mail/address.ts'
import type { SmtpServer } from '../platform/mail/smtp-server.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { ListEntry } from '../providers/list.ts'
import type { SettingValues } from '../providers/settings.ts'
import { formerNamesIn } from './former-names.ts'
import {
  corsOrigins,
  hostPatterns,
  emailAddress,
  headerText,
  integer,
  oneOf,
  password,
  printable,
  toggle,
  token,
  trustProxy,
  visible,
  providerList,
  providerNames,
  publisherId,
  slotId,
} from './parsers.ts'
import { readProviderSettings } from './provider-settings.ts'
import { rateLimitOverrides, type RateLimits, rateLimitsOf } from './rate-limits.ts'
import { createReader, type Environment, type Reader } from './reader.ts'
import { readTracing } from './tracing.ts'
import { baseUrl, databaseUrl, isLoopbackHost, mailbox, publicUrl, smtpUrl, valkeyUrl } from './urls.ts'
import { VARIABLES, type VariableName } from './variables.ts'
import { readWarningFeeds } from './warning-feeds.ts'
import { workerCount } from './workers.ts'

/** The validated settings of this process by variable name, frozen. Null: not set. docs/configuration.md explains each. */
export interface Config {
  readonly PORT: number
  readonly HOST: string
  /** Null when PORT is 0 and nothing is set; it is then `http://localhost:` and the port, once that is known. */
  readonly PUBLIC_URL: URL | null
  /** For commands that ask a running service. Null: the one on this machine. */
  readonly ISOBAR_URL: URL | null
  readonly ISOBAR_API_KEY: string | null
  readonly NODE_ENV: 'production' | 'development' | 'test'
  readonly LOG_LEVEL: LogLevel
  readonly TRUST_PROXY: number | readonly string[] | null
  readonly CORS_ORIGINS: readonly string[]
  readonly OPEN_METEO_COMPATIBLE_API: boolean
  readonly OPENWEATHER_COMPATIBLE_API: boolean
  /** Whether API requests of others need a client key. */
  readonly CLIENT_KEYS: 'optional' | 'required'
  readonly METRICS_TOKEN: string | null
  /** Number of serving processes. */
  readonly WORKERS: number
  readonly DRAIN_SECONDS: number
  readonly MAX_CONNECTIONS: number
  /** 0: no limit. */
  readonly MAX_CONNECTIONS_PER_CLIENT: number
  /** Whether webhooks may be plain http, or in private networks. */
  readonly WEBHOOKS_PRIVATE: boolean
  /** Hosts; `*.` before one: its subdomains, `*`: all. */
  readonly PUSH_SERVICES: readonly string[]
  /** Whether push services may be plain http, or in private networks. */
  readonly PUSH_PRIVATE: boolean
  readonly MAX_STREAMS: number
  readonly MAX_STREAMS_PER_CLIENT: number
  /** Requests per minute and address with overrides applied, and the shares of provider calls that are set; 0: no limit. */
  readonly RATE_LIMITS: RateLimits
  readonly DATABASE_URL: string | null
  readonly DATA_DIR: string
  readonly BACKUP_DIR: string
  readonly VALKEY_URL: string | null
  readonly ADMIN_SECRET: string | null
  readonly ADMIN_SECRET_NEW: string | null
  readonly ADMIN_EMAIL: string | null
  readonly ADMIN_PASSWORD: string | null
  /** True only when requested and allowed; see `notices`. */
  readonly ALLOW_DEV_ADMIN_BYPASS: boolean
  /** In the order in which they are asked; the ids are checked when the providers are opened. Null: not set. */
  readonly WEATHER_PROVIDERS: readonly ListEntry[] | null
  /** The settings of each provider by its id: those that it declares. */
  readonly providers: Readonly<Record<string, SettingValues>>
  /** Ids of providers, checked when they are opened; null: all, but none for simulated weather. */
  readonly STATION_SOURCES: readonly string[] | null
  readonly STATION_HEIGHT_CORRECTION: boolean
  /** Ids of providers; empty: none. Checked when the providers are opened. */
  readonly WARNING_FEEDS: readonly string[]
  readonly WARNING_FEEDS_PRIVATE: boolean
  readonly SHOW_DEMO_POPULAR_SEARCHES: boolean
  readonly PAGES_KEPT_MS: number
  /** Null: the bundled countries. */
  readonly GEOIP_DATABASE: string | null
  readonly UPSTREAM_CONTACT: string | null
  readonly UPSTREAM_TIMEOUT_MS: number
  readonly REQUEST_TIMEOUT_MS: number
  readonly BATCH_TIMEOUT_MS: number
  /** Null: mails are written to files. */
  readonly SMTP_URL: SmtpServer | null
  /** With a null name, mails carry the site's. */
  readonly MAIL_FROM: Mailbox
  readonly MAIL_SERVICE_API_KEY: string | null
  readonly MAIL_SERVICE_BASE_URL: URL
  /** Double opt-in; null: on if mail leaves this machine. */
  readonly SUBSCRIPTION_CONFIRMATION: boolean | null
  readonly CRON_SECRET: string | null
  readonly SCHEDULER: boolean
  readonly AD_PROGRAM_CLIENT_ID: string | null
  readonly AD_PROGRAM_SLOT_DASHBOARD: string | null
  readonly AD_PROGRAM_SLOT_HERO: string | null
  readonly AD_PROGRAM_SLOT_RECENT_CHECKS: string | null
  readonly AD_PROGRAM_SLOT_CITY_DETAIL: string | null
  readonly AD_PROGRAM_OAUTH_CLIENT_ID: string | null
  readonly AD_PROGRAM_OAUTH_CLIENT_SECRET: string | null
  readonly AD_PROGRAM_BASE_URL: URL
  /** Null: Google's endpoints, which are on two hosts. */
  readonly AD_PROGRAM_OAUTH_BASE_URL: URL | null
  readonly PHOTO_PROVIDER_API_KEY: string | null
  readonly PHOTO_PROVIDER_BASE_URL: URL
  /** Null: tracing is off. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: URL | null
  readonly OTEL_EXPORTER_OTLP_HEADERS: Readonly<Record<string, string>> | null
  readonly OTEL_SERVICE_NAME: string
  readonly OTEL_TRACES_SAMPLER_ARG: number
  /** Warnings for the operator at start. */
  readonly notices: readonly string[]
}

const SHORT_SECRET = 16

/**
 * Checks the whole environment at once.
 * @throws StartupError that lists every fault by variable name, and no value
 */
export function loadConfig(environment: Environment): Config {
  const reader = createReader(environment, VARIABLES)
  const providers = readProviderSettings(environment)
  const notices: string[] = []
  const config: Config = {
    ...readServer(reader),
    ...readStorage(reader, notices),
    ...readAdmin(reader, notices),
    ...readProviders(reader),
    providers: providers.values,
    ...readStations(reader),
    ...readWarningFeeds(reader),
    ...readLimits(reader),
    ...readAds(reader),
    ...readMail(reader),
    ...readJobs(reader),
    ...readTracing(reader),
    notices,
  }
  const faults = [...formerNamesIn(environment), ...reader.faults, ...providers.faults]
  if (faults.length > 0) throw new StartupError(`Invalid configuration: ${faults.join('; ')}`)
  return deepFreeze(config)
}

function readServer(reader: Reader<VariableName>) {
  const PORT = reader.required('PORT', integer(0, 65_535))
  return {
    PORT,
    HOST: reader.required('HOST', visible),
    PUBLIC_URL: reader.optional('PUBLIC_URL', publicUrl) ?? (PORT === 0 ? null : new URL(`http://localhost:${PORT}`)),
    ISOBAR_URL: reader.optional('ISOBAR_URL', publicUrl),
    ISOBAR_API_KEY: reader.optional('ISOBAR_API_KEY', visible),
    NODE_ENV: reader.required('NODE_ENV', oneOf(['production', 'development', 'test'])),
    LOG_LEVEL: reader.required('LOG_LEVEL', oneOf(LOG_LEVELS)),
    TRUST_PROXY: reader.optional('TRUST_PROXY', trustProxy),
    CORS_ORIGINS: reader.optional('CORS_ORIGINS', corsOrigins) ?? [],
    OPEN_METEO_COMPATIBLE_API: reader.required('OPEN_METEO_COMPATIBLE_API', toggle),
    OPENWEATHER_COMPATIBLE_API: reader.required('OPENWEATHER_COMPATIBLE_API', toggle),
    CLIENT_KEYS: reader.required('CLIENT_KEYS', oneOf(['optional', 'required'])),
    METRICS_TOKEN: reader.optional('METRICS_TOKEN', token),
    WORKERS: reader.required('WORKERS', workerCount),
    DRAIN_SECONDS: reader.required('DRAIN_SECONDS', integer(0, 300)),
    MAX_CONNECTIONS: reader.required('MAX_CONNECTIONS', integer(16, 1_000_000)),
    MAX_CONNECTIONS_PER_CLIENT: reader.required('MAX_CONNECTIONS_PER_CLIENT', integer(0, 1_000_000)),
    WEBHOOKS_PRIVATE: reader.required('WEBHOOKS_PRIVATE', toggle),
    PUSH_SERVICES: reader.required('PUSH_SERVICES', hostPatterns),
    PUSH_PRIVATE: reader.required('PUSH_PRIVATE', toggle),
    MAX_STREAMS: reader.required('MAX_STREAMS', integer(0, 1_000_000)),
    MAX_STREAMS_PER_CLIENT: reader.required('MAX_STREAMS_PER_CLIENT', integer(1, 1_000_000)),
  }
}

function readStorage(reader: Reader<VariableName>, notices: string[]) {
  const ADMIN_SECRET = reader.optional('ADMIN_SECRET', printable)
  if (reader.text('DATABASE_URL') !== null && reader.text('ADMIN_SECRET') === null) {
    reader.fault('ADMIN_SECRET', 'is required with DATABASE_URL: all nodes must use the same secret')
  }
  if (ADMIN_SECRET !== null && ADMIN_SECRET.length < SHORT_SECRET) {
    notices.push(`ADMIN_SECRET is shorter than ${SHORT_SECRET} characters and can be guessed`)
  }
  return {
    ADMIN_SECRET,
    ADMIN_SECRET_NEW: reader.optional('ADMIN_SECRET_NEW', printable),
    DATABASE_URL: reader.optional('DATABASE_URL', databaseUrl),
    DATA_DIR: reader.required('DATA_DIR', printable),
    BACKUP_DIR: reader.optional('BACKUP_DIR', printable) ?? join(reader.required('DATA_DIR', printable), 'backups'),
    VALKEY_URL: reader.optional('VALKEY_URL', valkeyUrl),
  }
}

function readAdmin(reader: Reader<VariableName>, notices: string[]) {
  const ADMIN_EMAIL = reader.optional('ADMIN_EMAIL', emailAddress)
  const ADMIN_PASSWORD = reader.optional('ADMIN_PASSWORD', password)
  if (reader.text('ADMIN_EMAIL') !== null && reader.text('ADMIN_PASSWORD') === null) {
    reader.fault('ADMIN_PASSWORD', 'is required with ADMIN_EMAIL')
  }
  if (reader.text('ADMIN_PASSWORD') !== null && reader.text('ADMIN_EMAIL') === null) {
    reader.fault('ADMIN_EMAIL', 'is required with ADMIN_PASSWORD')
  }
  const wanted = reader.required('ALLOW_DEV_ADMIN_BYPASS', toggle)
  const allowed = reader.text('NODE_ENV') === 'development' && isLoopbackHost(reader.text('HOST') ?? '')
  if (wanted) {
    notices.push(
      allowed
        ? 'ALLOW_DEV_ADMIN_BYPASS is on: every request over loopback is treated as an owner'
        : 'ALLOW_DEV_ADMIN_BYPASS is ignored: it needs NODE_ENV=development and a loopback HOST',
    )
  }
  return { ADMIN_EMAIL, ADMIN_PASSWORD, ALLOW_DEV_ADMIN_BYPASS: wanted && allowed }
}

function readProviders(reader: Reader<VariableName>) {
  return {
    WEATHER_PROVIDERS: reader.optional('WEATHER_PROVIDERS', providerList),
    SHOW_DEMO_POPULAR_SEARCHES: reader.required('SHOW_DEMO_POPULAR_SEARCHES', toggle),
    PAGES_KEPT_MS: reader.required('PAGES_KEPT_MS', integer(0, 60_000)),
    GEOIP_DATABASE: reader.optional('GEOIP_DATABASE', printable),
    UPSTREAM_CONTACT: reader.optional('UPSTREAM_CONTACT', headerText),
  }
}

function readStations(reader: Reader<VariableName>) {
  return {
    STATION_SOURCES: reader.optional('STATION_SOURCES', (text) => (text === 'none' ? [] : providerNames(text))),
    STATION_HEIGHT_CORRECTION: reader.required('STATION_HEIGHT_CORRECTION', toggle),
  }
}

function readLimits(reader: Reader<VariableName>) {
  return {
    UPSTREAM_TIMEOUT_MS: reader.required('UPSTREAM_TIMEOUT_MS', integer(100, 60_000)),
    REQUEST_TIMEOUT_MS: reader.required('REQUEST_TIMEOUT_MS', integer(100, 120_000)),
    BATCH_TIMEOUT_MS: reader.required('BATCH_TIMEOUT_MS', integer(100, 120_000)),
    RATE_LIMITS: rateLimitsOf(reader.optional('RATE_LIMITS', rateLimitOverrides) ?? {}),
  }
}

function readMail(reader: Reader<VariableName>) {
  if (reader.text('SMTP_URL') !== null && reader.text('MAIL_FROM') === null) {
    reader.fault('MAIL_FROM', 'is required with SMTP_URL: emails need a sender')
  }
  const host = URL.parse(reader.text('PUBLIC_URL') ?? '')?.hostname ?? 'localhost'
  // An IP address is not a domain.
  const domain = /^[\d.]+$|^\[/.test(host) ? 'localhost' : host
  return {
    SMTP_URL: reader.optional('SMTP_URL', smtpUrl),
    MAIL_FROM: reader.optional('MAIL_FROM', mailbox) ?? { name: null, address: `no-reply@${domain}` },
    MAIL_SERVICE_API_KEY: reader.optional('MAIL_SERVICE_API_KEY', visible),
    MAIL_SERVICE_BASE_URL: reader.required('MAIL_SERVICE_BASE_URL', baseUrl),
    SUBSCRIPTION_CONFIRMATION: reader.optional('SUBSCRIPTION_CONFIRMATION', toggle),
  }
}

function readJobs(reader: Reader<VariableName>) {
  return { CRON_SECRET: reader.optional('CRON_SECRET', token), SCHEDULER: reader.required('SCHEDULER', toggle) }
}

function readAds(reader: Reader<VariableName>) {
  return {
    AD_PROGRAM_CLIENT_ID: reader.optional('AD_PROGRAM_CLIENT_ID', publisherId),
    AD_PROGRAM_SLOT_DASHBOARD: reader.optional('AD_PROGRAM_SLOT_DASHBOARD', slotId),
    AD_PROGRAM_SLOT_HERO: reader.optional('AD_PROGRAM_SLOT_HERO', slotId),
    AD_PROGRAM_SLOT_RECENT_CHECKS: reader.optional('AD_PROGRAM_SLOT_RECENT_CHECKS', slotId),
    AD_PROGRAM_SLOT_CITY_DETAIL: reader.optional('AD_PROGRAM_SLOT_CITY_DETAIL', slotId),
    AD_PROGRAM_OAUTH_CLIENT_ID: reader.optional('AD_PROGRAM_OAUTH_CLIENT_ID', visible),
    AD_PROGRAM_OAUTH_CLIENT_SECRET: reader.optional('AD_PROGRAM_OAUTH_CLIENT_SECRET', visible),
    AD_PROGRAM_BASE_URL: reader.required('AD_PROGRAM_BASE_URL', baseUrl),
    AD_PROGRAM_OAUTH_BASE_URL: reader.optional('AD_PROGRAM_OAUTH_BASE_URL', baseUrl),
    PHOTO_PROVIDER_API_KEY: reader.optional('PHOTO_PROVIDER_API_KEY', visible),
    PHOTO_PROVIDER_BASE_URL: reader.required('PHOTO_PROVIDER_BASE_URL', baseUrl),
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) deepFreeze(each)
  return Object.freeze(value)
}
