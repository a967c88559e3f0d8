import { type Cell, MAX_READING_AGE_MS, type NearbyReport, findNearestReport, isSuitable } from '@isobar/weather'
import type { Foundation } from '../../../foundation.ts'
import { toOutcome, awaitResultOrLate } from '../../../gateway/index.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { HOUR_MS, MINUTE_MS, isInForce } from '../../../time.ts'
import { type StationStore, listStationTiles } from './station-store.ts'

/** What stations say of a place. The object stays the same while nothing of it changes. */
export interface PlaceStation {
  /** The report of the nearest suitable station; null without one. */
  readonly report: NearbyReport | null
  readonly simulated: boolean
  /** The height of the terrain at the place in metres, if known. */
  readonly height: number | null
}

/** For places of which nothing is known, and where no stations are read. */
export const NO_STATION: PlaceStation = { report: null, simulated: false, height: null }

export interface LookupOptions extends Pick<Foundation, 'clock' | 'onError'> {
  readonly store: Pick<StationStore, 'listInTiles' | 'noteUsed' | 'findHeight'>
  readonly sources: () => readonly string[]
  /** An answer does without stations rather than wait longer for the database, and asks it again after a while. */
  readonly timeoutMs: number
}

interface Known {
  readonly found: PlaceStation
  /** Until when it is used, and from when a newer one is looked for behind answers; epoch milliseconds. */
  readonly until: number
  readonly renewAt: number
}

const MEMORY_BYTES = 16 * 1024 * 1024
const ENTRY_BYTES = 800
/** How long a look-up is fresh: stations report every ten minutes at most. */
const FRESH_MS = MINUTE_MS
/** Until then, it is used while the next one is made in the background. */
const STALE_MS = 10 * MINUTE_MS
/** After a look-up that failed. */
const RETRY_MS = MINUTE_MS / 2
const RENEW_USED_MS = 6 * HOUR_MS

/** Finds what stations say of a place: one indexed query, whose result is kept in memory. */
export function createStationLookup({ store, sources, timeoutMs, clock, onError }: LookupOptions) {
  const cache = createMemoryCache<number, Known>('stations', MEMORY_BYTES, () => ENTRY_BYTES)
  const pending = new Map<number, Promise<PlaceStation>>()

  async function find(cell: Cell, former: PlaceStation | undefined): Promise<PlaceStation> {
    const now = clock.now()
    const tiles = listStationTiles(cell)
    const [stations, height] = await Promise.all([store.listInTiles(tiles, now - MAX_READING_AGE_MS, sources()), store.findHeight(cell.id)])
    const place = { lat: cell.lat, lon: cell.lon, height }
    const suitable = stations.filter(({ station }) => isSuitable(place, station))
    const unused = suitable.filter(({ usedAt }) => (usedAt ?? 0) < now - RENEW_USED_MS).map(({ station }) => station)
    if (unused.length > 0) await store.noteUsed(unused, now)
    const report = findNearestReport(place, stations, now)
    const simulated = stations.find(({ station }) => station === report?.station)?.simulated === true
    const isSame = former !== undefined && former.height === height && former.simulated === simulated && isSameReport(former.report, report)
    return isSame ? former : { report, simulated, height }
  }

  function refresh(cell: Cell): Promise<PlaceStation> {
    const running = pending.get(cell.id)
    if (running !== undefined) return running
    const former = cache.peek(cell.id)?.found
    const looking = find(cell, former)
      .then(
        (found) => {
          cache.set(cell.id, { found, until: clock.now() + STALE_MS, renewAt: clock.now() + FRESH_MS })
          return found
        },
        (error: unknown) => {
          onError(error, 'looking up stations')
          const found = former ?? NO_STATION
          cache.set(cell.id, { found, until: clock.now() + STALE_MS, renewAt: clock.now() + RETRY_MS })
          return found
        },
      )
      .finally(() => pending.delete(cell.id))
    pending.set(cell.id, looking)
    return looking
  }

  /** What this process knows, synchronously; undefined if it has to look. Renews what is no longer fresh in the background. */
  function peek(cell: Cell, now: number): PlaceStation | undefined {
    const known = cache.get(cell.id)
    if (known === undefined || !isInForce(known.until, STALE_MS, now)) return undefined
    if (now >= known.renewAt) void refresh(cell)
    return known.found
  }

  return {
    peek,
    /** The same, looked up if necessary. `NO_STATION` if that fails or takes too long: an answer does without. */
    async find(cell: Cell): Promise<PlaceStation> {
      const known = peek(cell, clock.now())
      if (known !== undefined) return known
      const outcome = await awaitResultOrLate(timeoutMs, toOutcome(refresh(cell)))
      if (outcome.kind === 'fulfilled') return outcome.value
      // Remembered, so that not every answer of the place waits for a database that stalls; the look-up replaces it when it ends.
      cache.set(cell.id, { found: NO_STATION, until: clock.now() + RETRY_MS, renewAt: Infinity })
      return NO_STATION
    },
  }
}

function isSameReport(a: NearbyReport | null, b: NearbyReport | null): boolean {
  return a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b))
}
