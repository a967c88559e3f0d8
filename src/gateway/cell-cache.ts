import { createMemoryCache } from '../platform/cache/memory-cache.ts'
import type { CacheEntry, SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import type { Cell } from '../domain/cell.ts'
import type { FreshnessWindows } from '../domain/freshness.ts'
import type { WeatherScope } from '../domain/scope.ts'
import { alertEntriesOf, alertKey, lastRunning, type ListedAlert, readAlert } from './alert-index.ts'
import { succeed } from './alert-succession.ts'
import {
  ALERT_SCOPES,
  type AlertRecord,
  alertsIn,
  decodeRecord,
  encodeRecord,
  KEPT_SCOPES,
  type KeptScope,
  MEMORY_SCOPES,
  type ScopeRecord,
  windowOf,
} from './record.ts'

/** The cached state of a cell: the latest record of each scope, and until when the provider is known to have nothing there. */
export interface CellEntry {
  readonly records: { readonly [S in KeptScope]?: ScopeRecord<S> }
  /**
   * Its alert records: from the primary provider, the national feed, and the official warnings that the service keeps. The list keeps its
   * object identity while they are unchanged.
   */
  readonly alerts: readonly AlertRecord[]
  /** Epoch milliseconds; 0 when the place is not known to be absent. */
  readonly absentUntil: number
}

/**
 * The two cache levels of a cell, memory first. Memory is for data that people use. Callers that visit many cells once, such as jobs, use
 * `read` and pass the entry that they have `seen` to `store`.
 */
export type CellCache = ReturnType<typeof createCellCache>

export interface Stored {
  /** The cell with its new records. */
  readonly entry: CellEntry
  /** Resolves when the second level has them. */
  readonly written: Promise<void>
}

export interface CellCacheOptions {
  readonly level: SecondLevel
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  /** Bytes of weather kept in memory; a whole cell takes about 30 KB. */
  readonly maxBytes: number
}

/** An LRU in memory over the second level; writes run behind. */
export function createCellCache({ level, clock, windows, maxBytes }: CellCacheOptions) {
  const cells = createMemoryCache<number, CellEntry>('cells', maxBytes, sizeOf)
  /** Alerts being written to the second level, by key: a client may request an alert named in an answer before the write ends. */
  const onTheirWay = new Map<string, CacheEntry>()

  async function put(records: readonly CacheEntry[], alerts: readonly CacheEntry[]): Promise<void> {
    for (const alert of alerts) onTheirWay.set(alert.key, alert)
    try {
      await level.put([...records, ...alerts])
    } finally {
      for (const alert of alerts) if (onTheirWay.get(alert.key) === alert) onTheirWay.delete(alert.key)
    }
  }

  function merge(known: CellEntry | undefined, records: readonly ScopeRecord[], absentUntil = 0): CellEntry {
    const merged: Record<string, ScopeRecord> = { ...known?.records }
    for (const record of records) {
      if (supersedes(record, merged[record.scope], clock.now(), windows())) merged[record.scope] = record
    }
    const entries = merged as CellEntry['records']
    return { records: entries, alerts: alertsOf(entries, known?.alerts ?? []), absentUntil }
  }

  /** Puts the part that people are shown into memory; returns the whole entry. */
  function keep(cell: Cell, entry: CellEntry): CellEntry {
    const records = recordsIn(entry)
    const shown = records.filter(isForMemory)
    const kept =
      shown.length === records.length ? entry : { ...entry, records: Object.fromEntries(shown.map((record) => [record.scope, record])) }
    cells.set(cell.id, kept)
    return entry
  }

  /** The second level's entry, merged into the known one. */
  async function readInto(known: () => CellEntry | undefined, cell: Cell): Promise<CellEntry> {
    const [absent, ...values] = await level.get([absentKey(cell), ...KEPT_SCOPES.map((scope) => scopeKey(cell, scope))])
    const records = KEPT_SCOPES.flatMap((scope, index) => {
      const bytes = values[index]
      const record = bytes ? decodeRecord(bytes) : null
      return record?.scope === scope ? [record] : []
    })
    return merge(known(), records, absent ? Number(absent.toString()) : 0)
  }

  /** The alert records of a cell, from memory if possible, else from the second level. */
  async function alertsAt(id: number): Promise<readonly AlertRecord[]> {
    const held = cells.peek(id)
    if (held !== undefined) return held.alerts
    const values = await level.get(ALERT_SCOPES.map((scope) => scopeKey({ id }, scope)))
    return values.flatMap((bytes) => (bytes ? (decodeRecord(bytes) ?? []) : [])).filter(isAlertRecord)
  }

  return {
    /** The entry in this process's memory, synchronously. */
    memory: (cell: Cell): CellEntry | undefined => cells.get(cell.id),
    /** The same, without marking it as recently used. */
    peek: (cell: Cell): CellEntry | undefined => cells.peek(cell.id),

    /**
     * The entry from both levels. Records that people are shown are merged into memory; per scope, the newer record wins. Errors of the
     * second level are thrown.
     */
    async load(cell: Cell): Promise<CellEntry> {
      return keep(cell, await readInto(() => cells.get(cell.id), cell))
    },
    /** The entry from both levels, without changing memory. Errors of the second level are thrown. */
    read: (cell: Cell): Promise<CellEntry> => readInto(() => cells.peek(cell.id), cell),
    /** Puts an entry that was fetched for a passing caller into memory. */
    take: (cell: Cell, entry: CellEntry): CellEntry => keep(cell, merge(cells.get(cell.id), recordsIn(entry))),

    /**
     * The newest records of a scope, by cell id: from memory if fresh, the others in one read of the second level, without changing memory.
     */
    async newest<S extends WeatherScope>(wanted: readonly Cell[], scope: S): Promise<Map<number, ScopeRecord<S>>> {
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

    /**
     * The alert with that id, as last stored with a cell; undefined if no cell had it, or it is long over. Errors of the second level are
     * thrown.
     */
    async alert(id: string): Promise<ListedAlert | undefined> {
      const key = alertKey(id)
      if (key === null) return undefined
      const bytes = onTheirWay.get(key)?.value ?? (await level.get([key]))[0]
      if (!bytes) return undefined
      const kept = readAlert(bytes)
      return { ...kept, listed: kept.cellId === undefined ? [] : (await alertsAt(kept.cellId)).flatMap(alertsIn) }
    },

    /**
     * Puts new records into memory at once; with `seen`, the entry that a passing caller read, only if the cell is already in memory.
     * Alerts keep the ids that they had in this cell; alerts that are no longer listed stay until their absence proves them called off.
     */
    store(cell: Cell, records: readonly ScopeRecord[], seen?: CellEntry): Stored {
      const held = cells.peek(cell.id)
      const before = seen === undefined ? held : merge(seen, recordsIn(held))
      const succeeding = records.map((next) => (isAlertRecord(next) ? succeed(before?.records[next.scope], next) : next))
      const entry = merge(before, succeeding)
      if (seen === undefined) keep(cell, entry)
      else if (held !== undefined) keep(cell, merge(held, recordsIn(entry)))
      const winners = succeeding.filter((record) => entry.records[record.scope] === record)
      const written = put(
        winners.map((record) => ({
          key: scopeKey(cell, record.scope),
          value: encodeRecord(record),
          expiresAt: usableUntil(record, windows()),
        })),
        winners.filter(isAlertRecord).flatMap((record) => alertEntriesOf(cell.id, record)),
      )
      return { entry, written }
    },

    /** Records that the provider has no weather there; `seen` as with `store`. */
    async storeAbsent(cell: Cell, until: number, seen?: CellEntry): Promise<void> {
      const held = cells.peek(cell.id)
      if (seen === undefined || held !== undefined) keep(cell, merge(held, [], until))
      await level.put([{ key: absentKey(cell), value: Buffer.from(String(until)), expiresAt: until }])
    },
  }
}

function recordsIn(entry: CellEntry | undefined): ScopeRecord[] {
  return Object.values(entry?.records ?? {})
}

function isForMemory({ scope }: ScopeRecord): boolean {
  return MEMORY_SCOPES.some((each) => each === scope)
}

/**
 * Whether a record replaces another: the newer one wins, but an unavailable series never hides one that is still usable (the second
 * provider has no minutes; the primary's last ones stay until they have expired). For official warnings that the service itself keeps, the
 * latest lookup always wins.
 */
function supersedes(next: ScopeRecord, held: ScopeRecord | undefined, now: number, windows: FreshnessWindows): boolean {
  if (held === undefined) return true
  if (next.scope === 'official_alert') return next.fetchedAt >= held.fetchedAt
  if (!next.available && held.available && now - held.fetchedAt <= windowOf(held.scope, windows).emergencySeconds * 1_000) return false
  return next.fetchedAt > held.fetchedAt || (next.fetchedAt === held.fetchedAt && next.source !== held.source)
}

/** Epoch milliseconds until which a record is usable; for alerts, the end of the last one. */
function usableUntil(record: ScopeRecord, windows: FreshnessWindows): number {
  const limit = record.fetchedAt + windowOf(record.scope, windows).emergencySeconds * 1_000
  return isAlertRecord(record) ? Math.max(limit, lastRunning(record)) : limit
}

function isAlertRecord(record: ScopeRecord): record is AlertRecord {
  return ALERT_SCOPES.some((scope) => scope === record.scope)
}

/** Returns the known list if nothing in it has changed, so that renderings made from it can be recognised as still valid. */
function alertsOf(records: CellEntry['records'], known: readonly AlertRecord[]): readonly AlertRecord[] {
  const alerts = ALERT_SCOPES.map((scope) => records[scope]).filter((record) => record !== undefined)
  return alerts.length === known.length && alerts.every((record, index) => record === known[index]) ? known : alerts
}

function sizeOf(entry: CellEntry): number {
  return recordsIn(entry).reduce((bytes, record) => bytes + record.json.length + RECORD_OVERHEAD, RECORD_OVERHEAD)
}

const RECORD_OVERHEAD = 300

const scopeKey = (cell: Pick<Cell, 'id'>, scope: KeptScope): string => `cell:${cell.id}:${scope}`
const absentKey = (cell: Cell): string => `cell:${cell.id}:absent`
