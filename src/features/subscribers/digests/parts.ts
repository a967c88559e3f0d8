import { LRUCache } from 'lru-cache'
import { mapBounded } from '../../../platform/bounded.ts'
import { cellFromId } from '../../../domain/cell.ts'
import type { DigestPlacePart } from './emails/weekly-digest/data.ts'
import type { Gatherer } from './gather.ts'
import type { DigestStore } from './store.ts'

/** What a run knows of its places: which have a part that mails can show. */
export interface PlaceParts {
  /** Places that mails of this run show, whether their weather was to be had or not. */
  readonly places: number
  /** Those whose weather was not to be had. */
  readonly unavailable: number
  /** Makes sure that it is known of all these cells whether they have a part; stops early when the signal aborts. */
  ensure(cells: readonly number[]): Promise<void>
  /** The part of a cell; null where its weather was not to be had, undefined where that is not known (any more). */
  of(cell: number): string | null | undefined
  /** The parts of those cells of which something is held anyhow, by cell; no provider is asked. */
  ensureHeld(cells: readonly number[]): Promise<ReadonlyMap<number, string>>
}

export interface PlacePartsOptions {
  readonly store: Pick<DigestStore, 'listParts' | 'insertParts'>
  readonly gatherer: Gatherer
  /** The run's day (UTC), which names the parts: a run that comes after a crash finds what the first one gathered. */
  readonly day: string
  /** Epoch milliseconds. */
  readonly now: number
  /** Takes every place that would be gathered to have weather; nothing is gathered or written. */
  readonly dryRun: boolean
  readonly signal: AbortSignal
}

/** Two numbers each. What falls out of the table is looked up again. */
const MAX_KNOWN = 50_000
const AT_ONCE = 12
/** Written together, so that a crash costs few calls. */
const CHUNK = 48

export function createPlaceParts({ store, gatherer, day, now, dryRun, signal }: PlacePartsOptions): PlaceParts {
  const known = new LRUCache<number, { readonly part: string | null }>({ max: MAX_KNOWN })
  let [places, unavailable] = [0, 0]
  const idOf = (cell: number): string => `digest:${day}:${cell}`

  function note(cell: number, part: string | null): void {
    known.set(cell, { part })
    places += 1
    if (part === null) unavailable += 1
  }

  /** Those of the cells of which nothing is known, in memory or in the table. */
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
      const part = await gatherer.gather(cellFromId(cell))
      if (part !== null) parts.set(cell, part)
      else if (!signal.aborted) note(cell, null)
    })
    await insert(parts)
  }

  return {
    get places() {
      return places
    },
    get unavailable() {
      return unavailable
    },
    async ensure(cells) {
      if (dryRun) return [...new Set(cells)].filter((cell) => !known.has(cell)).forEach((cell) => note(cell, idOf(cell)))
      const missing = await unknown(cells)
      for (let start = 0; start < missing.length && !signal.aborted; start += CHUNK) await gatherChunk(missing.slice(start, start + CHUNK))
    },
    of: (cell) => known.get(cell)?.part,
    async ensureHeld(cells) {
      const missing = await unknown(cells)
      if (missing.length > 0) await insert(await gatherer.peek(missing.map(cellFromId)))
      const held = new Map<number, string>()
      for (const cell of cells) {
        const { part } = known.get(cell) ?? { part: null }
        if (part !== null) held.set(cell, part)
      }
      return held
    },
  }
}
