import { dataOf, type ScopeRecord } from '../../gateway/record.ts'
import { parseInstant } from '../../weather/instant.ts'

/** The ids that an answer lists, and until when (epoch milliseconds) that list stays true. */
export interface AlertIds {
  readonly ids: readonly string[] | null
  readonly until: number
}

/**
 * The unexpired alerts of a place's last known alert scope. Null when they are unknown: never fetched, or so long ago that an empty
 * list would claim "no warnings" without knowing.
 */
export function alertIdsOf(record: ScopeRecord<'alert'> | undefined, staleSeconds: number, now: number): AlertIds {
  if (record === undefined) return { ids: null, until: Infinity }
  const running = dataOf(record).alerts.filter((alert) => !alert.cancelled && (alert.end === null || parseInstant(alert.end) > now))
  const knownUntil = record.fetchedAt + staleSeconds * 1_000
  const isKnown = now < knownUntil
  if (!isKnown && running.length === 0) return { ids: null, until: Infinity }
  const ends = running.flatMap((alert) => (alert.end === null ? [] : [parseInstant(alert.end)]))
  return { ids: running.map((alert) => alert.id), until: Math.min(...ends, isKnown ? knownUntil : Infinity) }
}
