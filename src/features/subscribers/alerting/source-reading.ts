import { ProviderFailure, type ProviderFailureKind } from '@isobar/providers/port'
import type { AirPoint, Alert, AlertListSource, Cell, DailyPoint, HourlyPoint, MarinePoint, Series } from '@isobar/weather'
import { parseRecordData, type Gateway, type ScopeReading } from '../../../gateway/index.ts'

/** What the job wants to read from one source, and what that may cost. Times are in milliseconds. */
export interface SourceQuery {
  /** Provider id. */
  readonly source: string
  readonly cell: Cell
  /** What to read; omitted: weather and official alerts. */
  readonly of?: keyof typeof SCOPES
  /** Data up to this age is used without a call. */
  readonly maxAgeMs: number
  /** Alerts older than this are fetched again if calls are allowed; up to `maxAgeMs` they are good enough otherwise. */
  readonly alertsWantedMs?: number
  /** False: cached data only. */
  readonly mayCall: boolean
  /** How long this reading may take in total. */
  readonly timeoutMs: number
  /** For the ledger: `cron_…`. */
  readonly trigger: string
}

/**
 * `ok`: all that the source has is recent enough; `failed`: the call failed, or the source is backed off after failures; `deferred`: not
 * called, because the budget or the caller did not allow it; `none`: it is not configured, does not cover the place, or has none of the
 * data. `isDue` if data is older than wanted and calls were not allowed.
 */
export type SourceOutcome =
  | { readonly outcome: 'ok' | 'deferred'; readonly isDue?: true; readonly failure?: never }
  | { readonly outcome: 'failed'; readonly failure: ProviderFailureKind; readonly isDue?: never }
  | { readonly outcome: 'none'; readonly failure?: never; readonly isDue?: never }

/**
 * One source's data for a place, never another's: the outcome of the reading, and the available data, which may be older than wanted
 * whatever the outcome.
 */
export type SourceReading = SourceOutcome & {
  /** Provider id. */
  readonly source: string
  /** Epoch milliseconds of the oldest data returned; null without data. */
  readonly fetchedAt: number | null
  /** Calls that this reading made, including failed ones; 0 if it joined another's fetch. */
  readonly calls: number
  /** Whether it made any. */
  readonly called: boolean
  readonly hourly: Series<HourlyPoint> | null
  readonly daily: Series<DailyPoint> | null
  /** Only if it was read for that; null: unknown. */
  readonly air?: Series<AirPoint> | null
  readonly marine?: Series<MarinePoint> | null
  /** Null if unknown, which is not the same as no alerts. */
  readonly alerts: readonly Alert[] | null
  /** Epoch milliseconds when that list was fetched; null without one. */
  readonly alertsFetchedAt: number | null
  /** The feeds behind the alerts, if the source combines several. */
  readonly feeds?: readonly AlertListSource[]
  /** IANA name, if the source has one. */
  readonly timezone: string | null
  /** True when the upstream marked any of it as simulated. */
  readonly simulated: boolean
}

const SCOPES = { weather: ['hourly', 'daily', 'alert'], air: ['air'], marine: ['marine'] } as const
type Scope = (typeof SCOPES)[keyof typeof SCOPES][number]

/**
 * Hours, days and official alerts of one source, or its air or sea, as far as it has them; by the clock's `now`, epoch milliseconds. Never rejects
 * because of a provider.
 */
export async function readSource(gateway: Pick<Gateway, 'read'>, query: SourceQuery, now: () => number): Promise<SourceReading> {
  const { source, cell, of = 'weather', maxAgeMs, alertsWantedMs = maxAgeMs, mayCall, timeoutMs, trigger } = query
  const wanted: readonly Scope[] = SCOPES[of]
  const maxAges = Object.fromEntries(wanted.map((scope) => [scope, scope === 'alert' ? Math.min(maxAgeMs, alertsWantedMs) : maxAgeMs]))
  const startedAt = now()
  const { scopes, tokensUsed } = await gateway.read({
    cell,
    scopes: wanted,
    sources: [source],
    requester: { cause: 'job', trigger, requestId: null, client: null, caller: 'job' },
    maxAgeMs: maxAges as { readonly [S in Scope]: number },
    mayCall,
    timeoutMs,
  })
  const parts = wanted.map((scope) => scopes[scope]).filter(({ shortfall }) => shortfall?.reason !== 'undelivered')
  const verdict = verdictOf(parts, startedAt - maxAgeMs)
  return verdict.outcome === 'none'
    ? nothing(source, tokensUsed)
    : { ...verdict, ...dataFrom(scopes), source, calls: tokensUsed, called: tokensUsed > 0 }
}

/** `goodSince`: data fetched earlier (epoch milliseconds) is not good enough. */
function verdictOf(parts: readonly ScopeReading<Scope>[], goodSince: number): SourceOutcome {
  const shortfalls = parts.flatMap(({ shortfall }) => shortfall ?? [])
  if (parts.length === 0 || shortfalls.some(({ reason }) => reason === 'absent')) return { outcome: 'none' }
  const isGood = parts.every(({ record, shortfall }) => shortfall === null || (record?.fetchedAt ?? -Infinity) >= goodSince)
  const isDue = shortfalls.some(({ reason }) => reason === 'deferred')
  if (isDue) return { outcome: isGood ? 'ok' : 'deferred', isDue: true }
  if (isGood) return { outcome: 'ok' }
  const kinds = shortfalls.map((shortfall) => kindOf(shortfall.reason === 'failed' ? shortfall.failure : undefined))
  if (kinds.includes('not_found')) return { outcome: 'none' }
  const failure = kinds.find((kind) => kind !== 'budget_spent')
  return failure === undefined ? { outcome: 'deferred' } : { outcome: 'failed', failure }
}

/** Without a failure, the source was late. */
function kindOf(failure: unknown): ProviderFailureKind {
  if (failure === undefined) return 'timeout'
  return failure instanceof ProviderFailure ? failure.kind : 'unavailable'
}

function dataFrom({ hourly, daily, alert, air, marine }: { readonly [S in Scope]?: ScopeReading<S> }) {
  const list = alert?.record?.available === true ? alert.record : undefined
  const series = [hourly?.record, daily?.record, air?.record, marine?.record].filter((record) => record !== undefined)
  const records = [...series, ...(list === undefined ? [] : [list])]
  const alerts = list && parseRecordData(list)
  return {
    fetchedAt: records.length === 0 ? null : Math.min(...records.map(({ fetchedAt }) => fetchedAt)),
    hourly: hourly?.record === undefined ? null : parseRecordData(hourly.record),
    daily: daily?.record === undefined ? null : parseRecordData(daily.record),
    ...(air && { air: air.record === undefined ? null : parseRecordData(air.record) }),
    ...(marine && { marine: marine.record === undefined ? null : parseRecordData(marine.record) }),
    alerts: alerts?.alerts ?? null,
    ...(alerts?.sources === undefined ? {} : { feeds: alerts.sources }),
    alertsFetchedAt: list?.fetchedAt ?? null,
    timezone: series[0]?.timezone ?? null,
    simulated: records.some(({ simulated }) => simulated),
  }
}

function nothing(source: string, calls: number): SourceReading {
  const empty = { hourly: null, daily: null, alerts: null, alertsFetchedAt: null, timezone: null, simulated: false }
  return { outcome: 'none', source, fetchedAt: null, calls, called: calls > 0, ...empty }
}
