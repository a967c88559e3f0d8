import { ALERT_COLORS, type AlertColor, type AlertMark, COLOR_SOURCES } from '../alert-color.ts'
import type { Alert, AlertSeverity } from '../alert.ts'
import { listTitleWords } from './event-words.ts'
import { isFromGermany, findAlertLevel } from './grading.ts'
import { COLOURS, GERMAN_COLOURS } from './severity-words.ts'

type Marked = Pick<Alert, 'source' | 'senderName' | 'event' | 'description' | 'level' | 'severity' | 'severitySource'>

/** The colour of a severity without a level: MeteoAlarm's and Canada's scale, and blue for minor, as in China. */
export const COLOR_OF_SEVERITY: Readonly<Record<AlertSeverity, AlertColor>> = {
  extreme: 'red',
  severe: 'orange',
  moderate: 'yellow',
  minor: 'blue',
}

/** The colours that agencies name their levels by; titles use fewer of these words as levels. */
const LEVEL_NAMES: ReadonlyMap<string, AlertColor> = new Map([...COLOURS, ['purple', 'violet'], ['blue', 'blue']])

/**
 * The colour of an alert, for the API, pages and mails: that of its issuer's level, stated in a field or in the text; else that of its
 * severity, on the German service's own scale for its alerts.
 */
export function chooseAlertMark(alert: Marked): AlertMark {
  const { level, severity, severitySource } = alert
  const color = listTitleWords(level?.name ?? '').flatMap((word) => LEVEL_NAMES.get(word) ?? [])[0] ?? findAlertLevel(alert)?.color
  if (color !== undefined) return { color, colorSource: 'level' }
  if (severity === null) return { color: null, colorSource: null }
  const scale = isFromGermany(alert) ? GERMAN_COLOURS : COLOR_OF_SEVERITY
  return { color: scale[severity], colorSource: severitySource === 'derived' ? 'derived' : 'severity' }
}

/** The colour of one event described by several alerts: the highest of those with the best source. */
export function mergeAlertMarks(alerts: readonly Marked[]): AlertMark {
  const marks = alerts.map(chooseAlertMark)
  for (const colorSource of COLOR_SOURCES) {
    const color = ALERT_COLORS.find((each) => marks.some((mark) => mark.colorSource === colorSource && mark.color === each))
    if (color !== undefined) return { color, colorSource }
  }
  return { color: null, colorSource: null }
}
