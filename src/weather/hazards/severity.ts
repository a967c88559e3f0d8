import { ALERT_SEVERITIES, type AlertSeverity } from '../alert.ts'

/** Unknown counts as moderate: OpenWeather and air quality alerts state none. */
const RANKS: Readonly<Record<AlertSeverity, number>> = { minor: 1, moderate: 2, unknown: 2, severe: 3, extreme: 4 }

/** How grave a severity is: the higher, the graver. */
export function severityRank(severity: AlertSeverity): number {
  return RANKS[severity]
}

export function compareSeverity(a: AlertSeverity, b: AlertSeverity): number {
  return RANKS[a] - RANKS[b]
}

/** The highest that is stated; unknown where none is. */
export function highestSeverity(severities: readonly AlertSeverity[]): AlertSeverity {
  return ALERT_SEVERITIES.find((severity) => severities.includes(severity)) ?? 'unknown'
}
