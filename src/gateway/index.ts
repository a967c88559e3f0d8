import type { SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import { createBreaker, type Breaker } from '../platform/upstream/breaker.ts'
import type { UpstreamClient } from '../platform/upstream/client.ts'
import type { Product } from '../providers/provider.ts'
import type { FreshnessWindows } from '../weather/freshness.ts'
import { type Allowance, DAY_SECONDS, MINUTE_SECONDS } from './budget.ts'
import { createCellCache } from './cell-cache.ts'
import { createCellFetch, type Fetched, type WeatherProvider } from './cell-fetch.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { createMeter, type Meter } from './paid-calls.ts'
import type { GatewayStore } from './store.ts'

export interface GatewayParts {
  readonly primary: WeatherProvider
  /** Undefined when no second provider may answer. */
  readonly second: WeatherProvider | undefined
  readonly level: SecondLevel
  readonly meter: Meter
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  readonly upstreamTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly memoryBytes: number
  readonly onError: (error: unknown, what: string) => void
  /** Told of every fetch, off the answer's path. Must not throw. */
  readonly onFetched?: (fetched: Fetched) => void
}

export interface MeterParts {
  readonly store: GatewayStore
  readonly client: UpstreamClient
  readonly clock: Clock
  /** The operator's limits for products that state none of their own; 0 for none. */
  readonly limits: () => { readonly perMinute: number; readonly perDay: number }
  /** Provider calls that one client may cause; 0 for no limit. */
  readonly clientLimits: () => { readonly perMinute: number; readonly perDay: number }
  readonly onError: (error: unknown, what: string) => void
  readonly onCall: (product: string, outcome: string, durationMs: number) => void
}

/** How long a place that the provider does not know is not asked for again. */
const ABSENT_MS = 10 * 60_000
/** No place is refreshed more often than this, however young its caller wants the data. */
const MIN_REFRESH_MS = 5 * 60_000
const MAX_BACKGROUND_REFRESHES = 16

export type { Fetched } from './cell-fetch.ts'
export type { Asker, Gateway } from './gateway.ts'
export type { CallContext, Meter } from './paid-calls.ts'

/** The meter that every provider call of the process goes through, with one circuit breaker per product. */
export function openMeter({ store, client, clock, limits, clientLimits, onError, onCall }: MeterParts): Meter {
  const breakers = new Map<string, Breaker>()
  return createMeter({
    store,
    client,
    clock,
    breakerOf(productId) {
      const breaker = breakers.get(productId) ?? createBreaker({ clock })
      breakers.set(productId, breaker)
      return breaker
    },
    allowancesOf: (product: Product) => allowances(product.limits ?? limits()),
    clientAllowances: () => allowances(clientLimits()),
    onError,
    onCall,
  })
}

export function openGateway(parts: GatewayParts): Gateway {
  const { level, clock, meter, onError, windows, onFetched } = parts
  const cells = createCellCache({ level, clock, windows, maxBytes: parts.memoryBytes })
  const fetcher = (provider: WeatherProvider) =>
    createCellFetch({
      provider,
      cells,
      level,
      meter,
      clock,
      upstreamTimeoutMs: parts.upstreamTimeoutMs,
      absentMs: ABSENT_MS,
      onError,
      onFetched,
    })
  return createGateway({
    primary: fetcher(parts.primary),
    primaryConfigured: () => parts.primary.weather.configured(),
    second: parts.second === undefined ? undefined : { fetch: fetcher(parts.second), scopes: parts.second.weather.scopes },
    cells,
    clock,
    windows,
    upstreamTimeoutMs: parts.upstreamTimeoutMs,
    requestTimeoutMs: parts.requestTimeoutMs,
    minRefreshMs: MIN_REFRESH_MS,
    maxBackgroundRefreshes: MAX_BACKGROUND_REFRESHES,
    callsSettled: () => meter.settled(),
    onError,
  })
}

function allowances({ perMinute = 0, perDay = 0 }: { readonly perMinute?: number; readonly perDay?: number }): Allowance[] {
  return [
    { windowSeconds: MINUTE_SECONDS, limit: perMinute },
    { windowSeconds: DAY_SECONDS, limit: perDay },
  ].filter((allowance) => allowance.limit > 0)
}
