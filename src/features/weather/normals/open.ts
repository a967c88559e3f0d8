import { type Attribution, type NormalsCapability, ProviderFailure } from '@isobar/providers/port'
import { type Cell, decodeCellId, toCell } from '@isobar/weather'
import type { Feature, Foundation } from '../../../foundation.ts'
import { buildReadingContext } from '../../../gateway/index.ts'
import { computeBackoffMs } from '../../../platform/backoff.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, computeAgeMs } from '../../../time.ts'
import { registerNormals } from './routes.ts'
import { createNormalStore, type StoredNormals } from './store.ts'
import type { NormalTables } from './tables.ts'

export interface NormalNeeds {
  /** The provider in use that knows what is usual; undefined: none. Its terms are those of its weather. */
  readonly provider: () => { readonly id: string; readonly capability: NormalsCapability } | undefined
  readonly attributionOf: (source: string) => Attribution
}

/** One call a minute at most: a record of thirty years weighs as much as hundreds of calls. */
const FETCH_EVERY_MS = MINUTE_MS
/** A node that dies during a call leaves its cell to the others after this. */
const TAKEN_MS = 10 * MINUTE_MS
const [SHORTEST_BACKOFF_MS, LONGEST_BACKOFF_MS] = [HOUR_MS, 30 * DAY_MS]
/** A cell whose normals are not known is forgotten when nobody has asked for it for so long. */
const WANTED_MS = 30 * DAY_MS
const CACHE_BYTES = 16 * 1024 * 1024
/** Five lists of 366 numbers. */
const NORMALS_BYTES = 16_000
/** How long a cell without normals is not looked up again, and its interest not counted again, by a process. */
const UNKNOWN_MS = 10 * MINUTE_MS

/** What is usual at a place: 30-year normals, fetched in the background, a few places a day, and stored. */
export function openNormals(foundation: Foundation<NormalTables>, { provider, attributionOf }: NormalNeeds) {
  const { db, meter, clock, settings, onError } = foundation
  const store = createNormalStore(db)
  const cache = createMemoryCache<number, { readonly at: number; readonly stored: StoredNormals | null }>(
    'normals',
    CACHE_BYTES,
    () => NORMALS_BYTES,
  )
  /** Undefined: switched off, or no provider knows them. */
  const source = () => (settings.current().normalsPerDay === 0 ? undefined : provider())
  const isOn = () => source() !== undefined

  /** The normals of a place; null: not known, and wanted from now on unless they are off. @throws Error when the database is away */
  async function find(lat: number, lon: number): Promise<StoredNormals | null> {
    const cell: Cell = toCell(lat, lon)
    const now = clock.now()
    const cached = cache.get(cell.id)
    if (cached !== undefined && (cached.stored !== null || computeAgeMs(cached.at, now) < UNKNOWN_MS)) return cached.stored
    const stored = await store.find(cell.id)
    const period = source()?.capability.period
    if (period !== undefined && stored?.period !== period) await store.want(cell.id, now)
    cache.set(cell.id, { at: now, stored })
    return stored
  }

  async function fetchNext(): Promise<void> {
    const chosen = source()
    if (chosen === undefined) return
    const { id, capability } = chosen
    const now = clock.now()
    const taken = await store.take(capability.period, settings.current().normalsPerDay, now - (now % DAY_MS), now, now + TAKEN_MS)
    if (taken === null) return
    const { cell, failures } = taken
    try {
      const context = { ...buildReadingContext('normals'), cellId: cell }
      const { normals, simulated } = await meter.run(context, (calls) => capability.fetch(decodeCellId(cell), calls, now))
      await store.put(cell, { source: id, period: capability.period, simulated, normals }, now)
      cache.delete(cell)
    } catch (error) {
      const kind = error instanceof ProviderFailure ? error.kind : 'internal'
      // Nothing was called.
      if (kind === 'budget_spent' || kind === 'circuit_open' || kind === 'not_wanted') return await store.putOff(cell, now + HOUR_MS)
      if (kind === 'internal') onError(error, 'fetching normals')
      await store.noteFailure(cell, now + computeBackoffMs(SHORTEST_BACKOFF_MS, LONGEST_BACKOFF_MS, failures))
    }
  }

  return {
    isOn,
    fetchNext,
    routes(app) {
      registerNormals(app, foundation, { find, isOn, attributionOf })
    },
    tasks: [
      { name: 'fetching normals', everyMs: FETCH_EVERY_MS, run: fetchNext },
      {
        name: 'deleting unwanted normals',
        everyMs: 6 * HOUR_MS,
        async run() {
          const chosen = provider()
          if (chosen !== undefined) await store.deleteUnwanted(chosen.capability.period, clock.now() - WANTED_MS)
        },
      },
    ],
  } satisfies Feature & Record<string, unknown>
}
