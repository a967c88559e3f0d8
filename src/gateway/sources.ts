import type { Clock } from '../platform/clock.ts'
import type { AlertBundle, AlertCapability, Provider, WeatherBundle, WeatherCapability } from '../providers/provider.ts'
import type { Cell } from '../domain/cell.ts'
import type { AlertList } from '../domain/model.ts'
import type { CellScope } from '../domain/scope.ts'
import type { CellCache } from './cell-cache.ts'
import type { CellSource } from './cell-fetch.ts'
import { inspected, type OnRefused } from './inspection.ts'
import { alertRecordOf, asFallback, kindOf, recordsOf } from './record.ts'
import { MINUTE_MS } from '../time.ts'

/** A provider that delivers weather. */
export type WeatherProvider = Provider & { readonly weather: WeatherCapability }

/** A provider that delivers a country's official alerts. */
export type AlertProvider = Provider & { readonly alerts: AlertCapability }

/** The official warnings that the service itself keeps, from feeds of whole countries. */
export interface KeptWarnings {
  /** The source of its records; each alert names its own. */
  readonly id: string
  /** Whether any feed is read. */
  isInUse(): boolean
  /** When they last changed, epoch milliseconds: earlier lookups are then outdated. */
  changedAt(): number
  /** The alerts of a place at `now` (epoch milliseconds), and the feeds that have a say there. */
  find(cell: Cell, now: number): Promise<AlertBundle & Required<Pick<AlertList, 'sources'>>>
}

/** One successful fetch, as passed to the archive and other consumers off the answer's path. */
export interface Fetched {
  readonly cell: Cell
  readonly source: string
  /** Epoch milliseconds, whole seconds, as in the records. */
  readonly fetchedAt: number
  readonly bundle: WeatherBundle
}

/** How long a place that the provider does not know is not fetched again. */
const ABSENT_MS = 10 * MINUTE_MS

export interface SourceParts {
  readonly cells: CellCache
  readonly clock: Clock
  readonly onRefused?: OnRefused | undefined
}

/**
 * A weather provider as a source; keeps only the wanted scopes of a fetch. Only the primary can establish that there is no weather at a
 * place: if another provider has nothing there, that says nothing about the primary.
 */
export function weatherSource(
  provider: WeatherProvider,
  { cells, clock, onRefused }: SourceParts,
  onFetched: ((fetched: Fetched) => void) | undefined,
  isPrimary: boolean,
): CellSource {
  const { id, weather } = provider
  return {
    id,
    async fetch(cell, scopes, calls) {
      const sent = await weather.fetch(cell, scopes as readonly CellScope[], calls, clock.now())
      const bundle = inspected(sent, cell, id, clock.now(), onRefused)
      const fetchedAt = wholeSecond(clock.now())
      onFetched?.({ cell, source: id, fetchedAt, bundle })
      const { follow } = bundle
      return {
        records: recordsOf(bundle, id, fetchedAt).filter((record) => scopes.includes(record.scope)),
        follow: follow && (async (later) => recordsOf({ ...bundle, scopes: await follow(later) }, id, fetchedAt)),
      }
    },
    storeAbsent: isPrimary ? (cell, seen) => cells.storeAbsent(cell, clock.now() + ABSENT_MS, seen) : async () => {},
  }
}

/** A provider's weather as a fallback, stored separately from the records that people are shown. */
export function fallbackSource(
  provider: WeatherProvider,
  parts: SourceParts,
  onFetched: ((fetched: Fetched) => void) | undefined,
): CellSource {
  const ordinary = weatherSource(provider, parts, onFetched, false)
  return {
    ...ordinary,
    async fetch(cell, scopes, calls) {
      const { records } = await ordinary.fetch(cell, scopes.map(kindOf), calls)
      return { records: records.flatMap(asFallback) }
    },
  }
}

/** The national feed's alerts. A place outside its coverage is remembered as uncovered; that says nothing about the weather there. */
export function nationalSource({ id, alerts }: AlertProvider, { cells, clock }: SourceParts): CellSource {
  return {
    id,
    async fetch(cell, _scopes, calls) {
      const bundle = await alerts.fetch(cell, calls)
      return { records: [alertRecordOf('national_alert', bundle, id, wholeSecond(clock.now()))] }
    },
    storeAbsent: (cell, seen) => cells.store(cell, [alertRecordOf('national_alert', null, id, wholeSecond(clock.now()))], seen).written,
  }
}

/** The official warnings that the service itself keeps, looked up for a place without a call. */
export function keptWarningSource(kept: KeptWarnings, { clock }: Pick<SourceParts, 'clock'>): CellSource {
  return {
    id: kept.id,
    async fetch(cell) {
      // To the millisecond: a change later in the same second must count as later.
      const now = clock.now()
      const found = await kept.find(cell, now)
      const record = alertRecordOf('official_alert', found, kept.id, now)
      return { records: [{ ...record, available: found.sources.some(({ isAtPlace }) => isAtPlace) }] }
    },
    storeAbsent: async () => undefined,
  }
}

function wholeSecond(epochMs: number): number {
  return Math.floor(epochMs / 1_000) * 1_000
}
