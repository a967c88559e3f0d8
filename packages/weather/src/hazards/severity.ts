import { ALERT_SEVERITIES, type AlertGrade, type AlertSeverity } from '../alert.ts'

const RANKS: Readonly<Record<AlertSeverity, number>> = { minor: 1, moderate: 2, severe: 3, extreme: 4 }

/** Rank of a severity: higher is more severe. Unknown counts as moderate. */
export function rankSeverity(severity: AlertSeverity | null): number {
  return RANKS[severity ?? 'moderate']
}

/** Sort order of two severities, mildest first; unknown counts as moderate. */
export function compareSeverity(a: AlertSeverity | null, b: AlertSeverity | null): number {
  return rankSeverity(a) - rankSeverity(b)
}

/** The grade of one event described by several alerts: the highest stated severity, else the highest derived one. */
export function chooseHighestGrade(grades: readonly AlertGrade[]): AlertGrade {
  for (const severitySource of ['stated', 'derived'] as const) {
    const known = grades.filter((grade) => grade.severitySource === severitySource)
    const severity = ALERT_SEVERITIES.find((each) => known.some((grade) => grade.severity === each))
    if (severity !== undefined) return { severity, severitySource }
  }
  return { severity: null, severitySource: null }
}
