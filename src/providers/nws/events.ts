import { textOf } from './json.ts'
import type { Message, Reference } from './schema.ts'
import type { Vtec } from './vtec.ts'

/** An event with the messages that speak about it now. `key` is the same in every answer that tells of the event. */
export interface Event {
  readonly key: string
  /** At least one; the latest word first. */
  readonly messages: readonly Message[]
  readonly cancelled: boolean
}

/**
 * Sorts messages by the event that they are about. A message that another one in the list renews has nothing more to say. An event
 * goes on as long as one message says so, for offices call off parts of it, each by a message of its own.
 */
export function eventsOf(messages: readonly Message[]): Event[] {
  const renewed = new Set(messages.flatMap(({ references }) => references.map(({ id }) => id)))
  const speaking = messages.filter((message) => !message.isReplaced && !renewed.has(message.id))
  return [...Map.groupBy(speaking, eventKey)].map(([key, all]) => {
    const running = all.filter((message) => !isCalledOff(message))
    return { key, messages: (running.length > 0 ? running : all).toSorted(byLatest), cancelled: running.length === 0 }
  })
}

/**
 * What an event is told from others by: its VTEC and the year of its first known message, since numbers begin again every year;
 * without VTEC, the identifier of the oldest message known. Another language is another text of its own.
 */
function eventKey(message: Message): string {
  const { vtec, properties } = message
  const oldest = message.references.reduce<Reference>((a, b) => (isOlder(b, a) ? b : a), message)
  const language = textOf(properties['language']) ?? 'en-US'
  const suffix = /^en\b/i.test(language) ? '' : `.${language}`
  if (vtec === null) return `${oldest.id}${suffix}`
  const year = new Date(Math.min(oldest.sentMs, vtec.beginMs ?? Infinity)).getUTCFullYear()
  return `${vtec.event}.${isFromLastYear(message, vtec) ? year - 1 : year}${suffix}`
}

/**
 * Messages that bring an event to further areas (EXA, EXB) refer to none before them and, once it has begun, do not say since when.
 * In January and February the number tells: above the day of the year it is last year's count, for hardly an office issues more than
 * one event of a kind a day.
 */
function isFromLastYear({ references, sentMs }: Message, { action, beginMs, event }: Vtec): boolean {
  if (action === 'NEW' || beginMs !== null || references.length > 0) return false
  const yearMs = Date.UTC(new Date(sentMs).getUTCFullYear(), 0)
  const dayOfYear = Math.floor((sentMs - yearMs) / 86_400_000) + 1
  return dayOfYear < 60 && Number(event.slice(-4)) > dayOfYear
}

function isOlder(a: Reference, b: Reference): boolean {
  return a.sentMs === b.sentMs ? a.id < b.id : a.sentMs < b.sentMs
}

function byLatest(a: Message, b: Message): number {
  return isOlder(a, b) ? 1 : -1
}

/**
 * Called off or replaced by another event. `/alerts/active` still lists such messages for a while, often as messageType Alert with
 * only urgency, response, headline or the VTEC action to tell.
 */
function isCalledOff({ vtec, properties }: Message): boolean {
  return (
    properties['messageType'] === 'Cancel' ||
    properties['urgency'] === 'Past' ||
    properties['response'] === 'AllClear' ||
    vtec?.action === 'CAN' ||
    vtec?.action === 'UPG' ||
    /\bhas been (?:cancell?ed|replaced)\b/i.test(textOf(properties['headline']) ?? '')
  )
}
