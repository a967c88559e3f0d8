import { continueAbsence, isConclusiveAbsence, isRunningOrComing, parseInstant } from '@isobar/weather'
import type { ReadingContent } from './feed.ts'
import { type Arrival, hasExpired, type StoredMessage, type StoredWarning, getMessageTimes } from './stored-warning.ts'
import {
  findHome,
  findRepeated,
  indexUnlistedWarnings,
  toWarningKeyName,
  type Known,
  canEndWarning,
  type WarningName,
} from './warning-of-message.ts'

/** Of a reading with new content; `repeatReading` handles unchanged ones. */
type ArrivedReading = Pick<ReadingContent, 'arrivals' | 'complete' | 'simulated'>

export interface Applied {
  readonly changed: readonly StoredWarning[]
  /** Names that are new or stand for something else. */
  readonly names: ReadonlyMap<string, WarningName>
  /** False: a warning's absence from the reading means nothing. */
  readonly isComplete: boolean
  /** Messages older than what is already known. */
  readonly outdated: number
}

/** This many warnings do not vanish at once: the file is broken, or the mirror is empty. */
const TOO_MANY_TO_VANISH = 5

/** Former senders and repeated messages of a warning; hardly any has a second one. */
const MAX_FORMER = 16

/**
 * Applies the messages of a reading, oldest first, to the known warnings. `now` is epoch milliseconds.
 * - A message is about the warning with its key, or else the one that its identifier or the first known message that it replaces belongs
 *   to, or else one that a complete reading no longer lists and that it is the first to repeat. Other warnings of the same message, which may
 *   carry several, are not considered.
 * - It is ignored if a newer message about the warning is known, or one that replaces it. So neither late messages nor circular references
 *   undo anything.
 * - A warning that its issuer, or one that speaks for it, ends is over at once. Nobody else can end it.
 * - A warning missing from complete readings is over when its absence proves it (`packages/weather/src/alert-absence.ts`). An empty reading proves
 *   nothing if several warnings were known.
 */
export function applyReading(known: Known, reading: ArrivedReading, now: number): Applied {
  const warnings = new Map(known.warnings)
  const names = new Map(known.names)
  const listed = new Set<string>()
  let unlisted: ReadonlyMap<string, readonly StoredWarning[]> | undefined
  let outdated = 0
  const siblings = warningsByMessage(reading.arrivals)
  const arriving = new Map(reading.arrivals.map(({ message }) => [message.key, message]))
  for (const arrival of bySent(reading.arrivals)) {
    const { message } = arrival
    const sent = parseInstant(message.sent)
    const earlier = message.replaces.filter((id) => id !== message.messageId)
    const siblingKeys = siblings.get(message.messageId) ?? new Set()
    const home = findHome(message, earlier, { warnings, names }, siblingKeys, arriving)
    const repeated =
      home === null && reading.complete
        ? findRepeated(message, warnings, siblingKeys.union(listed), (unlisted ??= indexUnlistedWarnings(known.warnings, arriving)))
        : undefined
    const key = home ?? repeated?.key ?? message.key
    const former = warnings.get(key)
    if (message.ended && former !== undefined && !canEndWarning(message, former)) continue
    listed.add(key)
    siblingKeys.add(key)
    if (isOutdated(message, former, names)) {
      outdated += 1
      // It says nothing new, but the warning is listed, so it is not missing.
      if (former !== undefined && former.absence !== null) warnings.set(key, { ...former, absence: null })
      continue
    }
    for (const id of earlier) {
      const name = names.get(id)
      const other = name && warnings.get(name.key)
      if (name !== undefined && other?.state === 'running' && name.key !== key && !siblingKeys.has(name.key)) {
        if (message.ended && !canEndWarning(message, other)) continue
        warnings.set(name.key, { ...other, state: message.ended ? 'ended' : 'replaced', stateAt: now, absence: null })
        listed.add(name.key)
      }
      names.set(id, { key: name?.key ?? key, replacedSent: Math.max(sent, name?.replacedSent ?? 0) })
    }
    const own = names.get(message.messageId)
    names.set(message.messageId, {
      key: own !== undefined && siblingKeys.has(own.key) ? own.key : key,
      replacedSent: own?.replacedSent ?? null,
    })
    if (message.key !== key) names.set(toWarningKeyName(message.key), { key, replacedSent: null })
    // A warning that was already over when first seen was shown to nobody.
    if (former !== undefined || !message.ended)
      warnings.set(key, continued(key, former, arrival, { isRepeat: repeated !== undefined, simulated: reading.simulated }, now))
  }
  const isComplete = reading.complete && !isSuspicious(known, reading, now)
  if (isComplete) {
    for (const [key, warning] of warnings) if (!listed.has(key)) warnings.set(key, missed(warning, now))
  }
  return {
    changed: [...warnings.values()].filter((warning) => warning !== known.warnings.get(warning.key)),
    names: new Map([...names].filter(([name, value]) => !isSameName(value, known.names.get(name)))),
    isComplete,
    outdated,
  }
}

/** The changes by another complete reading with the same content: what was missing is missing once more. */
export function repeatReading(warnings: Iterable<StoredWarning>, now: number): StoredWarning[] {
  return [...warnings].flatMap((warning) => {
    const next = warning.absence === null ? warning : missed(warning, now)
    return next === warning ? [] : next
  })
}

function bySent(arrivals: readonly Arrival[]): Arrival[] {
  return arrivals.toSorted((a, b) => parseInstant(a.message.sent) - parseInstant(b.message.sent))
}

/** The keys of each message's warnings, and later of those that they continue: a message may carry several, for other areas or times. */
function warningsByMessage(arrivals: readonly Arrival[]): Map<string, Set<string>> {
  const byMessage = Map.groupBy(arrivals, ({ message }) => message.messageId)
  return new Map([...byMessage].map(([id, all]) => [id, new Set(all.map(({ message }) => message.key))]))
}

function isOutdated(message: StoredMessage, former: StoredWarning | undefined, names: Known['names']): boolean {
  const sent = parseInstant(message.sent)
  const replacedSent = names.get(message.messageId)?.replacedSent
  if (replacedSent !== undefined && replacedSent !== null && sent <= replacedSent) return true
  if (former === undefined) return false
  const formerSent = parseInstant(former.message.sent)
  return sent < formerSent || (sent === formerSent && former.message.ended && !message.ended)
}

function continued(
  key: string,
  former: StoredWarning | undefined,
  { message, digest }: Arrival,
  { isRepeat, simulated }: { readonly isRepeat: boolean; readonly simulated: boolean },
  now: number,
): StoredWarning {
  const state = message.ended ? 'ended' : 'running'
  if (former?.digest === digest && former.state === state && former.absence === null && former.simulated === simulated) return former
  const start =
    former !== undefined && parseInstant(former.message.start) < parseInstant(message.start) ? former.message.start : message.start
  return {
    key,
    message: { ...message, key, start, ...originOf(message, former?.message, isRepeat) },
    digest,
    state,
    stateAt: former?.state === state ? former.stateAt : now,
    simulated,
    absence: null,
  }
}

/**
 * What is kept of the earlier messages of a warning: the senders of those that another one's update has replaced, who still may call off
 * what they issued; the identifiers of those that it repeats, whose end is not its own; and the issuer of what another one calls off.
 */
function originOf(
  { sender, ended }: StoredMessage,
  former: StoredMessage | undefined,
  isRepeat: boolean,
): Pick<StoredMessage, 'formerSenders' | 'repeated'> & Partial<Pick<StoredMessage, 'sender' | 'senderName'>> {
  if (former === undefined) return {}
  const senders = new Set([...(former.formerSenders ?? []), ...(former.sender === undefined ? [] : [former.sender])])
  if (sender !== undefined) senders.delete(sender)
  const repeated = new Set([...(former.repeated ?? []), ...(isRepeat ? [...former.replaces, former.messageId] : [])])
  return {
    ...(ended && former.sender !== undefined && { sender: former.sender }),
    ...(ended && { senderName: former.senderName }),
    ...(senders.size > 0 && { formerSenders: [...senders].slice(-MAX_FORMER) }),
    ...(repeated.size > 0 && { repeated: [...repeated].slice(-MAX_FORMER) }),
  }
}

function missed(warning: StoredWarning, now: number): StoredWarning {
  const { message, state } = warning
  if (state !== 'running' || hasExpired(message, now) || !isRunningOrComing(getMessageTimes(message), now)) return warning
  const absence = continueAbsence(warning.absence ?? undefined, now)
  if (isConclusiveAbsence(absence)) return { ...warning, state: 'ended', stateAt: now, absence }
  return { ...warning, absence }
}

function isSuspicious({ warnings }: Known, { arrivals }: ArrivedReading, now: number): boolean {
  if (arrivals.length > 0) return false
  const standing = [...warnings.values()].filter(
    ({ state, message }) => state === 'running' && isRunningOrComing(getMessageTimes(message), now),
  )
  return standing.length >= TOO_MANY_TO_VANISH
}

function isSameName(a: WarningName, b: WarningName | undefined): boolean {
  return b !== undefined && a.key === b.key && a.replacedSent === b.replacedSent
}
