import { foldOfficial, getAlertEndMs, isRunningOrComing } from '@isobar/weather'
import { type AlertRecord, parseRecordData } from '../../../gateway/index.ts'

/**
 * The unexpired alerts in a place's last known alert records, from all sources, and until when (epoch milliseconds) that list is valid; one per
 * event, in `lang` if available (`foldOfficial`).
 * Null if they are unknown: never fetched, or fetched from every source so long ago that an empty list would claim "no warnings" without
 * evidence. A source that does not cover the place says nothing about it; one with an incomplete list proves that there are alerts.
 */
export function readActiveAlerts(records: readonly AlertRecord[], staleSeconds: number, now: number, lang?: string) {
  const reaching = records.filter(({ available }) => available)
  const lists = reaching.map((record) => parseRecordData<AlertRecord['scope']>(record))
  const running = lists.flatMap(({ alerts }) => alerts).filter((alert) => isRunningOrComing(alert, now))
  const knownUntil = Math.max(0, ...reaching.map(({ fetchedAt }) => fetchedAt + staleSeconds * 1_000))
  const isKnown = now < knownUntil && lists.every(({ incomplete }) => incomplete !== true)
  if (running.length === 0 && !isKnown) return { alerts: null, until: Infinity }
  const alerts = foldOfficial(running, lang).map(({ lead }) => lead)
  return { alerts, until: Math.min(...running.map(getAlertEndMs), now < knownUntil ? knownUntil : Infinity) }
}

/** The same by their ids. */
export function readActiveAlertIds(...place: Parameters<typeof readActiveAlerts>) {
  const { alerts, until } = readActiveAlerts(...place)
  return { ids: alerts?.map(({ id }) => id) ?? null, until }
}
