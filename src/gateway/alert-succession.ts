import { ownBytes } from '../platform/own-bytes.ts'
import type { Alert } from '../domain/alert.ts'
import { continueIdentities } from '../domain/alert-identity.ts'
import { isRunningOrComing } from '../domain/alert-state.ts'
import { type AlertRecord, dataOf } from './record.ts'

export interface Succession {
  readonly record: AlertRecord
  /** Alerts missing from the new list before their end, marked as cancelled. */
  readonly withdrawn: readonly Alert[]
}

/**
 * Replaces the last alert record of the same cell, scope and source by a new one: ids are kept, and an active or upcoming alert that is no
 * longer listed counts as withdrawn. An incomplete list withdraws nothing: alerts missing from it are carried over. A record of a source
 * that does not cover the place says nothing about alerts.
 */
export function succeed(previous: AlertRecord | undefined, record: AlertRecord): Succession {
  if (previous === undefined || previous.source !== record.source || !previous.available || !record.available)
    return { record, withdrawn: [] }
  const former = dataOf<AlertRecord['scope']>(previous).alerts
  if (former.length === 0) return { record, withdrawn: [] }
  const data = dataOf<AlertRecord['scope']>(record)
  const alerts = continueIdentities(former, data.alerts)
  const listed = new Set(alerts.map(({ id }) => id))
  const missing = former.filter((alert) => !listed.has(alert.id) && isRunningOrComing(alert, record.fetchedAt))
  const kept = data.incomplete === true ? [...alerts, ...missing] : alerts
  return {
    record: { ...record, json: ownBytes(JSON.stringify({ ...data, alerts: kept })) },
    withdrawn: data.incomplete === true ? [] : missing.map((alert) => ({ ...alert, cancelled: true })),
  }
}
