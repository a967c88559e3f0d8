import type { Product } from '@isobar/providers/port'
import type { FreshnessWindows } from '@isobar/weather'
import type { ReportError } from '../errors.ts'
import type { SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import { createBreaker } from '../platform/upstream/breaker.ts'
import type { UpstreamClient } from '../platform/upstream/client.ts'
import { DAY_SECONDS } from '../time.ts'
import { createAnswerAlerts } from './answer-alerts.ts'
import { type BlendingOptions, createBlending } from './blending.ts'
import { type Allowance, type BudgetShares, HOUR_SECONDS, computeJobCallsLeft, MINUTE_SECONDS, MONTH_SECONDS } from './budget.ts'
import { type CellCache, createCellCache } from './cell-cache.ts'
import { type Budget, type BudgetLimits, listClientShares } from './client-shares.ts'
import { buildNotConfiguredError } from './failure.ts'
import { createGateway, type Gateway } from './gateway.ts'
import type { OnRefused } from './inspection.ts'
import { createMeter, type Meter } from './paid-calls.ts'
import { createSourceFetch, type OnStored, type OpenSource } from './source-fetch.ts'
import { createOrder, type Listed, type Order } from './source-order.ts'
import {
  type AlertProvider,
  type Fetched,
  createFeedSource,
  type Source,
  type WarningStore,
  createWarningSource,
  type WeatherProvider,
  createWeatherSource,
} from './sources.ts'
import type { GatewayStore } from './store.ts'

export interface GatewayParts {
  /** Every provider that may be in the list. */
  readonly weather: readonly WeatherProvider[]
  /** Those in force, in the order in which they are asked; the same list until it changes. */
  readonly list: () => readonly Listed[]
  /** Whether an admin has switched all of them off, so that the reason is not a missing key. */
  readonly isSwitchedOff: () => boolean
  /** National feeds, whose alerts are added to the providers'. */
  readonly feeds: readonly AlertProvider[]
  /** The official warnings of whole countries, which the service itself stores; undefined if it reads none. */
  readonly warnings?: WarningStore
  readonly level: SecondLevel
  readonly meter: Meter
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  readonly upstreamTimeoutMs: number
  readonly requestTimeoutMs: number
  /** How long an answer waits for the second level, and for stored warnings. */
  readonly databaseTimeoutMs: number
  readonly memoryBytes: number
  /** The fraction of a product's daily budget that jobs may use, 0–1. */
  readonly jobShare: () => number
  readonly onError: ReportError
  /** Called after every fetch, off the answer's path. Must not throw. */
  readonly onFetched?: (fetched: Fetched) => void
  /** Called for data in an answer that was refused as implausible. */
  readonly onRefused?: OnRefused
  /** What operators want of the blend at a place; omitted: none. */
  readonly blendAt?: BlendingOptions['modeAt']
  /** Called with the records of a fetch and what was known of the cell before, off the answer's path. Must not throw. */
  readonly onStored?: OnStored
}

export interface MeterParts {
  readonly store: GatewayStore
  readonly client: UpstreamClient
  readonly clock: Clock
  /** The operator's limits of a product with a budget, unless it has limits of its own; 0 for none. */
  readonly limits: (product: Product & { readonly budget: Budget }) => BudgetLimits
  /** The operator's override of a client share of a product, by its name; 0 for none, undefined to derive it from the limits. */
  readonly statedShare: (name: string, product: Product) => number | undefined
  /** The fractions of a limit at which a warning is raised and background work stops. */
  readonly shares: () => BudgetShares
  readonly onError: ReportError
  readonly onCall: (product: string, outcome: string, durationMs: number) => void
  readonly onHealth: (product: string, failure: string | null) => void
}

/** The meter for every provider call of the process, with circuit breakers per product. */
export function openCallMeter({ store, client, clock, limits, statedShare, shares, onError, onCall, onHealth }: MeterParts): Meter {
  const limitsOf = ({ budget, limits: own, ...product }: Product): BudgetLimits =>
    own ?? (budget === undefined ? {} : limits({ ...product, budget }))
  return createMeter({
    store,
    client,
    clock,
    newBreaker: () => createBreaker({ clock }),
    allowancesOf: (product) => allowances(limitsOf(product)),
    clientSharesOf: (product) =>
      product.budget === undefined
        ? []
        : listClientShares(product.budget, limitsOf(product), product.weight, (name) => statedShare(name, product)),
    shares,
    onError,
    onCall,
    onHealth,
  })
}

/** Composes the gateway from its providers, the second cache level and the meter. */
export function openGateway(parts: GatewayParts): Gateway {
  const { weather, feeds, warnings, level, clock, meter, onError, windows } = parts
  const stored = warnings && createWarningSource(warnings, clock)
  const { onStored, upstreamTimeoutMs } = parts
  const open = (source: Source): OpenSource => ({
    ...source,
    fetching: createSourceFetch({ source, cells, level, meter, clock, upstreamTimeoutMs, onError, ...(onStored && { onStored }) }),
  })
  const blending = createBlending({ modeAt: parts.blendAt ?? (() => 'off'), clock })
  const cells: CellCache = createCellCache({
    level,
    clock,
    windows,
    sources: () => order.all(),
    firstOf: (scope, cell) => order.firstOf(scope, cell),
    blending,
    maxBytes: parts.memoryBytes,
  })
  const providers = weather.map((provider) => open(createWeatherSource(provider, parts)))
  const others = [...feeds.map((feed) => createFeedSource(feed, clock)), ...(stored === undefined ? [] : [stored])].map(open)
  const order: Order<OpenSource> = createOrder(parts.list, providers, others)
  const sources = [...providers, ...others]
  const isConfigured = ({ id }: Listed): boolean => weather.find((each) => each.id === id)?.weather.configured() === true
  const opened = sources.find(({ kind }) => kind === 'warnings')
  return createGateway({
    ...parts,
    unavailable: () => (parts.list().some(isConfigured) ? null : buildNotConfiguredError(parts.isSwitchedOff())),
    sources,
    order,
    alerts: createAnswerAlerts({
      feeds: sources.filter(({ kind }) => kind === 'feed'),
      stored: warnings && opened && { warnings, source: opened },
      cells,
      clock,
      freshMs: () => windows().alert.freshSeconds * 1_000,
      timeoutMs: parts.databaseTimeoutMs,
      onError,
    }),
    cells,
    blending,
    async jobCallsLeft({ product }) {
      const [usage, usedByJobs] = await Promise.all([meter.usage(product), meter.usedByJobs(product)])
      const day = usage.find(({ windowSeconds }) => windowSeconds === DAY_SECONDS)
      if (day === undefined) return Infinity
      return computeJobCallsLeft({ ...day, usedByJobs, share: parts.jobShare(), weight: product.weight }, clock.now())
    },
    drainLedger: () => meter.drain(),
  })
}

function allowances({ perMinute = 0, perHour = 0, perDay = 0, perMonth = 0 }: BudgetLimits): Allowance[] {
  return [
    { windowSeconds: MINUTE_SECONDS, limit: perMinute },
    { windowSeconds: HOUR_SECONDS, limit: perHour },
    { windowSeconds: DAY_SECONDS, limit: perDay },
    { windowSeconds: MONTH_SECONDS, limit: perMonth },
  ].filter((allowance) => allowance.limit > 0)
}
