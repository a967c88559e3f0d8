import { CELL_SCOPES, type FreshnessWindows, formatInstant } from '@isobar/weather'
import { type ClientShare, type Usage, computeWindowEnd } from '../../../../gateway/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { DAY_SECONDS, isInForce } from '../../../../time.ts'

export interface LimitsOptions {
  /** The usage of the primary weather product's windows, longest window first. */
  readonly usage: () => Promise<readonly Usage[]>
  /** One client's maximum share of each provider's calls. */
  readonly shares: () => readonly (ClientShare & { readonly product: string })[]
  readonly windows: () => FreshnessWindows
  readonly batch: { readonly maxCities: number; readonly maxScopes: number }
  readonly subscriptions: { readonly maxPerEmail: number; readonly maxPerClient: number }
  readonly clock: Clock
}

/** A public rate limit. */
export interface RequestLimit {
  readonly name: string
  readonly route: string
  /** 0: none. */
  readonly limit: number
  readonly windowSeconds: number
}

export type LimitsService = ReturnType<typeof createLimitsService>

/** How long an answer is reused. */
export const STORED_MS = 1_000

/** Collects limits and usage for GET /api/platform/limits. */
export function createLimitsService({ usage, shares, windows, batch, subscriptions, clock }: LimitsOptions) {
  let cached: { readonly until: number; readonly json: Promise<string> } | undefined

  async function read(requests: readonly RequestLimit[]): Promise<string> {
    const scarcest = scarcestOf(await usage())
    const byScope = windows()
    return JSON.stringify({
      upstream: upstreamOf(scarcest, clock.now()),
      requests: requests.filter(({ limit }) => limit > 0),
      shares: shares(),
      batch,
      subscriptions,
      scopes: Object.fromEntries(
        CELL_SCOPES.map((scope) => [scope, { freshSeconds: byScope[scope].freshSeconds, staleSeconds: byScope[scope].staleSeconds }]),
      ),
    })
  }

  return {
    /** The answer as JSON, recomputed at most once a second. */
    snapshot(requests: readonly RequestLimit[]): Promise<string> {
      if (cached !== undefined && isInForce(cached.until, STORED_MS, clock.now())) return cached.json
      const reading = { until: clock.now() + STORED_MS, json: read(requests) }
      cached = reading
      reading.json.catch(() => {
        if (cached === reading) cached = undefined
      })
      return reading.json
    },
  }
}

/** The day's window, or the month's if less of it is left; without either, the longest. */
function scarcestOf(usage: readonly Usage[]): Usage | undefined {
  const long = usage.filter(({ windowSeconds }) => windowSeconds >= DAY_SECONDS)
  const [day, ...longer] = long.toSorted((a, b) => a.windowSeconds - b.windowSeconds)
  if (day === undefined) return usage[0]
  return longer.reduce((scarcest, each) => (each.used / each.limit > scarcest.used / scarcest.limit ? each : scarcest), day)
}

/** A product without windows has no limit that could be exhausted. */
function upstreamOf(usage: Usage | undefined, now: number) {
  const { used, limit, windowSeconds, status } = usage ?? { used: 0, limit: Infinity, windowSeconds: DAY_SECONDS, status: 'ok' }
  return {
    status,
    percentUsed: Math.min(100, Math.round((used / limit) * 1_000) / 10),
    remaining: Number.isFinite(limit) ? Math.max(0, Math.floor(limit - used)) : Number.MAX_SAFE_INTEGER,
    resetsAt: formatInstant(computeWindowEnd(now, windowSeconds)),
  }
}
