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
  upstream: 60,
} as const

export type RateLimitName = keyof typeof PER_MINUTE | 'upstream-day'

/** Requests in one window from one address; 0: no limit. */
export type RateLimits = Readonly<Record<RateLimitName, number>>

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
const NAMES: ReadonlySet<string> = new Set([...Object.keys(PER_MINUTE), 'upstream-day'])

/** `weather=600,batch=50` */
export function rateLimitOverrides(text: string): Partial<RateLimits> {
  const overrides = new Map<string, number>()
  for (const entry of text.split(',')) {
    const [, name = '', limit = ''] = /^\s*([a-z-]+)\s*=\s*(\d{1,9})\s*$/.exec(entry) ?? []
    if (limit === '') throw new Fault('must be entries name=limit with commas, each limit a whole number')
    if (!NAMES.has(name)) throw new Fault(`has an unknown name: there are ${[...NAMES].join(', ')}`)
    if (overrides.has(name)) throw new Fault(`names ${name} twice`)
    overrides.set(name, Number(limit))
  }
  return Object.fromEntries(overrides)
}

/** The limits in force. */
export function rateLimitsOf(overrides: Partial<RateLimits>, upstreamDailyLimit: number): RateLimits {
  return { ...PER_MINUTE, 'upstream-day': clientDayShare(upstreamDailyLimit), ...overrides }
}

/** What one address may cause of the daily upstream budget unless overridden: a quarter. */
export function clientDayShare(upstreamDailyLimit: number): number {
  return Math.max(1, Math.floor(upstreamDailyLimit / 4))
}

/** The limits with their windows, as a rate limiter takes them. */
export function rateLimitRules(limits: RateLimits): Record<RateLimitName, { limit: number; windowSeconds: number }> {
  const rules = Object.entries(limits).map(([name, limit]) => {
    return [name, { limit, windowSeconds: name === 'upstream-day' ? DAY_SECONDS : MINUTE_SECONDS }]
  })
  return Object.fromEntries(rules) as Record<RateLimitName, { limit: number; windowSeconds: number }>
}
