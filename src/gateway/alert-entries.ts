import { parseJson } from '@isobar/providers/port'
import { ALERT_ID_PATTERN, type Alert, getAlertEndMs } from '@isobar/weather'
import type { CacheEntry } from '../platform/cache/second-level.ts'
import { DAY_MS } from '../time.ts'
import { type AlertRecord, listRecordAlerts, upgradeAlert } from './record.ts'
import { isFlag, isEpochMs, checkObject, allowNull } from './shapes.ts'
import { isAlert, MAX_BYTES } from './stored-data.ts'

/** An alert as last fetched for its cell; cancelled if its source has called it off. */
export interface StoredAlert {
  readonly alert: Alert
  /** The cell that lists it; undefined if an older release stored it. */
  readonly cellId?: number
  /** True when the upstream marked it as simulated. */
  readonly simulated: boolean
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** How long an alert can be read after it has ended: mails link to it. */
const READABLE_AFTER_MS = 7 * DAY_MS
/** The assumed duration of an alert without an end. */
const ENDLESS_MS = 10 * DAY_MS

/** An alert with all alerts listed for the same cell, itself included. */
export interface ListedAlert extends StoredAlert {
  readonly listed: readonly Alert[]
}

/**
 * Cache entries for a cell's alerts, one per id, to be put together with the record itself. An id belongs to one cell, so no other cell
 * writes its key.
 */
export function buildAlertEntries(cellId: number, record: AlertRecord): CacheEntry[] {
  const { simulated, fetchedAt } = record
  return listRecordAlerts(record).map((alert) => {
    const stored: StoredAlert = { alert, cellId, simulated, fetchedAt }
    return { key: keyOf(alert.id), value: Buffer.from(JSON.stringify(stored)), expiresAt: endOf(alert, fetchedAt) + READABLE_AFTER_MS }
  })
}

/** Epoch milliseconds at which the last alert of the record ends; 0 without alerts. */
export function computeLastAlertEnd(record: AlertRecord): number {
  return Math.max(0, ...listRecordAlerts(record).map((alert) => endOf(alert, record.fetchedAt)))
}

const isStored = checkObject({
  alert: isAlert,
  cellId: allowNull(Number.isInteger),
  simulated: isFlag,
  fetchedAt: isEpochMs,
})

/** Decodes an alert as stored in the second level; undefined for bytes that are none, whatever wrote them. */
export function parseAlertEntry(bytes: Buffer): StoredAlert | undefined {
  const stored = bytes.length <= MAX_BYTES ? parseJson(bytes) : undefined
  if (!isStored(stored)) return undefined
  const { alert, ...of } = stored as StoredAlert
  return { ...of, alert: upgradeAlert(alert) }
}

/** The cache key of an alert; null if the text is not an alert id. */
export function toAlertKey(id: string): string | null {
  return ALERT_ID_PATTERN.test(id) ? keyOf(id) : null
}

/** Never before `fetchedAt`: a listed alert cannot have been over for long. */
function endOf(alert: Alert, fetchedAt: number): number {
  const end = getAlertEndMs(alert)
  return Math.max(fetchedAt, end === Infinity ? fetchedAt + ENDLESS_MS : end)
}

const keyOf = (id: string): string => `alert:${id}`
