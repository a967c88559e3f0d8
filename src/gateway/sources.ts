import type { Cell } from '../domain/cell.ts'
import type { AlertList } from '../domain/model.ts'
import type { CellScope } from '../domain/scope.ts'
import type { Clock } from '../platform/clock.ts'
import {
  type AlertBundle,
  type AlertCapability,
  type PaidCalls,
  type Product,
  type Provider,
  type WeatherBundle,
  type WeatherCapability,
} from '../providers/provider.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { inspected, type OnRefused } from './inspection.ts'
import { alertRecordOf, recordsOf, type ScopeRecord } from './record.ts'

/** A provider that delivers weather. */
export type WeatherProvider = Provider & { readonly weather: WeatherCapability }

/** A provider that delivers a country's official alerts. */
export type AlertProvider = Provider & { readonly alerts: AlertCapability }

/** The official warnings that the service itself stores, from feeds of whole countries. */
export interface WarningStore {
  /** The source of its records; each alert names its own. */
  readonly id: string
  /** Whether any feed is read. */
  isInUse(): boolean
  /** When they last changed, epoch milliseconds: earlier look-ups are then outdated. */
  changedAt(): number
  /** The alerts of a place at `now` (epoch milliseconds), and the feeds that have a say there. */
  find(cell: Cell, now: number): Promise<AlertBundle & Required<Pick<AlertList, 'sources'>>>
}

/** One successful fetch that brought data, as passed to the archive and other consumers off the answer's path. */
export interface Fetched {
  readonly cell: Cell
  readonly source: string
  /** Epoch milliseconds, whole seconds, as in the records. */
  readonly fetchedAt: number
  /** The height of the terrain at the place in metres; null if the source does not know it. */
  readonly terrainHeight: number | null
  readonly bundle: WeatherBundle
}

/** The result of one fetch, and its follow-up calls, which run in the background. */
export interface FetchedRecords {
  readonly records: readonly ScopeRecord[]
  readonly follow?: ((calls: PaidCalls) => Promise<readonly ScopeRecord[]>) | undefined
}

/** Where records come from. */
export interface Source {
  /** The `source` of its records. */
  readonly id: string
  /** Feeds and stored warnings have alerts only. */
  readonly kind: 'weather' | 'feed' | 'warnings'
  /** What its calls are counted on. */
  readonly product: Product
  /** Its scopes, grouped by fetch. */
  readonly groups: readonly (readonly CellScope[])[]
  /** Scopes and measurements that it never has. */
  readonly lacks?: readonly string[]
  /** Under what its having nothing at a place is remembered: a provider's weather and its national alerts are two things under one id. */
  readonly absence: string
  /** How long it is not called for a place where it has nothing; 0: that proves nothing. */
  readonly absentMs: number
  /** Whether it covers only a part of the world: that it has nothing at a place then says nothing about the others. */
  readonly isPartial: boolean
  /** Whether it can be called for the cell at present. */
  covers(cell: Cell): boolean
  /** @throws ProviderFailure */
  fetch(cell: Cell, scopes: readonly CellScope[], calls: PaidCalls): Promise<FetchedRecords>
}

/** The scopes that come with this one in a fetch; undefined if the source does not deliver it. */
export function groupOf({ groups }: Pick<Source, 'groups'>, scope: CellScope): readonly CellScope[] | undefined {
  return groups.find((group) => group.includes(scope))
}

/** The source of that id that delivers the scope: a provider's weather and its national alerts are two sources under one id. */
export function sourceOf<S extends Source>(sources: readonly S[], id: string, scope: CellScope): S | undefined {
  return sources.find((source) => source.id === id && groupOf(source, scope) !== undefined)
}

const ABSENT_MS = 10 * MINUTE_MS
/** Borders rarely move. */
const UNCOVERED_MS = DAY_MS
const ALERTS_ONLY = [['alert']] as const
/** A query of our own database costs no calls, so there is nothing to count. */
const OWN: Product = { id: 'own/warnings', weight: 1 }

export interface WeatherSourceParts {
  readonly clock: Clock
  readonly onFetched?: ((fetched: Fetched) => void) | undefined
  readonly onRefused?: OnRefused | undefined
}

/**
 * A weather provider. Only a place's primary can establish that there is no weather there, if it covers the world: if another provider has
 * nothing there, that says nothing about the primary.
 */
export function weatherSource({ id, weather, coverage }: WeatherProvider, parts: WeatherSourceParts): Source {
  const { clock, onFetched, onRefused } = parts
  return {
    id,
    kind: 'weather',
    product: weather.product,
    groups: weather.groups,
    ...(weather.lacks && { lacks: weather.lacks }),
    absence: id,
    absentMs: ABSENT_MS,
    isPartial: coverage !== 'global',
    covers: () => weather.configured(),
    async fetch(cell, scopes, calls) {
      const sent = await weather.fetch(cell, scopes, calls, clock.now())
      const bundle = inspected(sent, cell, id, clock.now(), onRefused)
      const fetchedAt = wholeSecond(clock.now())
      const records = recordsOf(bundle, id, fetchedAt)
      const terrainHeight = weather.knowsTerrain === true ? (bundle.height ?? null) : null
      // Where it has nothing, it may not have called, and cannot say whether that is simulated.
      if (records.some(({ available }) => available)) onFetched?.({ cell, source: id, fetchedAt, terrainHeight, bundle })
      const { follow } = bundle
      return {
        records: records.filter((record) => scopes.includes(record.scope)),
        follow: follow && (async (later) => recordsOf({ ...bundle, scopes: await follow(later) }, id, fetchedAt)),
      }
    },
  }
}

/** A national feed's alerts. A place outside its coverage is remembered; that says nothing about the weather there. */
export function feedSource({ id, alerts }: AlertProvider, clock: Clock): Source {
  return {
    id,
    kind: 'feed',
    product: alerts.product,
    groups: ALERTS_ONLY,
    absence: `${id}:alert`,
    absentMs: UNCOVERED_MS,
    isPartial: true,
    covers: (cell) => alerts.configured() && alerts.covers(cell),
    fetch: async (cell, _scopes, calls) => ({
      records: [alertRecordOf(await alerts.fetch(cell, calls), id, wholeSecond(clock.now()))],
    }),
  }
}

/** The official warnings that the service itself stores, looked up for a place without a call. */
export function warningSource(store: WarningStore, clock: Clock): Source {
  return {
    id: store.id,
    kind: 'warnings',
    product: OWN,
    groups: ALERTS_ONLY,
    absence: store.id,
    absentMs: 0,
    isPartial: false,
    covers: () => store.isInUse(),
    async fetch(cell) {
      // To the millisecond: a change later in the same second must count as later.
      const now = clock.now()
      const found = await store.find(cell, now)
      return { records: [{ ...alertRecordOf(found, store.id, now), available: found.sources.some(({ isAtPlace }) => isAtPlace) }] }
    },
  }
}

/** The sources of a scope among these, in their order. */
export function sourcesOf<S extends Source>(sources: readonly S[], scope: CellScope): readonly S[] {
  return sources.filter((source) => groupOf(source, scope) !== undefined)
}

function wholeSecond(epochMs: number): number {
  return Math.floor(epochMs / 1_000) * 1_000
}
