import type { AlertSeverity } from '../../../domain/alert.ts'
import type { MailWords } from '../catalogue/index.ts'

/** How a severity is shown: always as a word, on a colour with readable white text (WCAG 2.2, 4.5 to 1). */
export interface SeverityMark {
  readonly word: string
  readonly color: string
}

const COLORS: Readonly<Record<AlertSeverity | 'unknown', string>> = {
  extreme: '#86136a',
  severe: '#b3261e',
  moderate: '#9a5800',
  minor: '#2e6b4f',
  unknown: '#55606c',
}

/** Null: severity unknown. */
export function severityMark(severity: AlertSeverity | null, words: MailWords): SeverityMark {
  const key = severity ?? 'unknown'
  return { word: words.t(`severity.${key}`), color: COLORS[key] }
}
