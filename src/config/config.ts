import { join } from 'node:path'
import { StartupError } from '../platform/startup-error.ts'
import type { SettingValues } from '../providers/settings.ts'
import { readProviderSettings } from './provider-settings.ts'
import { rateLimitsOf } from './rate-limits.ts'
import { type Environment, readVariables, type ValuesOf } from './reader.ts'
import { isLoopbackHost } from './urls.ts'
import { VARIABLES } from './variables.ts'

/** The validated settings of this process by variable name, frozen. Null: not set. docs/configuration.md explains each. */
export type Config = Readonly<ReturnType<typeof completed>>

type Values = ValuesOf<typeof VARIABLES>

const SHORT_SECRET = 16

/**
 * Checks the whole environment at once.
 * @throws StartupError that lists every fault by variable name, and no value
 */
export function loadConfig(environment: Environment): Config {
  const own = readVariables(environment, VARIABLES)
  const providers = readProviderSettings(environment)
  const faults = [...formerNamesIn(environment), ...own.faults, ...missingIn(environment), ...unsafeIn(own.values), ...providers.faults]
  if (faults.length > 0) throw new StartupError(`Invalid configuration: ${faults.join('; ')}`)
  return deepFreeze(completed(own.values, providers.values))
}

/** Variables of earlier releases, and what replaces them. */
const FORMER: Readonly<Record<string, string>> = {
  WEATHER_PROVIDER_API_KEY: 'OPENWEATHER_API_KEY',
  WEATHER_PROVIDER_PLAN: 'OPENWEATHER_PLAN',
  WEATHER_PROVIDER_BASE_URL: 'OPENWEATHER_BASE_URL',
  WEATHER_TILES_BASE_URL: 'OPENWEATHER_TILES_BASE_URL',
  UPSTREAM_MINUTE_LIMIT: 'OPENWEATHER_MINUTE_LIMIT',
  UPSTREAM_DAILY_LIMIT: 'OPENWEATHER_DAILY_LIMIT',
  GEOCODE_MINUTE_LIMIT: 'OPENWEATHER_GEOCODE_MINUTE_LIMIT',
  TILES_MINUTE_LIMIT: 'OPENWEATHER_TILES_MINUTE_LIMIT',
  SECOND_PROVIDER_API_KEY: 'OPEN_METEO_API_KEY',
  SECOND_PROVIDER_BASE_URL: 'OPEN_METEO_BASE_URL',
  SECOND_PROVIDER_MINUTE_LIMIT: 'OPEN_METEO_MINUTE_LIMIT',
  SECOND_PROVIDER_DAILY_LIMIT: 'OPEN_METEO_DAILY_LIMIT',
  SECOND_PROVIDER_FALLBACK: 'WEATHER_PROVIDERS, which lists the providers to use: `openweather` for `off`',
  NATIONAL_FEED_BASE_URL: 'NWS_BASE_URL',
}

/** One fault for each former variable that is set, naming the new one: ignoring it would silently change what the service does. */
function formerNamesIn(environment: Environment): string[] {
  return Object.entries(FORMER).flatMap(([former, now]) => (environment[former] ? [`${former} is now ${now}`] : []))
}

/** Variables that others require. */
const REQUIRED = [
  ['DATABASE_URL', 'ADMIN_SECRET', ': all nodes must use the same secret'],
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD', ''],
  ['ADMIN_PASSWORD', 'ADMIN_EMAIL', ''],
  ['SMTP_URL', 'MAIL_FROM', ': emails need a sender'],
] as const

function missingIn(environment: Environment): string[] {
  const missing = REQUIRED.filter(([name, needed]) => environment[name] && !environment[needed])
  return missing.map(([name, needed, why]) => `${needed} is required with ${name}${why}`)
}

function unsafeIn({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_EXPORTER_OTLP_HEADERS: headers }: Values): string[] {
  if (headers === null || collector?.protocol !== 'http:' || isLoopbackHost(collector.hostname)) return []
  return ['OTEL_EXPORTER_OTLP_ENDPOINT must be https, or http on loopback, with OTEL_EXPORTER_OTLP_HEADERS: they may hold a key']
}

/** The values with those that follow from others, and warnings for the operator at start. */
function completed(values: Values, providers: Readonly<Record<string, SettingValues>>) {
  const { PORT, HOST, NODE_ENV, DATA_DIR, ADMIN_SECRET, ALLOW_DEV_ADMIN_BYPASS: wantsBypass } = values
  const mayBypass = NODE_ENV === 'development' && isLoopbackHost(HOST)
  const notices: string[] = []
  if (ADMIN_SECRET !== null && ADMIN_SECRET.length < SHORT_SECRET)
    notices.push(`ADMIN_SECRET is shorter than ${SHORT_SECRET} characters and can be guessed`)
  if (wantsBypass)
    notices.push(
      mayBypass
        ? 'ALLOW_DEV_ADMIN_BYPASS is on: every request over loopback is treated as an owner'
        : 'ALLOW_DEV_ADMIN_BYPASS is ignored: it needs NODE_ENV=development and a loopback HOST',
    )
  const host = values.PUBLIC_URL?.hostname ?? 'localhost'
  // An IP address is not a domain.
  const domain = /^[\d.]+$|^\[/.test(host) ? 'localhost' : host
  return {
    ...values,
    /** Null when PORT is 0 and nothing is set; it is then `http://localhost:` and the port, once that is known. */
    PUBLIC_URL: values.PUBLIC_URL ?? (PORT === 0 ? null : new URL(`http://localhost:${PORT}`)),
    CORS_ORIGINS: values.CORS_ORIGINS ?? [],
    WARNING_FEEDS: values.WARNING_FEEDS ?? [],
    BACKUP_DIR: values.BACKUP_DIR ?? join(DATA_DIR, 'backups'),
    /** With a null name, mails carry the site's. */
    MAIL_FROM: values.MAIL_FROM ?? { name: null, address: `no-reply@${domain}` },
    RATE_LIMITS: rateLimitsOf(values.RATE_LIMITS ?? {}),
    /** True only when requested and allowed. */
    ALLOW_DEV_ADMIN_BYPASS: wantsBypass && mayBypass,
    /** The settings of each provider by its id: those that it declares. */
    providers,
    notices: notices as readonly string[],
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) deepFreeze(each)
  return Object.freeze(value)
}
