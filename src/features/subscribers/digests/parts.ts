import { decodeCellId } from '@isobar/weather'
import { mapBounded } from '../../../platform/bounded.ts'
import { createLruCache } from '../../../platform/cache/memory-cache.ts'
import type { DigestPlacePart } from './emails/weekly-digest/data.ts'
import type { Gatherer } from './gather.ts'
import type { DigestStore } from './store.ts'

/** The places of a run, and which have a part that mails can show. */
export type PlaceParts = ReturnType<typeof createPlaceParts>

export interface PlacePartsOptions {
  readonly store: Pick<DigestStore, 'listParts' | 'insertParts'>
  readonly gatherer: Gatherer
  /** The run's day (UTC), which is in the part ids: a rerun after a crash finds the parts already gathered. */
  readonly day: string
  /** Epoch milliseconds. */
  readonly now: number
  /** Assumes weather for every place that would be gathered; gathers and writes nothing. */
  readonly dryRun: boolean
  readonly signal: AbortSignal
}

/** Entries are small; evicted ones are looked up in the table again. */
const MAX_KNOWN = 50_000
const AT_ONCE = 12
/** Parts written at once; few, so that a crash wastes few calls. */
const CHUNK = 48

/** A place with weather is gathered once per day, across runs. */
export function createPlaceParts({ store, gatherer, day, now, dryRun, signal }: PlacePartsOptions) {
  const known = createLruCache<number, { readonly part: string | null }>(MAX_KNOWN)
  let [places, unavailable] = [0, 0]
  const idOf = (cell: number): string => `digest:${day}:${cell}`

  function note(cell: number, part: string | null): void {
    known.set(cell, { part })
    places += 1
    if (part === null) unavailable += 1
  }

  /** The cells that are neither in memory nor in the table. */
  async function unknown(cells: readonly number[]): Promise<number[]> {
    const missing = [...new Set(cells)].filter((cell) => !known.has(cell))
    if (missing.length === 0) return missing
    const written = await store.listParts(missing.map(idOf))
    const found = missing.filter((cell) => written.has(idOf(cell)))
    for (const cell of found) note(cell, idOf(cell))
    return missing.filter((cell) => !known.has(cell))
  }

  async function insert(parts: ReadonlyMap<number, DigestPlacePart>): Promise<void> {
    if (parts.size > 0 && !dryRun) await store.insertParts(new Map([...parts].map(([cell, part]) => [idOf(cell), part])), now)
    for (const cell of parts.keys()) note(cell, idOf(cell))
  }

  async function gatherChunk(cells: readonly number[]): Promise<void> {
    const parts = new Map<number, DigestPlacePart>()
    await mapBounded(cells, AT_ONCE, async (cell) => {
      const part = await gatherer.gather(decodeCellId(cell))
      if (part !== null) parts.set(cell, part)
      else if (!signal.aborted) note(cell, null)
    })
    await insert(parts)
  }

  return {
    /** Number of places in mails of this run, with or without weather. */
    get places(): number {
      return places
    },
    /** Number of places whose weather was unavailable. */
    get unavailable(): number {
      return unavailable
    },
    /** Determines for each of these cells whether it has a part; stops early when the signal aborts. */
    async ensure(cells: readonly number[]): Promise<void> {
      if (dryRun) return [...new Set(cells)].filter((cell) => !known.has(cell)).forEach((cell) => note(cell, idOf(cell)))
      const missing = await unknown(cells)
      for (let start = 0; start < missing.length && !signal.aborted; start += CHUNK) await gatherChunk(missing.slice(start, start + CHUNK))
    },
    /** The part id of a cell; null when its weather was unavailable, undefined when unknown or no longer known. */
    of: (cell: number): string | null | undefined => known.get(cell)?.part,
    /** The part ids of those cells with cached data, by cell; calls no provider. */
    async ensureCached(cells: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const missing = await unknown(cells)
      if (missing.length > 0) await insert(await gatherer.peek(missing.map(decodeCellId)))
      const cached = new Map<number, string>()
      for (const cell of cells) {
        const { part } = known.get(cell) ?? { part: null }
        if (part !== null) cached.set(cell, part)
      }
      return cached
    },
  }
}
