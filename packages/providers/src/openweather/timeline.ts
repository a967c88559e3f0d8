import { type PlaceClock, toPlaceClock } from '@isobar/weather'
import { isObject, readText } from '../json.ts'
import { readTimedSeries, type Timed } from './schema.ts'

/** A One Call 4.0 response: all resources but alerts share one envelope. */
export interface Timeline {
  /** As sent. */
  readonly lat: unknown
  readonly lon: unknown
  readonly clock: PlaceClock
  /** In order of time. */
  readonly records: readonly Timed[]
  /** Whether there is a further page. Its link is never followed: it carries the key over plain http. */
  readonly hasMore: boolean
}

/** Null if the body is not such a response. Records without a time are skipped. */
export function decodeTimeline(body: unknown, nowMs: number): Timeline | null {
  if (!isObject(body) || !Array.isArray(body['data'])) return null
  const records = readTimedSeries(body['data']) ?? []
  const clock = toPlaceClock(body['timezone'], body['timezone_offset'], records[0]?.timeMs ?? nowMs)
  const { lat, lon } = body
  return clock === null ? null : { lat, lon, clock, records, hasMore: readText(body['next']) !== null }
}
