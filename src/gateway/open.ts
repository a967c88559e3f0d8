import type { SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import { createBreaker } from '../platform/upstream/breaker.ts'
import type { UpstreamClient } from '../platform/upstream/client.ts'
import type { Product } from '../providers/provider.ts'
import type { FreshnessWindows } from '../domain/freshness.ts'
import { type Allowance, type BudgetShares, MINUTE_SECONDS } from './budget.ts'
import { createCellCache } from './cell-cache.ts'
import { type Budget, type BudgetLimits, clientSharesOf } from './client-shares.ts'
import { type CellSource, createCellFetch } from './cell-fetch.ts'
import { deliveriesOf, fallbackGroups } from './deliveries.ts'
import { notConfigured } from './failure.ts'
import type { OnRefused } from './inspection.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { createAlertsBeside, isNationalFresh } from './national-alerts.ts'
import { createMeter, type Meter } from './paid-calls.ts'
import { keptWarningReadable, nationalReadable, primarySource, secondSource } from './source-parts.ts'
import { createSourceReader } from './source-reading.ts'
import {
  type AlertProvider,
  type Fetched,
  type KeptWarnings,
  keptWarningSource,
  nationalSource,
  fallbackSource,
  type WeatherProvider,
  weatherSource,
} from './sources.ts'
import type { GatewayStore } from './store.ts'
import { createStoredWarnings } from './stored-warnings.ts'
import type { ReportError } from '../errors.ts'
import { DAY_SECONDS, MINUTE_MS } from '../time.ts'

export interface GatewayParts {
  readonly primary: WeatherProvider
  /** Whether an admin has switched the primary off, so that the reason is not a missing key. */
  readonly primarySwitchedOff: () => boolean
  /** Undefined without a second provider. */
  readonly second: WeatherProvider | undefined
  /** The national feed, whose alerts are added to the primary's; undefined without one. */
  readonly national: AlertProvider | undefined
  /** The official warnings of whole countries, which the service itself keeps; undefined if it reads none. */
  readonly warnings?: KeptWarnings
  readonly level: SecondLevel
  readonly meter: Meter
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  readonly upstreamTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly memoryBytes: number
  /** The fraction of a product's daily budget that jobs may use, 0–1. */
  readonly jobShare: () => number
  readonly onError: ReportError
  /** Called after every fetch, off the answer's path. Must not throw. */
  readonly onFetched?: (fetched: Fetched) => void
  /** Called for data in an answer that was refused as implausible. */
  readonly onRefused?: OnRefused
}

export interface MeterParts {
  readonly store: GatewayStore
  readonly client: UpstreamClient
  readonly clock: Clock
  /** The operator's limits, for products without limits of their own; 0 for none. */
  readonly limits: (budget: Budget) => BudgetLimits
  /** The operator's override of a client share, by its name; 0 for none, undefined to derive it from the limits. */
  readonly statedShare: (name: string) => number | undefined
  /** The fractions of a limit at which a warning is raised and background work stops. */
  readonly shares: () => BudgetShares
  readonly onError: ReportError
  readonly onCall: (product: string, outcome: string, durationMs: number) => void
}

/** Minimum time between refreshes of a place, whatever `maxAgeMs` a caller requests. */
const MIN_REFRESH_MS = 5 * MINUTE_MS
const MAX_BACKGROUND_REFRESHES = 16
const MAX_NATIONAL_FETCHES = 16

/** The meter for every provider call of the process, with circuit breakers per product. */
export function openCallMeter({ store, client, clock, limits, statedShare, shares, onError, onCall }: MeterParts): Meter {
  const limitsOf = ({ budget, limits: own }: Product): BudgetLimits => own ?? (budget === undefined ? {} : limits(budget))
  return createMeter({
    store,
    client,
    clock,
    newBreaker: () => createBreaker({ clock }),
    allowancesOf: (product) => allowances(limitsOf(product)),
    clientSharesOf: (product) =>
      product.budget === undefined ? [] : clientSharesOf(product.budget, limitsOf(product), product.weight, statedShare),
    shares,
    onError,
    onCall,
  })
}

/** Composes the gateway from its providers, the second cache level and the meter. */
export function openGateway(parts: GatewayParts): Gateway {
  const { primary, second, national, warnings, level, clock, meter, onError, windows } = parts
  const cells = createCellCache({ level, clock, windows, maxBytes: parts.memoryBytes })
  const fetchFrom = (source: CellSource) =>
    createCellFetch({ source, cells, level, meter, clock, upstreamTimeoutMs: parts.upstreamTimeoutMs, onError })
  const delivererOf = (provider: WeatherProvider) => ({
    fetch: fetchFrom(weatherSource(provider, { cells, clock, onRefused: parts.onRefused }, parts.onFetched, provider === primary)),
    groups: provider.weather.groups,
  })
  const first = delivererOf(primary)
  const other = second && {
    ...delivererOf(second),
    fallback: fetchFrom(fallbackSource(second, { cells, clock, onRefused: parts.onRefused }, parts.onFetched)),
    fallbackGroups: fallbackGroups(primary.weather.groups, second.weather.groups),
  }
  const ofNation = national && fetchFrom(nationalSource(national, { cells, clock }))
  const kept = warnings && fetchFrom(keptWarningSource(warnings, { clock }))
  const both = deliveriesOf(first, other)
  const alone = deliveriesOf(first, undefined)
  // The second provider may be switched off at runtime.
  const deliveries: typeof both = (scope) => (second?.weather.configured() === true ? both : alone)(scope)
  const freshMs = () => windows().alert.freshSeconds * 1_000
  const beside =
    national &&
    ofNation &&
    createAlertsBeside({
      covers: (cell) => national.alerts.configured() && national.alerts.covers(cell),
      isFresh: (record, now) => isNationalFresh(record, freshMs(), now),
      fetch: ofNation,
      cells,
      clock,
      maxFetches: MAX_NATIONAL_FETCHES,
      onError,
    })
  const stored = warnings && kept && createStoredWarnings({ warnings, fetch: kept, cells, clock, freshMs, onError })
  return createGateway({
    primaryMissing: () => (primary.weather.configured() ? null : notConfigured(parts.primarySwitchedOff())),
    deliveries,
    beside,
    stored,
    sources: createSourceReader({
      sources: {
        primary: primarySource(primary, first, clock),
        second: second && other && secondSource(second, other, primary),
        national: national && ofNation && nationalReadable(national, ofNation, clock),
        official: warnings && kept && keptWarningReadable(warnings, kept),
      },
      cells,
      meter,
      clock,
      windows,
      jobShare: parts.jobShare,
      onError,
    }),
    cells,
    clock,
    windows,
    upstreamTimeoutMs: parts.upstreamTimeoutMs,
    requestTimeoutMs: parts.requestTimeoutMs,
    minRefreshMs: MIN_REFRESH_MS,
    maxBackgroundRefreshes: MAX_BACKGROUND_REFRESHES,
    async drainFetches() {
      await Promise.all([first.fetch.drain(), other?.fetch.drain(), other?.fallback.drain(), ofNation?.drain(), kept?.drain()])
      await meter.drain()
    },
    onError,
  })
}

function allowances({ perMinute = 0, perDay = 0 }: BudgetLimits): Allowance[] {
  return [
    { windowSeconds: MINUTE_SECONDS, limit: perMinute },
    { windowSeconds: DAY_SECONDS, limit: perDay },
  ].filter((allowance) => allowance.limit > 0)
}
