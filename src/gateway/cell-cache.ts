import { LRUCache } from 'lru-cache'
import type { SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import type { Alert } from '../weather/alert.ts'
import type { Cell } from '../weather/cell.ts'
import type { FreshnessWindows } from '../weather/freshness.ts'
import type { WeatherScope } from '../weather/scope.ts'
import { alertEntriesOf, lastRunning } from './alert-index.ts'
import { succeed } from './alert-succession.ts'
import { type AlertRecord, decodeRecord, encodeRecord, KEPT_SCOPES, type KeptScope, type ScopeRecord, windowOf } from './record.ts'

/** What one node holds of a cell: the latest record of each scope, and until when the provider is known to have nothing there. */
export interface CellEntry {
  readonly records: { readonly [S in KeptScope]?: ScopeRecord<S> }
  /** Its alert records, the primary provider's and the national feed's: the same list as long as they are the same. */
  readonly alerts: readonly AlertRecord[]
  /** Epoch milliseconds; 0 when the place is not known to be absent. */
  readonly absentUntil: number
}

/** The two cache levels of a cell, memory first. */
export interface CellCache {
  /** What this process holds, without waiting. */
  memory(cell: Cell): CellEntry | undefined
  /** Reads the second level and merges it into memory: per scope, the newer record stays. Errors of the level are thrown. */
  load(cell: Cell): Promise<CellEntry>
  /** The newest records of a scope, by cell id: memory's where fresh, the others in one read, which are not taken into memory. */
  peek<S extends WeatherScope>(cells: readonly Cell[], scope: S): Promise<Map<number, ScopeRecord<S>>>
  /**
   * Takes new records into memory at once and returns the promise of their being in the second level. Alerts go on under the ids that
   * they have had in this cell; those that are listed no more are kept as called off.
   */
  store(cell: Cell, records: readonly ScopeRecord[]): Promise<void>
  /** Notes that the provider knows no weather there. */
  storeAbsent(cell: Cell, until: number): Promise<void>
}

const EMPTY: CellEntry = { records: {}, alerts: [], absentUntil: 0 }

export interface CellCacheOptions {
  readonly level: SecondLevel
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  /** Bytes of weather kept in memory; a whole cell takes about 30 KB. */
  readonly maxBytes: number
}

export function createCellCache({ level, clock, windows, maxBytes }: CellCacheOptions): CellCache {
  const cells = new LRUCache<number, CellEntry>({ maxSize: maxBytes, sizeCalculation: sizeOf })

  function merge(cell: Cell, records: readonly ScopeRecord[], absentUntil = 0): CellEntry {
    const known = cells.get(cell.id) ?? EMPTY
    const merged: Record<string, ScopeRecord> = { ...known.records }
    for (const record of records) {
      if (supersedes(record, merged[record.scope], clock.now(), windows())) merged[record.scope] = record
    }
    const entries = merged as CellEntry['records']
    const entry = { records: entries, alerts: alertsOf(entries, known.alerts), absentUntil }
    cells.set(cell.id, entry)
    return entry
  }

  return {
    memory: (cell) => cells.get(cell.id),

    async load(cell) {
      const [absent, ...values] = await level.get([absentKey(cell), ...KEPT_SCOPES.map((scope) => scopeKey(cell, scope))])
      const records = KEPT_SCOPES.flatMap((scope, index) => {
        const bytes = values[index]
        const record = bytes ? decodeRecord(bytes) : null
        return record?.scope === scope ? [record] : []
      })
      return merge(cell, records, absent ? Number(absent.toString()) : 0)
    },

    async peek<S extends WeatherScope>(wanted: readonly Cell[], scope: S) {
      const found = new Map<number, ScopeRecord<S>>()
      const freshSince = clock.now() - windows()[scope].freshSeconds * 1_000
      const elsewhere = wanted.filter((cell) => {
        const record = cells.peek(cell.id)?.records[scope] as ScopeRecord<S> | undefined
        if (record !== undefined) found.set(cell.id, record)
        return record === undefined || record.fetchedAt <= freshSince
      })
      const values = elsewhere.length === 0 ? [] : await level.get(elsewhere.map((cell) => scopeKey(cell, scope)))
      for (const [index, { id }] of elsewhere.entries()) {
        const bytes = values[index]
        const record = bytes ? decodeRecord(bytes) : null
        if (record?.scope === scope && record.fetchedAt > (found.get(id)?.fetchedAt ?? 0)) found.set(id, record as ScopeRecord<S>)
      }
      return found
    },

    async store(cell, records) {
      const withdrawn = new Map<ScopeRecord, readonly Alert[]>()
      const held = cells.peek(cell.id)?.records
      const succeeding = records.map((next) => {
        if (!isAlertRecord(next)) return next
        const succession = succeed(held?.[next.scope], next)
        withdrawn.set(succession.record, succession.withdrawn)
        return succession.record
      })
      const kept = merge(cell, succeeding).records
      const winners = succeeding.filter((record) => kept[record.scope] === record)
      await level.put([
        ...winners.map((record) => ({
          key: scopeKey(cell, record.scope),
          value: encodeRecord(record),
          expiresAt: usableUntil(record, windows()),
        })),
        ...winners.filter(isAlertRecord).flatMap((record) => alertEntriesOf(record, withdrawn.get(record) ?? [])),
      ])
    },

    async storeAbsent(cell, until) {
      merge(cell, [], until)
      await level.put([{ key: absentKey(cell), value: Buffer.from(String(until)), expiresAt: until }])
    },
  }
}

/**
 * Whether a record takes the place of another: the newer one does, but a series that its source does not have never hides
 * one that is still good (the second provider knows no minutes; the primary's last ones stay until they are stale).
 */
function supersedes(next: ScopeRecord, held: ScopeRecord | undefined, now: number, windows: FreshnessWindows): boolean {
  if (held === undefined) return true
  if (!next.available && held.available && now - held.fetchedAt <= windowOf(held.scope, windows).staleSeconds * 1_000) return false
  return next.fetchedAt > held.fetchedAt || (next.fetchedAt === held.fetchedAt && next.source !== held.source)
}

/** Epoch milliseconds until which a record can serve at all: alerts to the end of the last of them. */
function usableUntil(record: ScopeRecord, windows: FreshnessWindows): number {
  const limit = record.fetchedAt + windowOf(record.scope, windows).emergencySeconds * 1_000
  return isAlertRecord(record) ? Math.max(limit, lastRunning(record)) : limit
}

function isAlertRecord(record: ScopeRecord): record is AlertRecord {
  return record.scope === 'alert' || record.scope === 'national_alert'
}

/** The list known so far where nothing in it has changed, so that what was made of it can be told to be still true. */
function alertsOf({ alert, national_alert: national }: CellEntry['records'], known: readonly AlertRecord[]): readonly AlertRecord[] {
  const alerts = [alert, national].filter((record) => record !== undefined)
  return alerts.length === known.length && alerts.every((record, index) => record === known[index]) ? known : alerts
}

function sizeOf(entry: CellEntry): number {
  return Object.values(entry.records).reduce((bytes, record) => bytes + record.json.length + RECORD_OVERHEAD, RECORD_OVERHEAD)
}

const RECORD_OVERHEAD = 300

const scopeKey = (cell: Cell, scope: KeptScope): string => `cell:${cell.id}:${scope}`
const absentKey = (cell: Cell): string => `cell:${cell.id}:absent`
