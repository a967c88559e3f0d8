import {
  type Absence,
  type Alert,
  type AlertList,
  continueAbsence,
  continueIdentities,
  endReplaced,
  getAlertEndMs,
  inheritIdentities,
  isConclusiveAbsence,
  isRunningOrComing,
  parseInstant,
} from '@isobar/weather'
import { copyOwnBytes } from '../platform/own-bytes.ts'
import { DAY_MS } from '../time.ts'
import { type AlertRecord, parseRecordData } from './record.ts'
import type { Source } from './sources.ts'

/**
 * Continues the last alert record of the same cell and source with a new one. Ids are kept. An active or upcoming alert that is no
 * longer listed is kept as it was until its absence proves that it is called off (`packages/weather/src/alert-absence.ts`); from then on it is kept as
 * cancelled for a day. Once its end has passed it is left out. An incomplete list proves nothing. A record of a source that does not cover
 * the place says nothing about alerts. For official warnings that the service itself stores, absence has already been judged: one that is no
 * longer listed at a place is called off there, unless nothing is known about its feed any more. None is called off while another one of
 * its event stands; a weather provider does not name the areas of what it relays, so that for its alerts this is unknown.
 */
export function continueAlertRecord(previous: AlertRecord | undefined, record: AlertRecord, kind: Source['kind']): AlertRecord {
  if (previous === undefined || previous.source !== record.source || !previous.available) return record
  const isOurs = kind === 'warnings'
  if (!record.available && !isOurs) return record
  const { alerts: former, absent: formerlyAbsent = {} } = parseRecordData(previous)
  if (former.length === 0) return record
  const { absent: _none, ...data } = parseRecordData(record)
  const listed = continueIdentities(former, kind === 'weather' ? inheritors(former, data.alerts, record.fetchedAt) : data.alerts)
  const ids = new Set(listed.map(({ id }) => id))
  const alerts: Alert[] = [...listed]
  const absent: Record<string, Absence> = {}
  for (const alert of former) {
    if (ids.has(alert.id) || !isRunningOrComing({ ...alert, cancelled: false }, record.fetchedAt)) continue
    const before = formerlyAbsent[alert.id]
    if (isOurs && data.sources?.some(({ id }) => id === alert.source) !== true) continue
    const isSilent = data.incomplete === true || (!isOurs && hasRunOut(alert, record.fetchedAt))
    const absence = isSilent ? before : continueAbsence(before, record.fetchedAt)
    const cancelled = alert.cancelled || isOurs || (absence !== undefined && isConclusiveAbsence(absence))
    if (cancelled && absence !== undefined && isLong(absence)) continue
    if (absence !== undefined) absent[alert.id] = absence
    alerts.push({ ...alert, cancelled })
  }
  const list: AlertList = {
    ...data,
    alerts: kind === 'weather' ? alerts : preserveEndings(former, endReplaced(alerts, record.fetchedAt), record.fetchedAt),
    ...(Object.keys(absent).length === 0 ? {} : { absent }),
  }
  return { ...record, available: record.available || alerts.length > 0, json: copyOwnBytes(JSON.stringify(list)) }
}

/** How an alert ended, called off or replaced, is decided once: what comes or goes later does not change it. */
function preserveEndings(former: readonly Alert[], alerts: readonly Alert[], at: number): Alert[] {
  const ended = new Map(former.flatMap((alert) => (alert.cancelled || getAlertEndMs(alert) <= at ? [[alert.id, alert]] : [])))
  return alerts.map((alert) => {
    const last = ended.get(alert.id)
    return last === undefined || isRunningOrComing(alert, at) ? alert : { ...alert, cancelled: last.cancelled, end: last.end }
  })
}

/** A feed has ids of its own, so that two warnings under one title are two; a weather provider relays them without. */
function inheritors(former: readonly Alert[], next: readonly Alert[], at: number): readonly Alert[] {
  return inheritIdentities(
    former.filter((alert) => isRunningOrComing(alert, at)),
    next,
  )
}

/** A called-off alert is kept so that all readers see it, but without a stated end not forever. */
function isLong({ since, latest }: Absence): boolean {
  return parseInstant(latest) - parseInstant(since) >= DAY_MS
}

/** Issuers may let a message expire, and stop listing it, before the event is over. */
function hasRunOut({ expires }: Alert, at: number): boolean {
  return expires !== undefined && parseInstant(expires) <= at
}
