import { CELL_SCOPES, type Cell, type CellScope, type FreshnessWindows, type PublicScope, STORED_SCOPES } from '@isobar/weather'
import { createMemoryCache } from '../platform/cache/memory-cache.ts'
import type { CacheEntry, SecondLevel } from '../platform/cache/second-level.ts'
import type { Clock } from '../platform/clock.ts'
import { rememberLast } from '../platform/last-only.ts'
import { computeAgeMs } from '../time.ts'
import { buildAlertEntries, toAlertKey, type ListedAlert, parseAlertEntry } from './alert-entries.ts'
import { continueAlertRecord } from './alert-succession.ts'
import type { Blending } from './blending.ts'
import { type CellBlend, decodeCellBlend, toBlendKey } from './cell-blend.ts'
import { type CellEntry, createEntryMerger, estimateEntryBytes, findScopeRecord, listEntryRecords } from './cell-entry.ts'
import {
  computeUsableUntil,
  decodeSlots,
  findInstant,
  isAlertRecord,
  listSlots,
  type Slot,
  toAbsentKey,
  toRecordKey,
} from './cell-slots.ts'
import { computeRecordAge, findShownRecord } from './choose.ts'
import { type AlertRecord, listRecordAlerts, decodeRecord, encodeRecord, type ScopeRecord } from './record.ts'
import type { Source } from './sources.ts'
import { isWhole } from './supply.ts'

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
  /** Where records are blended, those of all sources are needed. Omitted: nowhere. */
  readonly blending?: Pick<Blending, 'isOn' | 'hasScope' | 'apply'>
  /** Bytes of weather kept in memory; a whole cell takes about 30 KB, and as much again if extended series of it were asked for. */
  readonly maxBytes: number
}

/** An LRU in memory over the second level; writes run behind. */
export function createCellCache({ level, clock, windows, sources, firstOf, blending, maxBytes }: CellCacheOptions) {
  const isBlended = (cell: Cell, blend: CellBlend | undefined): boolean => blending?.isOn(cell, blend) === true
  const cells = createMemoryCache<number, CellEntry>('cells', maxBytes, estimateEntryBytes)
  /**
   * Being written to the second level, by key, and not in memory: alerts, since a client may request one named in an answer before the write ends, and extended
   * series.
   */
  const onTheirWay = new Map<string, CacheEntry>()
  const layoutOf = rememberLast(listSlots)
  const current = (): ReturnType<typeof listSlots> => layoutOf(sources())

  const merge = createEntryMerger({ layout: current, windows, clock })

  async function put(records: readonly CacheEntry[], elsewhere: readonly CacheEntry[]): Promise<void> {
    for (const entry of elsewhere) onTheirWay.set(entry.key, entry)
    try {
      await level.put([...records, ...elsewhere])
    } finally {
      for (const entry of elsewhere) if (onTheirWay.get(entry.key) === entry) onTheirWay.delete(entry.key)
    }
  }

  /** The record of the scope that people are shown; `first` is its first source, for callers that know it already. */
  function shownIn<S extends CellScope>(
    cell: Cell,
    entry: CellEntry | undefined,
    scope: S,
    first: string | undefined = firstOf(scope, cell),
  ): ScopeRecord<S> | undefined {
    const records = entry?.records[scope] as readonly ScopeRecord<S>[] | undefined
    return records && findShownRecord(records, first, windows()[scope], clock.now())
  }

  /**
   * Puts the part that people are shown into memory; returns the whole entry. Extended series are there only where somebody has asked for them, from all sources: they
   * continue one another.
   */
  function remember(cell: Cell, entry: CellEntry, isExtended = cells.peek(cell.id)?.records.extended !== undefined): CellEntry {
    const isWanted = isBlended(cell, entry.blend)
    const scopes = isExtended || isWanted ? STORED_SCOPES : CELL_SCOPES
    const shown = scopes.map((scope) => {
      const records = entry.records[scope] ?? []
      if (scope === 'alert' || scope === 'extended' || (scope === 'hourly' && isWanted)) return [scope, records]
      const first = firstOf(scope, cell)
      const ofPeople = records.filter((record) => computeRecordAge(record, first, clock.now()) < Infinity)
      // What they lack, others may supply.
      return [scope, ofPeople.some((record) => !isWhole(record)) ? records : ofPeople]
    })
    cells.set(cell.id, { ...entry, records: Object.fromEntries(shown) as CellEntry['records'] })
    return entry
  }

  /** The second level's entry, merged into the known one; with the extended series only if they are asked for. */
  async function readInto(known: () => CellEntry | undefined, cell: Cell, isExtended: boolean): Promise<CellEntry> {
    const { absentable, slots: usual, extendedSlots } = current()
    const slots = isExtended ? [...usual, ...extendedSlots] : usual
    const keys = [...absentable.map((absence) => toAbsentKey(cell, absence)), ...slots.map((slot) => toRecordKey(cell, slot))]
    const values = await readValues([...keys, toBlendKey(cell.id)])
    const blend = decodeCellBlend(values[keys.length]) ?? undefined
    const absent = absentable.flatMap((absence, index) => (values[index] ? [[absence, findInstant(values[index])]] : []))
    const entry = merge(known(), decodeSlots(slots, values.slice(absentable.length)), Object.fromEntries(absent), blend)
    if (isExtended || !isBlended(cell, entry.blend)) return entry
    // A blend needs the whole series, which only few cells are read with.
    const [series = []] = await readSlots([cell], extendedSlots)
    return merge(merge(known(), listEntryRecords(entry), entry.absentUntil, entry.blend), series)
  }

  /** The records of these cells in the second level, in one read. */
  async function readSlots(wanted: readonly Cell[], slots: readonly Slot[]): Promise<ScopeRecord[][]> {
    const values = wanted.length === 0 ? [] : await readValues(wanted.flatMap((cell) => slots.map((slot) => toRecordKey(cell, slot))))
    return wanted.map((_, index) => decodeSlots(slots, values.slice(index * slots.length)))
  }

  /** The second level's values; before them what is on its way there, or was when it was asked: a write that ended meanwhile may not be in its answer. */
  async function readValues(keys: readonly string[]): Promise<readonly (Buffer | null | undefined)[]> {
    const pending = keys.map((key) => onTheirWay.get(key)?.value)
    const values = await level.get(keys)
    return keys.map((key, index) => onTheirWay.get(key)?.value ?? pending[index] ?? values[index])
  }

  /** The alert records of a cell, from memory if possible, else from the second level. */
  async function alertsAt(id: number): Promise<readonly AlertRecord[]> {
    const inMemory = cells.peek(id)
    if (inMemory !== undefined) return inMemory.alerts
    const { alertSlots } = current()
    const values = await level.get(alertSlots.map((slot) => toRecordKey({ id }, slot)))
    return decodeSlots(alertSlots, values) as AlertRecord[]
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
    async load(cell: Cell, isExtended = false): Promise<CellEntry> {
      return remember(cell, await readInto(() => cells.get(cell.id), cell, isExtended), isExtended || undefined)
    },
    /** The entry from both levels, without changing memory. Errors of the second level are thrown. */
    read: (cell: Cell, isExtended = false): Promise<CellEntry> => readInto(() => cells.peek(cell.id), cell, isExtended),
    /** A source's extended series of the cell; undefined without one. Errors of the second level are thrown. */
    async extended(cell: Cell, source: string): Promise<ScopeRecord<'extended'> | undefined> {
      const known = findScopeRecord(cells.peek(cell.id), 'extended', source)
      if (known !== undefined) return known
      const key = toRecordKey(cell, { scope: 'extended', source })
      const bytes = onTheirWay.get(key)?.value ?? (await level.get([key]))[0]
      return (bytes && decodeRecord(bytes, 'extended')) ?? undefined
    },
    /** Puts an entry that was fetched for a caller that fills no memory into it. */
    take: (cell: Cell, entry: CellEntry): CellEntry =>
      remember(cell, merge(cells.get(cell.id), listEntryRecords(entry), entry.absentUntil)),

    /** The record of the scope that people are shown. */
    shownIn,

    /**
     * The records of a scope that people are shown, by cell id: from memory if fresh, the others in one read of the second level, without
     * changing memory.
     */
    async shownAt<S extends PublicScope>(wanted: readonly Cell[], scope: S): Promise<Map<number, ScopeRecord<S>>> {
      const found = new Map<number, ScopeRecord<S>>()
      const now = clock.now()
      const freshMs = windows()[scope].freshSeconds * 1_000
      const elsewhere = wanted.filter((cell) => {
        const record = shownIn(cell, cells.peek(cell.id), scope)
        if (record !== undefined) found.set(cell.id, record)
        return record === undefined || computeAgeMs(record.fetchedAt, now) >= freshMs
      })
      const { slots, extendedSlots } = current()
      const ofScope = slots.filter((slot) => slot.scope === scope)
      const hasBlend = blending?.hasScope(scope) === true
      const keysOf = (cell: Cell) => [...ofScope.map((slot) => toRecordKey(cell, slot)), ...(hasBlend ? [toBlendKey(cell.id)] : [])]
      const width = ofScope.length + (hasBlend ? 1 : 0)
      const values = elsewhere.length === 0 ? [] : await level.get(elsewhere.flatMap(keysOf))
      const entries = new Map<number, CellEntry>()
      for (const [index, cell] of elsewhere.entries()) {
        const ofCell = values.slice(index * width, (index + 1) * width)
        const blend = decodeCellBlend(ofCell[ofScope.length]) ?? undefined
        const entry = merge(cells.peek(cell.id), decodeSlots(ofScope, ofCell), {}, blend)
        entries.set(cell.id, entry)
        const record = shownIn(cell, entry, scope)
        if (record !== undefined) found.set(cell.id, record)
      }
      if (!hasBlend) return found
      const blended = elsewhere.filter((cell) => isBlended(cell, entries.get(cell.id)?.blend))
      const series = await readSlots(blended, [...slots.filter((slot) => slot.scope === 'hourly'), ...extendedSlots])
      for (const [index, cell] of blended.entries()) entries.set(cell.id, merge(entries.get(cell.id), series[index] ?? []))
      for (const cell of wanted) {
        const record = found.get(cell.id)
        if (record !== undefined) found.set(cell.id, blending.apply(cell, entries.get(cell.id) ?? cells.peek(cell.id), record))
      }
      return found
    },

    /**
     * The alert with that id, as last stored with a cell; undefined if no cell had it, or it is long over. Errors of the second level are
     * thrown.
     */
    async alert(id: string): Promise<ListedAlert | undefined> {
      const key = toAlertKey(id)
      if (key === null) return undefined
      const bytes = onTheirWay.get(key)?.value ?? (await level.get([key]))[0]
      if (!bytes) return undefined
      const stored = parseAlertEntry(bytes)
      if (stored === undefined) return undefined
      return { ...stored, listed: stored.cellId === undefined ? [] : (await alertsAt(stored.cellId)).flatMap(listRecordAlerts) }
    },

    /**
     * Puts new records into memory at once; with `seen`, the entry that a caller that fills no memory has read, only if the cell is already in memory.
     * Alerts keep the ids that they had in this cell; alerts that are no longer listed stay until their absence proves them called off.
     */
    store(cell: Cell, records: readonly ScopeRecord[], seen?: CellEntry): Stored {
      const inMemory = cells.peek(cell.id)
      const before = seen === undefined ? inMemory : merge(seen, listEntryRecords(inMemory))
      const succeeding = records.map((next) => {
        if (!isAlertRecord(next)) return next
        return continueAlertRecord(
          before?.alerts.find(({ source }) => source === next.source),
          next,
          current().kindOf.get(next.source) ?? 'weather',
        )
      })
      const entry = merge(before, succeeding)
      if (seen === undefined) remember(cell, entry)
      else if (inMemory !== undefined) remember(cell, merge(inMemory, listEntryRecords(entry)))
      const winners = listEntryRecords(entry).filter((record) => !listEntryRecords(before).includes(record))
      const entryOf = (record: ScopeRecord): CacheEntry => ({
        key: toRecordKey(cell, record),
        value: encodeRecord(record),
        expiresAt: computeUsableUntil(record, windows()),
      })
      const [extended, usual] = [winners.filter(({ scope }) => scope === 'extended'), winners.filter(({ scope }) => scope !== 'extended')]
      const alerts = usual.filter(isAlertRecord).flatMap((record) => buildAlertEntries(cell.id, record))
      return { entry, written: put(usual.map(entryOf), [...extended.map(entryOf), ...alerts]) }
    },

    /** Records until when the source has nothing there; `seen` as with `store`. */
    async storeAbsent(cell: Cell, absence: string, until: number, seen?: CellEntry): Promise<void> {
      const inMemory = cells.peek(cell.id)
      if (seen === undefined || inMemory !== undefined) remember(cell, merge(inMemory, [], { [absence]: until }))
      await level.put([{ key: toAbsentKey(cell, absence), value: Buffer.from(String(until)), expiresAt: until }])
    },
  }
}
