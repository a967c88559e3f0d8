import type { WeatherBundle } from '../providers/provider.ts'
import type { PlaceClock, ScopeData } from '../weather/model.ts'
import type { CellScope } from '../weather/scope.ts'

/**
 * What is kept of one scope of one cell: where the data came from, and the canonical data as JSON bytes, which are a third of the
 * size of the parsed objects and are parsed once per rendering.
 */
export interface ScopeRecord<S extends CellScope = CellScope> extends PlaceClock {
  readonly scope: S
  /** Provider id. */
  readonly source: string
  /** True when the upstream declared its data as made up. */
  readonly simulated: boolean
  /** Epoch milliseconds, whole seconds, rounded down. */
  readonly fetchedAt: number
  /** False for a series that the source does not have at this place. */
  readonly available: boolean
  readonly json: Buffer
}

/** The canonical data of a record. Parses; callers keep what they make of it. */
export function dataOf<S extends CellScope>(record: ScopeRecord<S>): ScopeData[S] {
  return JSON.parse(record.json.toString()) as ScopeData[S]
}

/** The records of one fetch. `fetchedAt` is epoch milliseconds of a whole second not after it. */
export function recordsOf(bundle: WeatherBundle, source: string, fetchedAt: number): ScopeRecord[] {
  const { timezone, utcOffsetSeconds, simulated } = bundle
  return (Object.entries(bundle.scopes) as [CellScope, ScopeData[CellScope]][]).map(([scope, data]) => ({
    scope,
    source,
    simulated,
    fetchedAt,
    timezone,
    utcOffsetSeconds,
    available: !('available' in data) || data.available,
    json: Buffer.from(JSON.stringify(data)),
  }))
}

/** One line of provenance, then the data as it is. */
export function encodeRecord({ json, ...provenance }: ScopeRecord): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...provenance, shape: SHAPE })}\n`), json])
}

/** The inverse of `encodeRecord`; null for bytes that a release with another canonical model wrote. */
export function decodeRecord(bytes: Buffer): ScopeRecord | null {
  const end = bytes.indexOf(0x0a)
  try {
    const { shape, ...provenance } = JSON.parse(bytes.toString('utf8', 0, Math.max(0, end))) as Omit<ScopeRecord, 'json'> & {
      shape: number
    }
    return shape === SHAPE ? { ...provenance, json: bytes.subarray(end + 1) } : null
  } catch {
    return null
  }
}

/** Raised with every change of the canonical model that makes kept data unreadable. */
const SHAPE = 1
