import { getPrimaryLanguage } from './language.ts'
import type { CapMessage } from './message.ts'

/**
 * Why an entry of a feed is not shown as a warning. `green`: the agency's level for no warning; `marker`: a sender's own marker of no
 * warning.
 */
export type LeftOut = 'acknowledgement' | 'category' | 'expired' | 'green' | 'marker' | 'private' | 'superseded' | 'test' | 'unreadable'

/** Message types meant for the public. */
const FOR_PEOPLE = new Set(['Alert', 'Update', 'Cancel'])

/** Why a message is ignored; null if it is not. */
export function findLeftOutReason({ status, scope, msgType }: CapMessage): LeftOut | null {
  if (status !== 'Actual') return 'test'
  if (scope !== 'Public') return 'private'
  return FOR_PEOPLE.has(msgType) ? null : 'acknowledgement'
}

/**
 * An identifier normalised for comparison: other channels prefix the same message's with `urn:oid:` or append a language suffix (`.MUL` of
 * the German service, `-EN` where each language is a message of its own).
 */
export function normaliseIdentifier(identifier: string, languages: readonly string[]): string {
  const bare = identifier.replace(/^urn:oid:/i, '').replace(/\.MUL$/, '')
  const suffix = /[-._]([A-Za-z]{2})$/.exec(bare)?.[1]?.toLowerCase()
  return suffix !== undefined && languages.includes(suffix) ? bare.slice(0, -3) : bare
}

/**
 * Merges messages by bare identifier: one that comes as several messages in different languages becomes one, and of several versions the
 * latest counts.
 */
export function uniteMessages(messages: readonly CapMessage[]): CapMessage[] {
  const united = new Map<string, CapMessage>()
  for (const message of messages) {
    const languages = message.infos.map(getPrimaryLanguage)
    const bare = (identifier: string) => normaliseIdentifier(identifier, languages)
    const references = message.references.map((reference) => ({ ...reference, identifier: bare(reference.identifier) }))
    const one = { ...message, identifier: bare(message.identifier), references }
    const id = JSON.stringify([one.sender, one.identifier])
    const other = united.get(id)
    united.set(id, other === undefined ? one : unite(other, one))
  }
  return [...united.values()]
}

function unite(a: CapMessage, b: CapMessage): CapMessage {
  const languages = new Set(a.infos.map(getPrimaryLanguage))
  const isTwin = a.msgType === b.msgType && b.infos.length > 0 && b.infos.every((info) => !languages.has(getPrimaryLanguage(info)))
  if (isTwin) return { ...a, infos: [...a.infos, ...b.infos] }
  return b.sentMs > a.sentMs ? b : a
}

/**
 * The messages that no newer one of their sender refers to. References prove nothing else: they may name messages that nobody has seen. A
 * Cancel without a text gets that of the message it cancels, if available.
 */
export function selectCurrentMessages(messages: readonly CapMessage[]): CapMessage[] {
  const byId = new Map(messages.map((message) => [JSON.stringify([message.sender, message.identifier]), message]))
  const superseded = new Set<CapMessage>()
  const filled = new Map<CapMessage, CapMessage>()
  for (const message of messages) {
    const followed = message.references.flatMap(({ identifier }) => byId.get(JSON.stringify([message.sender, identifier])) ?? [])
    const older = followed.filter((other) => isOlder(other, message)).toSorted((a, b) => b.sentMs - a.sentMs)
    for (const other of older) superseded.add(other)
    const words = message.infos.length > 0 ? message : older.find(({ infos }) => infos.length > 0)
    if (words !== undefined) filled.set(message, { ...message, infos: words.infos })
  }
  return messages.flatMap((message) => (superseded.has(message) ? [] : (filled.get(message) ?? message)))
}

/** If two messages of the same second refer to each other, one must count as the older. */
function isOlder(a: CapMessage, b: CapMessage): boolean {
  return a.sentMs === b.sentMs ? a.identifier < b.identifier : a.sentMs < b.sentMs
}
