import type { Alert } from './alert.ts'
import { parseInstant } from './instant.ts'

export const ALERT_STATES = ['upcoming', 'active', 'expired', 'cancelled'] as const
export type AlertState = (typeof ALERT_STATES)[number]

/** What the state of an alert follows from. */
export type AlertTimes = Pick<Alert, 'start' | 'end' | 'expires' | 'cancelled'>

/**
 * Epoch milliseconds until which an alert runs: its end, or where none is stated the time to which its latest message holds, for
 * the issuer would have renewed it. Infinity where neither is known.
 */
export function runsUntil({ end, expires }: AlertTimes): number {
  const last = end ?? expires
  return last === undefined ? Infinity : parseInstant(last)
}

/** The state at `now`, epoch milliseconds. What was called off stays cancelled. */
export function alertState(alert: AlertTimes, now: number): AlertState {
  if (alert.cancelled) return 'cancelled'
  if (now >= runsUntil(alert)) return 'expired'
  return now < parseInstant(alert.start) ? 'upcoming' : 'active'
}

/** Whether the alert is one to be shown as a warning: running or coming. */
export function isRunningOrComing(alert: AlertTimes, now: number): boolean {
  const state = alertState(alert, now)
  return state === 'active' || state === 'upcoming'
}

/** Epoch milliseconds of the next change of state that is sure to come; Infinity where there is none. */
export function nextStateChange(alert: AlertTimes, now: number): number {
  const state = alertState(alert, now)
  if (state === 'upcoming') return Math.min(parseInstant(alert.start), runsUntil(alert))
  return state === 'active' ? runsUntil(alert) : Infinity
}
