import { Fault } from './reader.ts'

const PER_MINUTE = {
  weather: 120,
  batch: 20,
  geocode: 60,
  history: 60,
  tiles: 300,
  alerts: 120,
  subscriptions: 30,
  'unknown-client': 10,
  unsubscribe: 30,
  region: 30,
  report: 5,
  analytics: 60,
  pages: 240,
  login: 10,
  forgot: 5,
  reset: 10,
  invite: 10,
} as const

/** Shares of the provider calls that one address may cause; those not given are derived from each provider's limits. */
const SHARES = ['upstream', 'upstream-day', 'upstream-geocode', 'upstream-tiles'] as const

export type RateLimitName = keyof typeof PER_MINUTE
type ShareName = (typeof SHARES)[number]

/** Requests per minute and provider calls per window for one address; 0: no limit. */
export type RateLimits = Readonly<Record<RateLimitName, number>> & Readonly<Partial<Record<ShareName, number>>>

const MINUTE_SECONDS = 60
const NAMES: ReadonlySet<string> = new Set([...Object.keys(PER_MINUTE), ...SHARES])

/** Parses overrides such as `weather=600,batch=50`. @throws Fault */
export function rateLimitOverrides(text: string): Partial<RateLimits> {
  const overrides = new Map<string, number>()
  for (const entry of text.split(',')) {
    const [, name = '', limit = ''] = /^\s*([a-z-]+)\s*=\s*(\d{1,9})\s*$/.exec(entry) ?? []
    if (limit === '') throw new Fault('must be comma-separated name=limit entries with whole numbers')
    if (!NAMES.has(name)) throw new Fault(`has an unknown name, allowed are ${[...NAMES].join(', ')}`)
    if (overrides.has(name)) throw new Fault(`names ${name} twice`)
    overrides.set(name, Number(limit))
  }
  return Object.fromEntries(overrides)
}

/** The limits in force. */
export function rateLimitsOf(overrides: Partial<RateLimits>): RateLimits {
  return { ...PER_MINUTE, ...overrides }
}

/** The request limits with their windows, in the form that a rate limiter takes. */
export function rateLimitRules(limits: RateLimits): Record<RateLimitName, { limit: number; windowSeconds: number }> {
  const names = Object.keys(PER_MINUTE) as RateLimitName[]
  const rules = names.map((name) => [name, { limit: limits[name], windowSeconds: MINUTE_SECONDS }])
  return Object.fromEntries(rules) as Record<RateLimitName, { limit: number; windowSeconds: number }>
}
