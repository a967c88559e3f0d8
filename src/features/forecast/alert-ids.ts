import { type AlertRecord, alertsIn } from '../../gateway/record.ts'
import { isRunningOrComing, runsUntil } from '../../weather/alert-state.ts'

/** The ids that an answer lists, and until when (epoch milliseconds) that list stays true. */
export interface AlertIds {
  readonly ids: readonly string[] | null
  readonly until: number
}

/**
 * The unexpired alerts of a place's last known alert records, those of all its sources. Null when they are unknown: never fetched, or
 * by every source so long ago that an empty list would claim "no warnings" without knowing. A source that does not reach the place
 * knows nothing about it.
 */
export function alertIdsOf(records: readonly AlertRecord[], staleSeconds: number, now: number): AlertIds {
  const reaching = records.filter(({ available }) => available)
  const running = reaching.flatMap(alertsIn).filter((alert) => isRunningOrComing(alert, now))
  const knownUntil = Math.max(0, ...reaching.map(({ fetchedAt }) => fetchedAt + staleSeconds * 1_000))
  if (now >= knownUntil && running.length === 0) return { ids: null, until: Infinity }
  return { ids: running.map(({ id }) => id), until: Math.min(...running.map(runsUntil), now < knownUntil ? knownUntil : Infinity) }
}
