import { join } from 'node:path'
import type { SettingValues } from '@isobar/providers/port'
import { StartupError } from '../platform/startup-error.ts'
import { toCurrentNames } from './former-names.ts'
import { readProviderSettings } from './provider-settings.ts'
import { buildRateLimits } from './rate-limits.ts'
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
  const { environment: current, setAs, notices, faults: unclear } = toCurrentNames(environment)
  const own = readVariables(current, VARIABLES)
  const providers = readProviderSettings(current)
  const found = [...own.faults, ...missingIn(current), ...unsafeIn(own.values), ...providers.faults]
  // Each by the name that the operator used.
  const faults = [...unclear, ...found.map((fault) => fault.replace(/^[A-Z\d_]+/, (name) => setAs.get(name) ?? name))]
  if (faults.length > 0) throw new StartupError(`Invalid configuration: ${faults.join('; ')}`)
  return deepFreeze(completed(own.values, providers.values, notices))
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
function completed(values: Values, providers: Readonly<Record<string, SettingValues>>, namesNotices: readonly string[]) {
  const { PORT, HOST, NODE_ENV, DATA_DIR, ADMIN_SECRET, CRON_SECRET, ALLOW_DEV_ADMIN_BYPASS: wantsBypass } = values
  const mayBypass = NODE_ENV === 'development' && isLoopbackHost(HOST)
  const notices: string[] = [...namesNotices]
  const shortSecrets = Object.entries({ ADMIN_SECRET, CRON_SECRET }).flatMap(([name, secret]) =>
    secret !== null && secret.length < SHORT_SECRET ? [name] : [],
  )
  for (const name of shortSecrets) notices.push(`${name} is shorter than ${SHORT_SECRET} characters and can be guessed`)
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
    RATE_LIMITS: buildRateLimits(values.RATE_LIMITS ?? {}),
    /** True only when requested and allowed. */
    ALLOW_DEV_ADMIN_BYPASS: wantsBypass && mayBypass,
    /** The settings of each provider by its id: those that it declares. */
    providers,
    /** Variables with a secret that can be guessed. */
    shortSecrets,
    notices: notices as readonly string[],
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) deepFreeze(each)
  return Object.freeze(value)
}
