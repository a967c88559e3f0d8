import { type AlertDraft, identifyAlerts } from '../../domain/alert-identity.ts'
import { type Alert, ALERT_CERTAINTIES, ALERT_URGENCIES } from '../../domain/alert.ts'
import { gradeOf } from '../../domain/hazards/index.ts'
import { formatInstant } from '../../domain/instant.ts'
import { wordOf } from '../cap/draft.ts'
import { lineOf, textOf } from '../json.ts'
import { type Event, eventsOf } from './events.ts'
import type { NwsMessage } from './schema.ts'

export const SOURCE = 'nws'

/** The alerts of a place: one for each event, however many messages it has. */
export function transformMessages(messages: readonly NwsMessage[], cellId: number): Alert[] {
  return identifyAlerts(eventsOf(messages).flatMap(toDraft), cellId)
}

/**
 * The latest message supplies the fields. If several are in force, each for its area, the event lasts until the latest end and covers all
 * areas.
 */
function toDraft({ key, messages, cancelled }: Event): AlertDraft[] {
  const [latest] = messages
  if (latest === undefined) return []
  const { properties } = latest
  const expiresMs = messages.flatMap((message) => message.expiresMs ?? [])
  const content = {
    source: SOURCE,
    senderName: lineOf(properties['senderName']),
    event: lineOf(properties['event']) ?? '',
    description: textOf(properties['description']) ?? textOf(properties['headline']) ?? '',
  }
  return [
    {
      key,
      ...content,
      start: formatInstant(Math.min(...messages.map(({ onsetMs }) => onsetMs))),
      end: endOf(messages),
      ...(expiresMs.length === 0 ? {} : { expires: formatInstant(Math.max(...expiresMs)) }),
      sent: formatInstant(latest.sentMs),
      instruction: textOf(properties['instruction']),
      ...gradeOf(properties['severity'], content),
      urgency: wordOf(ALERT_URGENCIES, textOf(properties['urgency']) ?? ''),
      certainty: wordOf(ALERT_CERTAINTIES, textOf(properties['certainty']) ?? ''),
      tags: [],
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
  return (lineOf(areaDesc) ?? '').split(';').flatMap((area) => area.trim() || [])
}
