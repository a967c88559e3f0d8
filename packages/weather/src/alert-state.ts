import type { Alert } from './alert.ts'
import { parseInstant } from './instant.ts'

export const ALERT_STATES = ['upcoming', 'active', 'expired', 'cancelled'] as const
export type AlertState = (typeof ALERT_STATES)[number]

/** The fields that determine an alert's state. */
export type AlertTimes = Pick<Alert, 'start' | 'end' | 'expires' | 'cancelled'>

/**
 * Epoch milliseconds until which an alert runs: its end or, if none is stated, the expiry of its latest message, because the issuer would
 * have renewed it. Infinity if neither is known.
 */
export function getAlertEndMs({ end, expires }: AlertTimes): number {
  const last = end ?? expires
  return last === undefined ? Infinity : parseInstant(last)
}

/** The state at `now`, epoch milliseconds. A cancelled alert stays cancelled. */
export function getAlertState(alert: AlertTimes, now: number): AlertState {
  if (alert.cancelled) return 'cancelled'
  if (now >= getAlertEndMs(alert)) return 'expired'
  return now < parseInstant(alert.start) ? 'upcoming' : 'active'
}

/** Whether to show the alert as a warning: it is active or upcoming. */
export function isRunningOrComing(alert: AlertTimes, now: number): boolean {
  const state = getAlertState(alert, now)
  return state === 'active' || state === 'upcoming'
}

/** Epoch milliseconds of the next certain change of state; Infinity if there is none. */
export function getNextAlertChange(alert: AlertTimes, now: number): number {
  const state = getAlertState(alert, now)
  if (state === 'upcoming') return Math.min(parseInstant(alert.start), getAlertEndMs(alert))
  return state === 'active' ? getAlertEndMs(alert) : Infinity
}
