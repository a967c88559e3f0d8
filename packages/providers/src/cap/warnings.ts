import { type LocatedWarning, type OfficialWarning, canReplaceWarning } from '@isobar/weather'
import { identifyArea } from './area.ts'
import { buildContentWarnings } from './content.ts'
import { type CapRules, type Draft, listMessageDrafts, getMessageHabits, toWarning } from './draft.ts'
import { assignWarningKeys, computeShortHash } from './keys.ts'
import { limitMemory, type KeyedGroup, type Memory, type Remembered } from './memory.ts'
import type { CapMessage } from './message.ts'
import { type LeftOut, findLeftOutReason, selectCurrentMessages, uniteMessages } from './messages.ts'

/** The warnings of a feed's messages. */
export interface ReadWarnings {
  /** Each key occurs once. */
  readonly warnings: readonly OfficialWarning[]
  readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>
  /** For the next reading of the feed. */
  readonly memory: Memory
}

/**
 * The warnings of all messages that a feed lists. Left out, in this order: tests and messages that are not public; messages that a newer
 * one replaces; green levels and a sender's own markers of no warning (`habits.ts`); and warnings that have expired. What the issuer ended stays, with `ended`. The keys continue those of
 * `memory`. Pure; the keys do not depend on the order of the messages.
 */
export function readCapWarnings(messages: readonly CapMessage[], memory: Memory, rules: CapRules, now: number): ReadWarnings {
  const leftOut: Partial<Record<LeftOut, number>> = {}
  const leave = (reason: LeftOut, count = 1): void => {
    if (count > 0) leftOut[reason] = (leftOut[reason] ?? 0) + count
  }
  const accepted = messages.filter((message) => {
    const refusal = findLeftOutReason(message)
    if (refusal !== null) leave(refusal)
    return refusal === null
  })
  const united = uniteMessages(accepted)
  const current = selectCurrentMessages(united)
  leave('superseded', accepted.length - current.length)

  const known = new Map(memory.messages.map((one) => [one.id, one]))
  const owners = Map.groupBy(united, ({ identifier }) => identifier)
  const keyed: KeyedWarning[] = []
  const byContent: Draft[] = []
  for (const message of current) {
    const isByContent = getMessageHabits(message, rules).isByContent === true
    const former = isByContent ? [] : formerOf(message, known)
    const drafts = listMessageDrafts(message, rules, former.length > 0, now).filter((draft) => {
      if (typeof draft === 'string') leave(draft)
      return typeof draft !== 'string'
    })
    if (!isByContent) {
      const id = idOf(message, message.identifier)
      keyed.push(...warningsOf(baseOf(message, owners), drafts, former, rules).map((warning) => ({ id, wasKnown: known.has(id), warning })))
      continue
    }
    const live = drafts.filter(({ ended }) => !ended)
    leave('green', drafts.length - live.length)
    byContent.push(...live)
  }
  const chained = [...Map.groupBy(keyed, ({ warning }) => warning.key).values()].flatMap(underOwnKeys)
  leave('superseded', keyed.length - chained.length)
  const shown = new Set(chained.map(({ id }) => id))
  // Remembered as well; otherwise the next reading would assign them to another chain.
  const superseded = keyed.filter(({ id }) => !shown.has(id))
  const content = buildContentWarnings(byContent, memory.runs, rules)
  leave('superseded', content.superseded)
  return {
    warnings: [...chained.map(({ warning }) => warning), ...content.warnings],
    leftOut,
    memory: limitMemory([...remember([...chained, ...superseded], now), ...memory.messages], [...content.runs, ...memory.runs], now),
  }
}

/** A warning of a message, and whether an earlier reading had that message. */
interface KeyedWarning {
  readonly id: string
  readonly wasKnown: boolean
  readonly warning: OfficialWarning
}

/**
 * Resolves messages that lead to one key although none refers to the other. One that ends the warning ends all older ones. Those that
 * continue become separate warnings, as when an issuer splits one in two, unless a later one is about the same subject in all areas of an
 * earlier one: an issuer whose updates all name the first message means the latest. The one that had the key keeps it.
 */
function underOwnKeys(keyed: readonly KeyedWarning[]): readonly KeyedWarning[] {
  const latestFirst = keyed.toSorted((a, b) => compare(b.warning.sent, a.warning.sent) || compare(b.id, a.id))
  const ending = latestFirst.findIndex(({ warning }) => warning.ended)
  const going = ending < 0 ? latestFirst : latestFirst.slice(0, ending)
  if (going.length === 0) return latestFirst.slice(0, 1)
  return withoutReplaced(going)
    .toSorted((a, b) => Number(b.wasKnown) - Number(a.wasKnown))
    .map((each, index) => {
      const key = index === 0 ? each.warning.key : `${each.warning.key}.${computeShortHash(each.id)}`
      return { ...each, warning: { ...each.warning, key } }
    })
}

/** Drops each warning that a later one of the chain replaces in all of its areas; latest first. */
function withoutReplaced(latestFirst: readonly KeyedWarning[]): readonly KeyedWarning[] {
  const located = latestFirst.map(({ warning }) => locateParts(warning))
  return latestFirst.filter(
    ({ id }, index) =>
      !located.some(
        (later, before) => before < index && latestFirst[before]?.id !== id && canReplaceWarning(later, located[index] as LocatedWarning),
      ),
  )
}

function locateParts(warning: OfficialWarning): LocatedWarning {
  return { warning, parts: warning.areas.map(identifyArea) }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function remember(keyed: readonly KeyedWarning[], now: number): Remembered[] {
  return [...Map.groupBy(keyed, ({ id }) => id)].map(([id, all]) => ({
    id,
    groups: all.map(({ warning }): KeyedGroup => ({ key: warning.key, areas: all.length > 1 ? warning.areas.map(identifyArea) : [] })),
    seenMs: now,
  }))
}

/** The former warnings of the message itself, if it was read before, or else of the latest known message that it follows. */
function formerOf(message: CapMessage, known: ReadonlyMap<string, Remembered>): readonly KeyedGroup[] {
  const latestFirst = message.references.toSorted((a, b) => (b.sentMs ?? 0) - (a.sentMs ?? 0))
  const ids = [message.identifier, ...latestFirst.map(({ identifier }) => identifier)]
  return ids.flatMap((id) => known.get(idOf(message, id)) ?? [])[0]?.groups ?? []
}

/** Includes the sender: no sender continues the warnings of another. Neither part contains white space. */
function idOf({ sender }: CapMessage, identifier: string): string {
  return `${sender} ${identifier}`
}

/** The first message of its chain, according to the message's references. Referring to another sender's message does not take it over. */
function baseOf({ identifier, references, sender }: CapMessage, owners: ReadonlyMap<string, readonly CapMessage[]>): string {
  const [oldest] = references.toSorted((a, b) => (a.sentMs ?? Infinity) - (b.sentMs ?? Infinity))
  const base = oldest?.identifier ?? identifier
  const isAnothers = (owners.get(base) ?? (oldest === undefined ? [] : [oldest])).every((owner) => owner.sender !== sender)
  return oldest !== undefined && isAnothers ? `${base}.${computeShortHash(sender)}` : base
}

/**
 * The warnings of one message under their keys. Areas that it ends while the warning continues in others become `endedAreas` of the
 * continuing warning; if nothing continues, the ended part is a warning of its own.
 */
function warningsOf(base: string, drafts: readonly Draft[], former: readonly KeyedGroup[], rules: CapRules): OfficialWarning[] {
  const live = drafts.filter(({ ended }) => !ended)
  const keys = assignWarningKeys(base, live.map(idsOf), former)
  const over = Map.groupBy(
    drafts.filter(({ ended }) => ended),
    (draft) => closestOf(idsOf(draft), former) ?? keys[0] ?? base,
  )
  const going = live.map((draft, index) => {
    const key = keys[index] as string
    const endedAreas = over.get(key)?.flatMap(({ areas }) => areas) ?? []
    return { ...toWarning(draft, key, rules), ...(endedAreas.length > 0 && { endedAreas }) }
  })
  const ended = [...over].flatMap(([key, all]) => {
    const [first] = all
    return first === undefined || keys.includes(key) ? [] : [toWarning(first, key, rules, { areas: all.flatMap(({ areas }) => areas) })]
  })
  return [...going, ...ended]
}

function idsOf({ areas }: Draft): readonly string[] {
  return areas.map(identifyArea)
}

/** The key of the former warning that shares most areas; if there is only one, its key in any case. */
function closestOf(areas: readonly string[], former: readonly KeyedGroup[]): string | undefined {
  const own = new Set(areas)
  const shared = (group: KeyedGroup): number => group.areas.filter((area) => own.has(area)).length
  return former.toSorted((a, b) => shared(b) - shared(a))[0]?.key
}
