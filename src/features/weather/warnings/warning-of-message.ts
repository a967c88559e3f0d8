import { canCallOffAlerts, canReplaceWarning, isRepeatedWarning, parseInstant } from '@isobar/weather'
import { locateParts, type StoredMessage, type StoredWarning } from './stored-warning.ts'

/** What a name of a warning stands for: a message's identifier or a key. */
export interface WarningName {
  /** The key under which the warning is stored. */
  readonly key: string
  /** When the newest message that replaces the one of this name was issued (epoch milliseconds); null: none does. */
  readonly replacedSent: number | null
}

/** What is known of one part of a feed. */
export interface Known {
  readonly warnings: ReadonlyMap<string, StoredWarning>
  readonly names: ReadonlyMap<string, WarningName>
}

/** The name of a warning's key, in addition to the identifiers of its messages. */
export const toWarningKeyName = (key: string): string => `key ${key}`

/**
 * The key under which a message is stored; null: nothing refers to it. `arriving` are the messages of the reading by their own keys: a
 * message continues no warning that another one has as its own, unless it replaces that one: by a reference, or later and in all areas.
 */
export function findHome(
  message: StoredMessage,
  earlier: readonly string[],
  { warnings, names }: Known,
  siblingKeys: ReadonlySet<string>,
  arriving: ReadonlyMap<string, StoredMessage>,
): string | null {
  const { key, messageId } = message
  if (warnings.has(key)) return key
  const isFree = (owner: string): boolean => warnings.has(owner) && !siblingKeys.has(owner)
  const isLeft = (owner: string): boolean => {
    const other = arriving.get(owner)
    if (other === undefined || earlier.includes(other.messageId)) return true
    return parseInstant(message.sent) > parseInstant(other.sent) && canReplaceWarning(locateParts(message), locateParts(other))
  }
  const known = names.get(toWarningKeyName(key))?.key
  if (known !== undefined && isFree(known) && isLeft(known)) return known
  return [messageId, ...earlier].flatMap((name) => names.get(name)?.key ?? []).find((each) => isFree(each) && isLeft(each)) ?? null
}

/** The warnings that a reading does not list, by the first part of their areas: a message that repeats one covers that part. */
export function indexUnlistedWarnings(
  known: Known['warnings'],
  arriving: ReadonlyMap<string, StoredMessage>,
): ReadonlyMap<string, StoredWarning[]> {
  const unlisted = [...known.values()].filter(({ key, state }) => state === 'running' && !arriving.has(key))
  return Map.groupBy(unlisted, ({ message }) => locateParts(message).parts[0] ?? '')
}

/** The running warning that a message repeats, of those that the reading does not list. */
export function findRepeated(
  message: StoredMessage,
  warnings: Known['warnings'],
  siblingKeys: ReadonlySet<string>,
  unlisted: ReadonlyMap<string, readonly StoredWarning[]>,
): StoredWarning | undefined {
  const located = locateParts(message)
  const candidates = located.parts.flatMap((part) => unlisted.get(part) ?? []).flatMap(({ key }) => warnings.get(key) ?? [])
  return candidates.find(
    ({ key, state, message: former }) => state === 'running' && !siblingKeys.has(key) && isRepeatedWarning(located, locateParts(former)),
  )
}

/** Whether a message that ends a warning comes from one who may, and is not about an earlier message that the warning repeats. */
export function canEndWarning(message: StoredMessage, { message: former }: StoredWarning): boolean {
  const { repeated = [], formerSenders = [] } = former
  if (message.replaces.length > 0 && message.replaces.every((id) => repeated.includes(id))) return false
  return canCallOffAlerts(message, former) || formerSenders.some((sender) => canCallOffAlerts(message, { sender, senderName: null }))
}
