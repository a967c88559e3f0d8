import type { CacheEntry } from '../platform/cache/second-level.ts'
import type { Alert } from '../domain/alert.ts'
import { runsUntil } from '../domain/alert-state.ts'
import { ALERT_ID_PATTERN } from '../domain/alert-identity.ts'
import { type AlertRecord, alertsIn, graded } from './record.ts'
import { DAY_MS } from '../time.ts'

/** An alert as it was last fetched for its cell; called off where its source has withdrawn it. */
export interface KeptAlert {
  readonly alert: Alert
  /** Of the place that it is listed at; undefined where an older release has kept it. */
  readonly cellId?: number
  /** True when the upstream declared it as made up. */
  readonly simulated: boolean
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** How long an alert can be asked for after it has run out: mails link to it. */
const KEPT_AFTER_MS = 7 * DAY_MS
/** How long one runs of which nobody said how long. */
const ENDLESS_MS = 10 * DAY_MS

/** An alert with those that are listed at the same place, itself among them. */
export interface ListedAlert extends KeptAlert {
  readonly listed: readonly Alert[]
}

/**
 * The alerts of a cell's record by their ids, and those that it has `withdrawn`, for the same put as the record itself. An id is of one cell,
 * so that no other cell writes its key.
 */
export function alertEntriesOf(cellId: number, record: AlertRecord, withdrawn: readonly Alert[]): CacheEntry[] {
  const { simulated, fetchedAt } = record
  return [...alertsIn(record), ...withdrawn].map((alert) => {
    const kept: KeptAlert = { alert, cellId, simulated, fetchedAt }
    return { key: keyOf(alert.id), value: Buffer.from(JSON.stringify(kept)), expiresAt: endOf(alert, fetchedAt) + KEPT_AFTER_MS }
  })
}

/** Epoch milliseconds at which the last alert of the record has run out; 0 without one. */
export function lastRunning(record: AlertRecord): number {
  return Math.max(0, ...alertsIn(record).map((alert) => endOf(alert, record.fetchedAt)))
}

/** An alert as the second level keeps it. */
export function readAlert(bytes: Buffer): KeptAlert {
  const kept = JSON.parse(bytes.toString()) as KeptAlert
  return { ...kept, alert: graded(kept.alert) }
}

/** The key under which an alert is kept; null for what is no id of one. */
export function alertKey(id: string): string | null {
  return ALERT_ID_PATTERN.test(id) ? keyOf(id) : null
}

/** Never before it was fetched: what is listed has not long been over. */
function endOf(alert: Alert, fetchedAt: number): number {
  const end = runsUntil(alert)
  return Math.max(fetchedAt, end === Infinity ? fetchedAt + ENDLESS_MS : end)
}

const keyOf = (id: string): string => `alert:${id}`
