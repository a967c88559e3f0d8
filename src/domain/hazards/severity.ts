import { ALERT_SEVERITIES, type AlertGrade, type AlertSeverity } from '../alert.ts'

const RANKS: Readonly<Record<AlertSeverity, number>> = { minor: 1, moderate: 2, severe: 3, extreme: 4 }

/** How grave a severity is: the higher, the graver. What nobody knows counts as moderate. */
export function severityRank(severity: AlertSeverity | null): number {
  return RANKS[severity ?? 'moderate']
}

export function compareSeverity(a: AlertSeverity | null, b: AlertSeverity | null): number {
  return severityRank(a) - severityRank(b)
}

/** The grade of one event that several alerts tell of: the highest severity that is stated, else the highest that is derived. */
export function highestGrade(grades: readonly AlertGrade[]): AlertGrade {
  for (const severitySource of ['stated', 'derived'] as const) {
    const known = grades.filter((grade) => grade.severitySource === severitySource)
    const severity = ALERT_SEVERITIES.find((each) => known.some((grade) => grade.severity === each))
    if (severity !== undefined) return { severity, severitySource }
  }
  return { severity: null, severitySource: null }
}
