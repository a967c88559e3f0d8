import { createMemoryCache } from '../../../../platform/cache/memory-cache.ts'
import type { SecondLevel } from '../../../../platform/cache/second-level.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { GeocodedPlace } from '../../../../providers/provider.ts'
import { DAY_MS, HOUR_MS } from '../../../../time.ts'

/** A provider's result for one query. */
export interface GeocodeRecord {
  readonly places: readonly GeocodedPlace[]
  /** The spellings that were queried: an empty result says nothing about any other. */
  readonly spellings: readonly string[]
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** The two cache levels of geocoding, memory first. Neither returns a record that is no longer usable. */
export type GeocodeCache = ReturnType<typeof createGeocodeCache>

const FRESH_MS = 7 * DAY_MS
const USABLE_MS = 30 * DAY_MS
/** Empty results are kept for an hour only: places get added, and an upstream glitch should not last. */
const EMPTY_MS = HOUR_MS
const MAX_BYTES = 16 * 1024 * 1024

/** Epoch milliseconds until which a record is fresh, and until which it may be served at all. */
export function lifeOf({ places, fetchedAt }: GeocodeRecord): { readonly freshUntil: number; readonly usableUntil: number } {
  const [fresh, usable] = places.length === 0 ? [EMPTY_MS, EMPTY_MS] : [FRESH_MS, USABLE_MS]
  return { freshUntil: fetchedAt + fresh, usableUntil: fetchedAt + usable }
}

/** Whether the record is an empty result that is still fresh. */
export function isCurrentMiss(record: GeocodeRecord | undefined, now: number): record is GeocodeRecord {
  return record !== undefined && record.places.length === 0 && now < lifeOf(record).freshUntil
}

/** An LRU in memory over the second level. */
export function createGeocodeCache(level: SecondLevel, clock: Clock) {
  const records = createMemoryCache<string, { record: GeocodeRecord; bytes: number }>('place_names', MAX_BYTES, ({ bytes }) => bytes)

  /** Parsed objects take about three times the size of their JSON. */
  function remember(key: string, record: GeocodeRecord, json: Buffer): void {
    records.set(key, { record, bytes: json.length * 3 + 200 })
  }

  function memory(key: string): GeocodeRecord | undefined {
    const record = records.get(key)?.record
    return record !== undefined && clock.now() < lifeOf(record).usableUntil ? record : undefined
  }

  return {
    memory,

    /**
     * Reads the second level into memory, unless memory has a record at least as new, whose write may be pending. Errors of the second level
     * are thrown.
     */
    async load(key: string): Promise<GeocodeRecord | undefined> {
      const [json] = await level.get([key])
      if (!json) return undefined
      const record = decode(json)
      if (record === undefined || clock.now() >= lifeOf(record).usableUntil) return undefined
      const known = memory(key)
      if (known !== undefined && known.fetchedAt >= record.fetchedAt) return known
      remember(key, record, json)
      return record
    },

    /** Puts the record into memory at once; resolves when the second level has it. */
    async store(key: string, record: GeocodeRecord): Promise<void> {
      const json = Buffer.from(JSON.stringify({ ...record, shape: SHAPE }))
      remember(key, record, json)
      await level.put([{ key, value: json, expiresAt: lifeOf(record).usableUntil }])
    },
  }
}

/** Incremented with every change that makes stored records unreadable. */
const SHAPE = 2

function decode(json: Buffer): GeocodeRecord | undefined {
  try {
    const { shape, places, spellings, fetchedAt } = JSON.parse(json.toString()) as GeocodeRecord & { shape: number }
    return shape === SHAPE ? { places, spellings, fetchedAt } : undefined
  } catch {
    return undefined
  }
}
