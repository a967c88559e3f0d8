import type { Cell } from '../domain/cell.ts'
import type { FreshnessWindows } from '../domain/freshness.ts'
import { CELL_SCOPES, type CellScope, type PublicScope } from '../domain/scope.ts'
import { createMemoryCache } from '../platform/cache/memory-cache.ts'
import type { CacheEntry, SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import { lastOnly } from '../platform/last-only.ts'
import { alertEntriesOf, alertKey, lastRunning, type ListedAlert, readAlert } from './alert-entries.ts'
import { succeed } from './alert-succession.ts'
import { ageOf, shownOf } from './choose.ts'
import { type AlertRecord, alertsIn, decodeRecord, encodeRecord, type ScopeRecord } from './record.ts'
import { type Source, sourcesOf } from './sources.ts'
import { isWhole } from './supply.ts'

/** The cached state of a cell. */
export interface CellEntry {
  /** The latest record of each scope from each source. */
  readonly records: { readonly [S in CellScope]?: readonly ScopeRecord<S>[] }
  /** The records of `alert`. The list keeps its object identity while they are unchanged. */
  readonly alerts: readonly AlertRecord[]
  /** By a source's `absence`: until when it is known to have nothing there, epoch milliseconds. */
  readonly absentUntil: Readonly<Record<string, number>>
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
  /** In the order in which they are asked; the same list until the order changes. */
  readonly sources: () => readonly Source[]
  /** The source whose records of the scope people are shown at the cell without an admission. */
  readonly firstOf: (scope: CellScope, cell: Cell) => string | undefined
  /** Bytes of weather kept in memory; a whole cell takes about 30 KB. */
  readonly maxBytes: number
}

/** An LRU in memory over the second level; writes run behind. */
export function createCellCache({ level, clock, windows, sources, firstOf, maxBytes }: CellCacheOptions) {
  const cells = createMemoryCache<number, CellEntry>('cells', maxBytes, sizeOf)
  /** Alerts being written to the second level, by key: a client may request an alert named in an answer before the write ends. */
  const onTheirWay = new Map<string, CacheEntry>()
  const layoutOf = lastOnly(layout)
  const current = (): ReturnType<typeof layout> => layoutOf(sources())

  async function put(records: readonly CacheEntry[], alerts: readonly CacheEntry[]): Promise<void> {
    for (const alert of alerts) onTheirWay.set(alert.key, alert)
    try {
      await level.put([...records, ...alerts])
    } finally {
      for (const alert of alerts) if (onTheirWay.get(alert.key) === alert) onTheirWay.delete(alert.key)
    }
  }

  function merge(known: CellEntry | undefined, records: readonly ScopeRecord[], absentUntil: CellEntry['absentUntil'] = {}): CellEntry {
    const { order } = current()
    const merged: Record<string, readonly ScopeRecord[]> = { ...known?.records }
    for (const next of records) {
      const others = merged[next.scope] ?? []
      const former = others.find(({ source }) => source === next.source)
      if (!supersedes(next, former)) continue
      // An admission is of the source, not of one of its records.
      const admittedAt = next.admittedAt ?? former?.admittedAt
      const record = admittedAt === next.admittedAt || admittedAt === undefined ? next : { ...next, admittedAt }
      merged[next.scope] = [...others.filter((other) => other !== former), record].sort(
        (a, b) => order.indexOf(a.source) - order.indexOf(b.source),
      )
    }
    const entries = merged as CellEntry['records']
    return {
      records: entries,
      alerts: alertsOf(entries.alert, known?.alerts ?? []),
      absentUntil: { ...known?.absentUntil, ...absentUntil },
    }
  }

  /**
   * Whether a record replaces another of its source: the newer one wins, but an unavailable series never hides one that is still usable. Of
   * the stored official warnings, the latest look-up always wins.
   */
  function supersedes(next: ScopeRecord, former: ScopeRecord | undefined): boolean {
    if (former === undefined) return true
    if (current().kindOf.get(next.source) === 'warnings') return next.fetchedAt >= former.fetchedAt
    const isUsable = clock.now() - former.fetchedAt <= windows()[former.scope].emergencySeconds * 1_000
    if (!next.available && former.available && isUsable) return false
    return next.fetchedAt > former.fetchedAt || (next.fetchedAt === former.fetchedAt && (next.admittedAt ?? 0) > (former.admittedAt ?? 0))
  }

  /** The record of the scope that people are shown; `first` is its first source, for callers that know it already. */
  function shownIn<S extends CellScope>(
    cell: Cell,
    entry: CellEntry | undefined,
    scope: S,
    first: string | undefined = firstOf(scope, cell),
  ): ScopeRecord<S> | undefined {
    const records = entry?.records[scope] as readonly ScopeRecord<S>[] | undefined
    return records && shownOf(records, first, windows()[scope], clock.now())
  }

  /** Puts the part that people are shown into memory; returns the whole entry. */
  function remember(cell: Cell, entry: CellEntry): CellEntry {
    const shown = CELL_SCOPES.map((scope) => {
      const records = entry.records[scope] ?? []
      if (scope === 'alert') return [scope, records]
      const first = firstOf(scope, cell)
      const ofPeople = records.filter((record) => ageOf(record, first, clock.now()) < Infinity)
      // What they lack, others may supply.
      return [scope, ofPeople.some((record) => !isWhole(record)) ? records : ofPeople]
    })
    cells.set(cell.id, { ...entry, records: Object.fromEntries(shown) as CellEntry['records'] })
    return entry
  }

  /** The second level's entry, merged into the known one. */
  async function readInto(known: () => CellEntry | undefined, cell: Cell): Promise<CellEntry> {
    const { absentable, slots } = current()
    const keys = [...absentable.map((absence) => absentKey(cell, absence)), ...slots.map((slot) => recordKey(cell, slot))]
    const values = await level.get(keys)
    const absent = absentable.flatMap((absence, index) => (values[index] ? [[absence, Number(values[index].toString())]] : []))
    return merge(known(), decoded(slots, values.slice(absentable.length)), Object.fromEntries(absent))
  }

  /** The alert records of a cell, from memory if possible, else from the second level. */
  async function alertsAt(id: number): Promise<readonly AlertRecord[]> {
    const inMemory = cells.peek(id)
    if (inMemory !== undefined) return inMemory.alerts
    const { alertSlots } = current()
    const values = await level.get(alertSlots.map((slot) => recordKey({ id }, slot)))
    return decoded(alertSlots, values) as AlertRecord[]
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
      return remember(cell, await readInto(() => cells.get(cell.id), cell))
    },
    /** The entry from both levels, without changing memory. Errors of the second level are thrown. */
    read: (cell: Cell): Promise<CellEntry> => readInto(() => cells.peek(cell.id), cell),
    /** Puts an entry that was fetched for a caller that fills no memory into it. */
    take: (cell: Cell, entry: CellEntry): CellEntry => remember(cell, merge(cells.get(cell.id), recordsIn(entry), entry.absentUntil)),

    /** The record of the scope that people are shown. */
    shownIn,

    /**
     * The records of a scope that people are shown, by cell id: from memory if fresh, the others in one read of the second level, without
     * changing memory.
     */
    async shownAt<S extends PublicScope>(wanted: readonly Cell[], scope: S): Promise<Map<number, ScopeRecord<S>>> {
      const found = new Map<number, ScopeRecord<S>>()
      const freshSince = clock.now() - windows()[scope].freshSeconds * 1_000
      const elsewhere = wanted.filter((cell) => {
        const record = shownIn(cell, cells.peek(cell.id), scope)
        if (record !== undefined) found.set(cell.id, record)
        return record === undefined || record.fetchedAt <= freshSince
      })
      const ofScope = current().slots.filter((slot) => slot.scope === scope)
      const values =
        elsewhere.length === 0 ? [] : await level.get(elsewhere.flatMap((cell) => ofScope.map((slot) => recordKey(cell, slot))))
      for (const [index, cell] of elsewhere.entries()) {
        const records = decoded(ofScope, values.slice(index * ofScope.length, (index + 1) * ofScope.length))
        const record = shownIn(cell, merge(cells.peek(cell.id), records), scope)
        if (record !== undefined) found.set(cell.id, record)
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
      const stored = readAlert(bytes)
      return { ...stored, listed: stored.cellId === undefined ? [] : (await alertsAt(stored.cellId)).flatMap(alertsIn) }
    },

    /**
     * Puts new records into memory at once; with `seen`, the entry that a caller that fills no memory has read, only if the cell is already in memory.
     * Alerts keep the ids that they had in this cell; alerts that are no longer listed stay until their absence proves them called off.
     */
    store(cell: Cell, records: readonly ScopeRecord[], seen?: CellEntry): Stored {
      const inMemory = cells.peek(cell.id)
      const before = seen === undefined ? inMemory : merge(seen, recordsIn(inMemory))
      const succeeding = records.map((next) => {
        if (!isAlertRecord(next)) return next
        return succeed(
          before?.alerts.find(({ source }) => source === next.source),
          next,
          current().kindOf.get(next.source) ?? 'weather',
        )
      })
      const entry = merge(before, succeeding)
      if (seen === undefined) remember(cell, entry)
      else if (inMemory !== undefined) remember(cell, merge(inMemory, recordsIn(entry)))
      const winners = recordsIn(entry).filter((record) => !recordsIn(before).includes(record))
      const written = put(
        winners.map((record) => ({
          key: recordKey(cell, record),
          value: encodeRecord(record),
          expiresAt: usableUntil(record, windows()),
        })),
        winners.filter(isAlertRecord).flatMap((record) => alertEntriesOf(cell.id, record)),
      )
      return { entry, written }
    },

    /** Records until when the source has nothing there; `seen` as with `store`. */
    async storeAbsent(cell: Cell, absence: string, until: number, seen?: CellEntry): Promise<void> {
      const inMemory = cells.peek(cell.id)
      if (seen === undefined || inMemory !== undefined) remember(cell, merge(inMemory, [], { [absence]: until }))
      await level.put([{ key: absentKey(cell, absence), value: Buffer.from(String(until)), expiresAt: until }])
    },
  }
}

/** The entry's record of a scope from a source. */
export function recordOf<S extends CellScope>(entry: CellEntry | undefined, scope: S, source: string): ScopeRecord<S> | undefined {
  return (entry?.records[scope] as readonly ScopeRecord<S>[] | undefined)?.find((record) => record.source === source)
}

function recordsIn(entry: CellEntry | undefined): ScopeRecord[] {
  return Object.values(entry?.records ?? {}).flat()
}

/** Where a record is stored. */
type Slot = Pick<ScopeRecord, 'scope' | 'source'>

function decoded(slots: readonly Slot[], values: readonly (Buffer | null | undefined)[]): ScopeRecord[] {
  return slots.flatMap(({ scope }, index) => {
    const bytes = values[index]
    return (bytes && decodeRecord(bytes, scope)) ?? []
  })
}

/** Epoch milliseconds until which a record is usable; for alerts, the end of the last one. */
function usableUntil(record: ScopeRecord, windows: FreshnessWindows): number {
  const limit = record.fetchedAt + windows[record.scope].emergencySeconds * 1_000
  return isAlertRecord(record) ? Math.max(limit, lastRunning(record)) : limit
}

function isAlertRecord(record: ScopeRecord): record is AlertRecord {
  return record.scope === 'alert'
}

/** Returns the known list if nothing in it has changed, so that renderings made from it can be recognised as still valid. */
function alertsOf(alerts: readonly AlertRecord[] = [], known: readonly AlertRecord[]): readonly AlertRecord[] {
  return alerts.length === known.length && alerts.every((record, index) => record === known[index]) ? known : alerts
}

function sizeOf(entry: CellEntry): number {
  return recordsIn(entry).reduce((bytes, record) => bytes + record.json.length + RECORD_OVERHEAD, RECORD_OVERHEAD)
}

const RECORD_OVERHEAD = 300

const recordKey = ({ id }: Pick<Cell, 'id'>, { scope, source }: Slot): string => `cell:${id}:${scope}:${source}`
const absentKey = ({ id }: Cell, absence: string): string => `cell:${id}:absent:${absence}`

/** Where the records of these sources are stored, and in which order they are kept. */
function layout(sources: readonly Source[]) {
  const slots = CELL_SCOPES.flatMap((scope) => sourcesOf(sources, scope).map(({ id }) => ({ scope, source: id })))
  return {
    slots,
    alertSlots: slots.filter(({ scope }) => scope === 'alert'),
    absentable: sources.filter(({ absentMs }) => absentMs > 0).map(({ absence }) => absence),
    kindOf: new Map(sources.map(({ id, kind }) => [id, kind])),
    order: sources.map(({ id }) => id),
  }
}
