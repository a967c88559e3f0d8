import { Fault } from './reader.ts'

const PER_MINUTE = {
  weather: 120,
  batch: 20,
  geocode: 60,
  history: 60,
  // Two layers of a map, through five zooms, on a large screen.
  tiles: 900,
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

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** Limits of what a request causes, for whatever is named. */
const OTHERS = {
  /** Reports of a mail service, by address. */
  'mail-events': { limit: 600, windowSeconds: 60 },
  /** Confirmation mails that one network causes: an IPv4 address, or the /48 of an IPv6 address. */
  confirmations: { limit: 100, windowSeconds: DAY_SECONDS },
  /** Test messages of a client key to the webhooks at one host. */
  'webhook-tests': { limit: 20, windowSeconds: HOUR_SECONDS },
  /** Test notifications, by browser. */
  'push-tests': { limit: 10, windowSeconds: HOUR_SECONDS },
} as const

/** Shares of the provider calls that one address may cause; those not given are derived from each provider's limits. */
const SHARES = ['upstream', 'upstream-day', 'upstream-geocode', 'upstream-tiles'] as const

export type RateLimitName = keyof typeof PER_MINUTE | keyof typeof OTHERS
type ShareName = (typeof SHARES)[number]

/** Requests, what they cause and provider calls per window for one client; 0: no limit. */
export type RateLimits = Readonly<Record<RateLimitName, number>> & Readonly<Partial<Record<ShareName, number>>>

const MINUTE_SECONDS = 60
const NAMES: ReadonlySet<string> = new Set([...Object.keys(PER_MINUTE), ...Object.keys(OTHERS), ...SHARES])

/** Parses overrides such as `weather=600,batch=50`. @throws Fault */
export function parseRateLimitOverrides(text: string): Partial<RateLimits> {
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
export function buildRateLimits(overrides: Partial<RateLimits>): RateLimits {
  const others = Object.fromEntries(Object.entries(OTHERS).map(([name, { limit }]) => [name, limit]))
  return { ...PER_MINUTE, ...(others as Record<keyof typeof OTHERS, number>), ...overrides }
}

/** The request limits with their windows, in the form that a rate limiter takes. */
export function buildRateLimitRules(limits: RateLimits): Record<RateLimitName, { limit: number; windowSeconds: number }> {
  const windows = { ...Object.fromEntries(Object.keys(PER_MINUTE).map((name) => [name, { windowSeconds: MINUTE_SECONDS }])), ...OTHERS }
  const rules = Object.entries(windows).map(([name, { windowSeconds }]) => [name, { limit: limits[name as RateLimitName], windowSeconds }])
  return Object.fromEntries(rules) as Record<RateLimitName, { limit: number; windowSeconds: number }>
}
