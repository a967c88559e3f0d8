import { DAY_MS } from '@isobar/weather'
import { readText } from '../json.ts'
import type { NwsMessage, Reference } from './schema.ts'
import type { Vtec } from './vtec.ts'

/** An event with its current messages. `key` is the same in every answer that contains the event. */
export interface Event {
  readonly key: string
  /** At least one; latest first. */
  readonly messages: readonly NwsMessage[]
  readonly cancelled: boolean
}

/**
 * Groups messages by event. A message that another one in the list supersedes is dropped. An event continues while at least one message
 * says so, because offices cancel parts of an event with separate messages.
 */
export function groupMessagesByEvent(messages: readonly NwsMessage[]): Event[] {
  const renewed = new Set(messages.flatMap(({ references }) => references.map(({ id }) => id)))
  const current = messages.filter((message) => !message.isReplaced && !renewed.has(message.id))
  return [...Map.groupBy(current, eventKey)].map(([key, all]) => {
    const running = all.filter((message) => !isCalledOff(message))
    return { key, messages: (running.length > 0 ? running : all).toSorted(byLatest), cancelled: running.length === 0 }
  })
}

/**
 * The identity of an event: its VTEC and the year of its first known message, since numbers restart every year; without VTEC, the
 * identifier of the oldest known message. Each language has its own event.
 */
function eventKey(message: NwsMessage): string {
  const { vtec, properties } = message
  const oldest = message.references.reduce<Reference>((a, b) => (isOlder(b, a) ? b : a), message)
  const language = readText(properties['language']) ?? 'en-US'
  const suffix = /^en\b/i.test(language) ? '' : `.${language}`
  if (vtec === null) return `${oldest.id}${suffix}`
  const year = new Date(Math.min(oldest.sentMs, vtec.beginMs ?? Infinity)).getUTCFullYear()
  return `${vtec.event}.${isFromLastYear(message, vtec) ? year - 1 : year}${suffix}`
}

/**
 * Messages that extend an event to further areas (EXA, EXB) reference no earlier message and, once it has begun, omit its start. In January
 * and February the number decides: above the day of the year it is from last year's count, because hardly any office issues more than one
 * event of a kind a day.
 */
function isFromLastYear({ references, sentMs }: NwsMessage, { action, beginMs, event }: Vtec): boolean {
  if (action === 'NEW' || beginMs !== null || references.length > 0) return false
  const yearMs = Date.UTC(new Date(sentMs).getUTCFullYear(), 0)
  const dayOfYear = Math.floor((sentMs - yearMs) / DAY_MS) + 1
  return dayOfYear < 60 && Number(event.slice(-4)) > dayOfYear
}

function isOlder(a: Reference, b: Reference): boolean {
  return a.sentMs === b.sentMs ? a.id < b.id : a.sentMs < b.sentMs
}

function byLatest(a: NwsMessage, b: NwsMessage): number {
  return isOlder(a, b) ? 1 : -1
}

/**
 * Cancelled or replaced by another event. `/alerts/active` still lists such messages for a while, often as messageType Alert, where only
 * urgency, response, headline or the VTEC action show it.
 */
function isCalledOff({ vtec, properties }: NwsMessage): boolean {
  return (
    properties['messageType'] === 'Cancel' ||
    properties['urgency'] === 'Past' ||
    properties['response'] === 'AllClear' ||
    vtec?.action === 'CAN' ||
    vtec?.action === 'UPG' ||
    /\bhas been (?:cancell?ed|replaced)\b/i.test(readText(properties['headline']) ?? '')
  )
}
