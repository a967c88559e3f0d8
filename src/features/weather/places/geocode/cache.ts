import { createMemoryCache } from '../../../../platform/cache/memory-cache.ts'
import type { SecondLevel } from '../../../../platform/cache/second-level.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { GeocodedPlace } from '../../../../providers/provider.ts'
import { DAY_MS, HOUR_MS } from '../../../../time.ts'

/** What a provider answered to one question. */
export interface GeocodeRecord {
  readonly places: readonly GeocodedPlace[]
  /** The spellings that were asked for: that nothing was found says nothing about any other. */
  readonly spellings: readonly string[]
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** The two cache levels of geocoding, memory first. Neither gives out what is no longer usable. */
export interface GeocodeCache {
  memory(key: string): GeocodeRecord | undefined
  /** Reads the second level into memory, unless memory has what is not older: it may not be written yet. Errors of the level are thrown. */
  load(key: string): Promise<GeocodeRecord | undefined>
  /** Takes the record into memory at once; resolves when the second level has it. */
  store(key: string, record: GeocodeRecord): Promise<void>
}

const FRESH_MS = 7 * DAY_MS
const USABLE_MS = 30 * DAY_MS
/** That nothing was found is kept for an hour only: places get added, and a slip of the upstream should pass. */
const EMPTY_MS = HOUR_MS
const MAX_BYTES = 16 * 1024 * 1024

/** Epoch milliseconds until which a record is fresh, and until which it may be served at all. */
export function lifeOf({ places, fetchedAt }: GeocodeRecord): { readonly freshUntil: number; readonly usableUntil: number } {
  const [fresh, usable] = places.length === 0 ? [EMPTY_MS, EMPTY_MS] : [FRESH_MS, USABLE_MS]
  return { freshUntil: fetchedAt + fresh, usableUntil: fetchedAt + usable }
}

/** Whether nothing was found, and that is still believed. */
export function isCurrentMiss(record: GeocodeRecord | undefined, now: number): record is GeocodeRecord {
  return record !== undefined && record.places.length === 0 && now < lifeOf(record).freshUntil
}

export function createGeocodeCache(level: SecondLevel, clock: Clock): GeocodeCache {
  const kept = createMemoryCache<string, { record: GeocodeRecord; bytes: number }>('place_names', MAX_BYTES, ({ bytes }) => bytes)

  /** Parsed objects take about three times the bytes of their JSON. */
  function keep(key: string, record: GeocodeRecord, json: Buffer): void {
    kept.set(key, { record, bytes: json.length * 3 + 200 })
  }

  function memory(key: string): GeocodeRecord | undefined {
    const record = kept.get(key)?.record
    return record !== undefined && clock.now() < lifeOf(record).usableUntil ? record : undefined
  }

  return {
    memory,

    async load(key) {
      const [json] = await level.get([key])
      if (!json) return undefined
      const record = decode(json)
      if (record === undefined || clock.now() >= lifeOf(record).usableUntil) return undefined
      const held = memory(key)
      if (held !== undefined && held.fetchedAt >= record.fetchedAt) return held
      keep(key, record, json)
      return record
    },

    async store(key, record) {
      const json = Buffer.from(JSON.stringify({ ...record, shape: SHAPE }))
      keep(key, record, json)
      await level.put([{ key, value: json, expiresAt: lifeOf(record).usableUntil }])
    },
  }
}

/** Raised with every change that makes kept records unreadable. */
const SHAPE = 2

function decode(json: Buffer): GeocodeRecord | undefined {
  try {
    const { shape, places, spellings, fetchedAt } = JSON.parse(json.toString()) as GeocodeRecord & { shape: number }
    return shape === SHAPE ? { places, spellings, fetchedAt } : undefined
  } catch {
    return undefined
  }
}
