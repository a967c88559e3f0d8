/** Requests a minute and client, by name, unless RATE_LIMITS says otherwise; null: a quarter of the daily provider budget, a day. */
export const RATE_LIMIT_DEFAULTS = {
  weather: 120,
  upstream: 60,
  'upstream-day': null,
} as const satisfies Record<string, number | null>

export type RateLimitName = keyof typeof RATE_LIMIT_DEFAULTS
