import { ALERT_CERTAINTIES, ALERT_URGENCIES, type Alert, type AlertDraft, formatInstant, gradeAlert, identifyAlerts } from '@isobar/weather'
import { readCapWord } from '../cap/draft.ts'
import { readLine, readText } from '../json.ts'
import { type Event, groupMessagesByEvent } from './events.ts'
import type { NwsMessage } from './schema.ts'

export const SOURCE = 'nws'

/** The alerts of a place: one for each event, however many messages it has. */
export function transformMessages(messages: readonly NwsMessage[], cellId: number): Alert[] {
  return identifyAlerts(groupMessagesByEvent(messages).flatMap(describeEvent), cellId)
}

/**
 * The latest message supplies the fields. If several are in force, each for its area, the event lasts until the latest end and covers all
 * areas.
 */
export function describeEvent({ key, messages, cancelled }: Event): AlertDraft[] {
  const [latest] = messages
  if (latest === undefined) return []
  const { properties } = latest
  const expiresMs = messages.flatMap((message) => message.expiresMs ?? [])
  const content = {
    source: SOURCE,
    senderName: readLine(properties['senderName']),
    event: readLine(properties['event']) ?? '',
    description: readText(properties['description']) ?? readText(properties['headline']) ?? '',
  }
  return [
    {
      key,
      ...content,
      start: formatInstant(Math.min(...messages.map(({ onsetMs }) => onsetMs))),
      end: endOf(messages),
      ...(expiresMs.length === 0 ? {} : { expires: formatInstant(Math.max(...expiresMs)) }),
      sent: formatInstant(latest.sentMs),
      instruction: readText(properties['instruction']),
      ...gradeAlert(properties['severity'], content),
      urgency: readCapWord(ALERT_URGENCIES, readText(properties['urgency']) ?? ''),
      certainty: readCapWord(ALERT_CERTAINTIES, readText(properties['certainty']) ?? ''),
      tags: [],
      isNumbered: latest.vtec !== null,
      areas: [...new Set(messages.flatMap((message) => areasOf(message.properties['areaDesc'])))],
      cancelled,
    },
  ]
}

/** Null if one of them states no end: "until further notice" outlasts any end. */
function endOf(messages: readonly NwsMessage[]): string | null {
  const ends = messages.map(({ endsMs }) => endsMs)
  return ends.some((end) => end === null) ? null : formatInstant(Math.max(...ends.map(Number)))
}

function areasOf(areaDesc: unknown): string[] {
  return (readLine(areaDesc) ?? '').split(';').flatMap((area) => area.trim() || [])
}
