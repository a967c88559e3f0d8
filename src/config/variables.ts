import { isIP } from 'node:net'
import { RATE_LIMIT_DEFAULTS, type RateLimitName } from './rate-limits.ts'

/** Why a value cannot be used, without repeating it: it may be a secret. */
export class BadValue extends Error {}

/** One environment variable: how its text is read, what stands in for it, and what it means (`docs/configuration.md` is made of this). */
export interface Variable<T> {
  readonly default: T
  /** The default as the documentation shows it. */
  readonly shown: string
  readonly meaning: string
  /** @throws BadValue */
  parse(text: string): T
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

function variable<T>(
  parse: (text: string) => T,
  fallback: T,
  meaning: string,
  shown = fallback === null ? '–' : String(fallback),
): Variable<T> {
  return { parse, default: fallback, meaning, shown }
}

function text(value: string): string {
  return value
}

function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) throw new BadValue(`must be a whole number from ${min} to ${max}`)
    return number
  }
}

function choice<const T extends string>(...values: readonly T[]): (value: string) => T {
  return (value) => {
    if (!(values as readonly string[]).includes(value)) throw new BadValue(`must be one of ${values.join(', ')}`)
    return value as T
  }
}

function onOff(value: string): boolean {
  if (/^(?:1|true|on)$/i.test(value)) return true
  if (/^(?:0|false|off)$/i.test(value)) return false
  throw new BadValue('must be 1, true or on, or 0, false or off')
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function url(value: string): URL {
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw new BadValue('must be an http or https URL')
  if (parsed.search !== '' || parsed.hash !== '') throw new BadValue('must have no query and no fragment')
  return parsed
}

/** Keys travel to these hosts, so plain http is for stand-ins on this machine only. */
function upstreamUrl(value: string): URL {
  const parsed = url(value)
  if (parsed.protocol !== 'https:' && !isLoopback(parsed.hostname)) throw new BadValue('must be https: plain http is for this machine only')
  if (parsed.username !== '' || parsed.password !== '') throw new BadValue('must not hold credentials')
  return parsed
}

function connectionUrl(...protocols: string[]): (value: string) => string {
  return (value) => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      throw new BadValue(`must be a URL that begins with ${protocols[0]}//`)
    return value
  }
}

function secret(minLength: number): (value: string) => string {
  return (value) => {
    if (value.length < minLength) throw new BadValue(`must have at least ${minLength} characters`)
    return value
  }
}

function trustProxy(value: string): number | readonly string[] {
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const ranges = value.split(',').map((range) => range.trim())
  for (const range of ranges) {
    const [address = '', prefix, ...rest] = range.split('/')
    const bits = isIP(address) === 6 ? 128 : 32
    const isRange =
      isIP(address) !== 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
    if (!isRange) throw new BadValue('must be a number of proxies or a list of addresses and CIDR ranges')
  }
  return ranges
}

function origins(value: string): readonly string[] {
  if (value === '*') return ['*']
  return value.split(',').map((part) => {
    const origin = part.trim()
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new BadValue('must be * or a list of origins such as https://example.org')
    return origin
  })
}

function rateLimits(value: string): Readonly<Partial<Record<RateLimitName, number>>> {
  const limits: Partial<Record<RateLimitName, number>> = {}
  for (const part of value.split(',')) {
    const [name = '', limit = '', ...rest] = part.trim().split('=')
    if (!Object.hasOwn(RATE_LIMIT_DEFAULTS, name))
      throw new BadValue(`must name limits among ${Object.keys(RATE_LIMIT_DEFAULTS).join(', ')}`)
    if (rest.length > 0 || !/^\d{1,7}$/.test(limit)) throw new BadValue(`must give ${name} a whole number, 0 for none`)
    limits[name as RateLimitName] = Number(limit)
  }
  return limits
}

const none = <T>(parse: (text: string) => T): ((text: string) => T | null) => parse

/** Every variable that the service reads. `src/config/env.ts` is the only reader of the environment. */
export const VARIABLES = {
  NODE_ENV: variable(choice('production', 'development', 'test'), 'production', 'What kind of run this is.'),
  PORT: variable(integer(0, 65_535), 3000, 'Where it listens; 0 takes any free port. The address is printed.'),
  HOST: variable(text, '127.0.0.1', 'The address it listens on; 0.0.0.0 for all.'),
  PUBLIC_URL: variable(none(url), null, 'Base of the links in mails and pages.', 'http://localhost:PORT'),
  DATABASE_URL: variable(
    none(connectionUrl('postgresql:', 'postgres:')),
    null,
    'A PostgreSQL (15 or later) of your own. Without it the service runs the embedded one in DATA_DIR.',
  ),
  DATA_DIR: variable(text, './data', 'The embedded database and generated secrets.'),
  VALKEY_URL: variable(
    none(connectionUrl('redis:', 'rediss:', 'valkey:', 'valkeys:')),
    null,
    'Valkey or Redis for the second cache level and the limits that nodes share; without it the database serves.',
  ),
  WEATHER_PROVIDER_API_KEY: variable(
    none(text),
    null,
    'Key of the primary provider, OpenWeather. Without it weather answers 502 service_unavailable.',
  ),
  WEATHER_PROVIDER_BASE_URL: variable(
    upstreamUrl,
    new URL('https://api.openweathermap.org'),
    'The primary provider.',
    'https://api.openweathermap.org',
  ),
  SECOND_PROVIDER_BASE_URL: variable(
    none(upstreamUrl),
    null,
    'The second provider, Open-Meteo. With a commercial key the default is https://customer-api.open-meteo.com.',
    'https://api.open-meteo.com',
  ),
  SECOND_PROVIDER_API_KEY: variable(
    none(text),
    null,
    "Open-Meteo's commercial key. Its free use is non-commercial: a site with ads needs one.",
  ),
  SECOND_PROVIDER_FALLBACK: variable(
    onOff,
    true,
    'May the second provider answer when the primary cannot. Off by itself while AD_PROGRAM_CLIENT_ID is set and SECOND_PROVIDER_API_KEY is not.',
    'on',
  ),
  AD_PROGRAM_CLIENT_ID: variable(
    none((value) => (/^ca-pub-\d{10,20}$/.test(value) ? value : bad('must look like ca-pub- and digits'))),
    null,
    "The ad program's publisher id. Decides whether the free second provider may be used.",
  ),
  UPSTREAM_CONTACT: variable(none(text), null, 'An address or URL for the User-Agent of provider calls.'),
  UPSTREAM_TIMEOUT_MS: variable(
    integer(100, 60_000),
    4000,
    'Deadline of one provider call, everything included. The second provider is started when half of it brought nothing.',
  ),
  REQUEST_TIMEOUT_MS: variable(integer(100, 120_000), 6000, 'Deadline of a weather answer with all fallbacks.'),
  UPSTREAM_DAILY_LIMIT: variable(integer(1, 100_000_000), 1000, "Calls of the primary provider's weather product a day (UTC)."),
  UPSTREAM_MINUTE_LIMIT: variable(integer(1, 1_000_000), 60, 'The same a minute.'),
  ADMIN_SECRET: variable(
    none(secret(16)),
    null,
    'Keys the hashes of client addresses. Required with DATABASE_URL, the same on all nodes; generated in DATA_DIR otherwise.',
    'generated',
  ),
  RATE_LIMITS: variable(
    rateLimits,
    {},
    `Overrides by name, \`weather=600,upstream=0\` (0: none). Names and defaults: ${Object.entries(RATE_LIMIT_DEFAULTS)
      .map(([name, limit]) => `${name} ${limit ?? 'a quarter of UPSTREAM_DAILY_LIMIT'}`)
      .join(', ')}.`,
    '–',
  ),
  TRUST_PROXY: variable<number | readonly string[] | null>(
    trustProxy,
    null,
    'Proxies whose X-Forwarded-For is believed: their number, or their addresses and CIDR ranges.',
  ),
  CORS_ORIGINS: variable(origins, [], 'Origins whose scripts may read answers, by comma; * for all.', '–'),
  LOG_LEVEL: variable(choice(...LOG_LEVELS), 'info', `${LOG_LEVELS.join(', ')}.`),
  METRICS_TOKEN: variable(none(secret(16)), null, 'Bearer of /api/metrics; without it metrics answer on loopback only.'),
} as const satisfies Record<string, Variable<unknown>>

function bad(message: string): never {
  throw new BadValue(message)
}
