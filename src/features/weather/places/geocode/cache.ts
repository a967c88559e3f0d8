import { type GeocodedPlace, isObject, parseJson, readFields, readLine, readNumber, readObjects, readTexts } from '@isobar/providers/port'
import { createMemoryCache } from '../../../../platform/cache/memory-cache.ts'
import type { SecondLevel } from '../../../../platform/cache/second-level.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { DAY_MS, HOUR_MS, computeAgeMs } from '../../../../time.ts'

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
export function computeGeocodeLifetime({ places, fetchedAt }: GeocodeRecord): {
  readonly freshUntil: number
  readonly usableUntil: number
} {
  const [fresh, usable] = places.length === 0 ? [EMPTY_MS, EMPTY_MS] : [FRESH_MS, USABLE_MS]
  return { freshUntil: fetchedAt + fresh, usableUntil: fetchedAt + usable }
}

/** Whether the record is an empty result that is still fresh. */
export function isCurrentMiss(record: GeocodeRecord | undefined, now: number): record is GeocodeRecord {
  return record !== undefined && record.places.length === 0 && computeAgeMs(record.fetchedAt, now) < EMPTY_MS
}

/** Neither too old nor from a time when a clock was ahead. */
function isUsable(record: GeocodeRecord, now: number): boolean {
  return now < computeGeocodeLifetime(record).usableUntil && computeAgeMs(record.fetchedAt, now) < Infinity
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
    return record !== undefined && isUsable(record, clock.now()) ? record : undefined
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
      if (record === undefined || !isUsable(record, clock.now())) return undefined
      const known = memory(key)
      if (known !== undefined && known.fetchedAt >= record.fetchedAt) return known
      remember(key, record, json)
      return record
    },

    /** Puts the record into memory at once; resolves when the second level has it. */
    async store(key: string, record: GeocodeRecord): Promise<void> {
      const json = Buffer.from(JSON.stringify({ ...record, shape: SHAPE }))
      remember(key, record, json)
      await level.put([{ key, value: json, expiresAt: computeGeocodeLifetime(record).usableUntil }])
    },
  }
}

/** Incremented with every change that makes stored records unreadable. */
const SHAPE = 2
/** Five places with their names in all languages have a tenth of it. */
const MAX_RECORD_BYTES = 256 * 1024

/** What a node stored; undefined for anything else, whoever wrote it. */
function decode(json: Buffer): GeocodeRecord | undefined {
  const fields = json.length > MAX_RECORD_BYTES ? {} : readFields(parseJson(json))
  const fetchedAt = readNumber(fields['fetchedAt'])
  if (fields['shape'] !== SHAPE || fetchedAt === null || !Array.isArray(fields['places'])) return undefined
  const places = readObjects(fields['places']).flatMap(parsePlace)
  // An empty list is the statement that nothing was found; a list that has lost a place is none.
  if (places.length !== fields['places'].length) return undefined
  return { places, spellings: readTexts(fields['spellings']), fetchedAt }
}

function parsePlace(fields: Readonly<Record<string, unknown>>): GeocodedPlace[] {
  const [name, country, state] = [readLine(fields['name']), readLine(fields['country']), readLine(fields['state'])]
  const [lat, lon] = [readNumber(fields['lat']), readNumber(fields['lon'])]
  if (name === null || country === null || lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) return []
  const names = isObject(fields['localNames']) ? Object.entries(fields['localNames']) : []
  if (!/^[A-Z]{2}$/.test(country) || !names.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return []
  return [{ name, country, state, lat, lon, localNames: Object.fromEntries(names) }]
}
