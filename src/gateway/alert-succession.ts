import { ownBytes } from '../platform/own-bytes.ts'
import type { Alert } from '../domain/alert.ts'
import { continueIdentities } from '../domain/alert-identity.ts'
import { isRunningOrComing } from '../domain/alert-state.ts'
import { type AlertRecord, dataOf } from './record.ts'

export interface Succession {
  readonly record: AlertRecord
  /** Alerts that the new list is silent about before their time, called off. */
  readonly withdrawn: readonly Alert[]
}

/**
 * A new alert record in the place of the last one of the same cell, scope and source: ids go on, and what was still running or to come
 * and is listed no more has been withdrawn. A list that is not whole ends nothing: what it leaves out goes on in it. A record of a
 * source that does not reach the place says nothing about alerts.
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
