import type { Clock } from '../platform/clock.ts'
import type { Product } from '../providers/provider.ts'
import type { Cell } from '../domain/cell.ts'
import type { CellEntry } from './cell-cache.ts'
import type { CellFetch } from './cell-fetch.ts'
import type { Deliverer, SecondDeliverer } from './deliveries.ts'
import { isOutOfReach } from './national-alerts.ts'
import { type KeptScope, type ScopeRecord, fallbackScopeOf } from './record.ts'
import type { AlertProvider, KeptWarnings, WeatherProvider } from './sources.ts'

/** One part of a source's data for a place: where it is stored, and the fetch that brings it. */
export interface SourcePart {
  /** The scopes that may hold it; the newest record from the source itself counts. */
  readonly kept: readonly KeptScope[]
  readonly fetch: CellFetch
  readonly scopes: readonly KeptScope[]
}

/** One source as read by jobs: on its own, whichever provider people are shown. */
export interface ReadableSource {
  readonly id: string
  readonly product: Product
  readonly hourly: SourcePart | undefined
  readonly daily: SourcePart | undefined
  readonly alerts: SourcePart | undefined
  /** Whether it can be queried for the cell at all. */
  covers(cell: Cell): boolean
  /** Whether it has recently answered that it has nothing there. */
  isAbsent(entry: CellEntry | undefined): boolean
}

/** The newest record of a part that came from the source itself. */
export function recordFor({ kept }: SourcePart, source: string, entries: readonly (CellEntry | undefined)[]): ScopeRecord | undefined {
  return entries
    .flatMap((entry) => kept.map((scope) => entry?.records[scope] as ScopeRecord | undefined))
    .reduce((best, record) => (record?.source === source && record.fetchedAt > (best?.fetchedAt ?? -1) ? record : best), undefined)
}

/** The primary provider: hours, days and alerts as far as its plan has them, in the same fetches as people's requests. */
export function primarySource({ id, weather }: WeatherProvider, { fetch }: Deliverer, clock: Clock): ReadableSource {
  const part = (scope: 'hourly' | 'daily' | 'alert'): SourcePart | undefined => {
    const scopes = weather.groups.find((group) => group.includes(scope))
    return scopes && { kept: [scope], fetch, scopes }
  }
  return {
    id,
    product: weather.product,
    hourly: part('hourly'),
    daily: part('daily'),
    alerts: part('alert'),
    covers: () => weather.configured(),
    isAbsent: (entry) => (entry?.absentUntil ?? 0) > clock.now(),
  }
}

/**
 * The second provider. A scope that the primary has too is stored separately and fetched as a fallback; a scope that people are shown from
 * the second provider is read like theirs.
 */
export function secondSource(
  { id, weather }: WeatherProvider,
  { fetch, fallback, fallbackGroups }: SecondDeliverer,
  primary: WeatherProvider,
): ReadableSource {
  const primaryScopes = new Set(primary.weather.groups.flat())
  // The same groups as for people's requests.
  const groups = weather.groups.map((group) => group.filter((scope) => !primaryScopes.has(scope)))
  const part = (scope: 'hourly' | 'daily'): SourcePart | undefined => {
    if (!weather.groups.flat().includes(scope)) return undefined
    const kept = fallbackScopeOf(scope)
    const scopes = fallbackGroups.find((group) => kept !== undefined && group.includes(kept))
    if (kept !== undefined && scopes !== undefined) return { kept: [kept, scope], fetch: fallback, scopes }
    return { kept: [scope], fetch, scopes: groups.find((group) => group.includes(scope)) ?? [] }
  }
  return {
    id,
    product: weather.product,
    hourly: part('hourly'),
    daily: part('daily'),
    alerts: undefined,
    covers: () => weather.configured(),
    isAbsent: () => false,
  }
}

/** The national feed: its alerts, in the same fetches as next to people's requests. */
export function nationalReadable({ id, alerts }: AlertProvider, fetch: CellFetch, clock: Clock): ReadableSource {
  return {
    id,
    product: alerts.product,
    hourly: undefined,
    daily: undefined,
    alerts: { kept: ['national_alert'], fetch, scopes: ['national_alert'] },
    covers: (cell) => alerts.configured() && alerts.covers(cell),
    isAbsent: (entry) => isOutOfReach(entry?.records.national_alert, clock.now()),
  }
}

/** A query of our own database costs no calls, so there is nothing to count. */
const OWN: Product = { id: 'own/warnings', weight: 1 }

/** The official warnings that the service itself keeps. */
export function keptWarningReadable(kept: KeptWarnings, fetch: CellFetch): ReadableSource {
  return {
    id: kept.id,
    product: OWN,
    hourly: undefined,
    daily: undefined,
    alerts: { kept: ['official_alert'], fetch, scopes: ['official_alert'] },
    covers: () => kept.isInUse(),
    isAbsent: () => false,
  }
}
