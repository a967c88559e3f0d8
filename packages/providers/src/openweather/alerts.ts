import { type Alert, type AlertDraft, formatInstant, gradeAlert, identifyAlerts } from '@isobar/weather'
import { type Json, readLine, readText, readTexts } from '../json.ts'
import { readOpenWeatherTime } from './schema.ts'

/** For a warning without title, tag and text. */
const UNTITLED = 'Weather warning'

/**
 * The `alerts` of a One Call 3.0 response for a place. They have no id, severity or area; the severity is derived from the title if
 * possible. A warning without a start is skipped, because its period is unknown.
 */
export function transformAlerts(elements: readonly Json[], cellId: number): Alert[] {
  return identifyAlerts(elements.flatMap(toDraft), cellId)
}

/** The alert of an element; empty if it has no start. */
export function toDraft(element: Json): AlertDraft[] {
  const startMs = readOpenWeatherTime(element['start'])
  if (startMs === null) return []
  const endMs = readOpenWeatherTime(element['end'])
  const tags = readTexts(element['tags']).flatMap((tag) => readLine(tag) ?? [])
  // Some agencies' line breaks arrive as the two characters \ and n.
  const description = (readText(element['description']) ?? '').replaceAll(String.raw`\n`, '\n')
  const firstLine = description.split('\n').find((line) => line.trim() !== '')
  const content = {
    source: 'openweather',
    senderName: readLine(element['sender_name']),
    event: readLine(element['event']) ?? tags[0] ?? readLine(firstLine) ?? UNTITLED,
    description,
  }
  return [
    {
      ...content,
      start: formatInstant(startMs),
      end: endMs === null ? null : formatInstant(endMs),
      instruction: null,
      ...gradeAlert(null, content),
      urgency: 'unknown',
      certainty: 'unknown',
      tags,
      areas: [],
      cancelled: false,
    },
  ]
}
