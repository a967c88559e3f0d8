import { LRUCache } from 'lru-cache'
import type { SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import type { Cell } from '../weather/cell.ts'
import type { FreshnessWindows } from '../weather/freshness.ts'
import { parseInstant } from '../weather/instant.ts'
import { CELL_SCOPES, type CellScope } from '../weather/scope.ts'
import { dataOf, decodeRecord, encodeRecord, type ScopeRecord } from './record.ts'

/** What one node holds of a cell: the latest record of each scope, and until when the provider is known to have nothing there. */
export interface CellEntry {
  readonly records: { readonly [S in CellScope]?: ScopeRecord<S> }
  /** Epoch milliseconds; 0 when the place is not known to be absent. */
  readonly absentUntil: number
}

/** The two cache levels of a cell, memory first. */
export interface CellCache {
  /** What this process holds, without waiting. */
  memory(cell: Cell): CellEntry | undefined
  /** Reads the second level and merges it into memory: per scope, the newer record stays. Errors of the level are thrown. */
  load(cell: Cell): Promise<CellEntry>
  /** Takes new records into memory at once and returns the promise of their being in the second level. */
  store(cell: Cell, records: readonly ScopeRecord[]): Promise<void>
  /** Notes that the provider knows no weather there. */
  storeAbsent(cell: Cell, until: number): Promise<void>
}

const EMPTY: CellEntry = { records: {}, absentUntil: 0 }

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
    const entry = { records: merged as CellEntry['records'], absentUntil }
    cells.set(cell.id, entry)
    return entry
  }

  return {
    memory: (cell) => cells.get(cell.id),

    async load(cell) {
      const [absent, ...values] = await level.get([absentKey(cell), ...CELL_SCOPES.map((scope) => scopeKey(cell, scope))])
      const records = CELL_SCOPES.flatMap((scope, index) => {
        const bytes = values[index]
        const record = bytes ? decodeRecord(bytes) : null
        return record?.scope === scope ? [record] : []
      })
      return merge(cell, records, absent ? Number(absent.toString()) : 0)
    },

    async store(cell, records) {
      const kept = merge(cell, records).records
      const winners = records.filter((record) => kept[record.scope] === record)
      await level.put(
        winners.map((record) => ({
          key: scopeKey(cell, record.scope),
          value: encodeRecord(record),
          expiresAt: usableUntil(record, windows()),
        })),
      )
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
  if (!next.available && held.available && now - held.fetchedAt <= windows[held.scope].staleSeconds * 1_000) return false
  return next.fetchedAt > held.fetchedAt || (next.fetchedAt === held.fetchedAt && next.source !== held.source)
}

/** Epoch milliseconds until which a record can serve at all: alerts to the end of the last of them. */
function usableUntil(record: ScopeRecord, windows: FreshnessWindows): number {
  const limit = record.fetchedAt + windows[record.scope].emergencySeconds * 1_000
  if (record.scope !== 'alert') return limit
  const ends = dataOf(record as ScopeRecord<'alert'>).alerts.map((alert) => (alert.end === null ? 0 : parseInstant(alert.end)))
  return Math.max(limit, ...ends)
}

function sizeOf(entry: CellEntry): number {
  return Object.values(entry.records).reduce((bytes, record) => bytes + record.json.length + RECORD_OVERHEAD, RECORD_OVERHEAD)
}

const RECORD_OVERHEAD = 300

const scopeKey = (cell: Cell, scope: CellScope): string => `cell:${cell.id}:${scope}`
const absentKey = (cell: Cell): string => `cell:${cell.id}:absent`
