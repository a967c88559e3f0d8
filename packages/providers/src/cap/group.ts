import { identifyArea, toArea } from './area.ts'
import { getPrimaryLanguage } from './language.ts'
import { findParameter } from './level.ts'
import type { CapInfo, CapMessage } from './message.ts'

/** What a message says about one subject, in each of its languages: at least one block. */
export type InfoGroup = readonly [CapInfo, ...CapInfo[]]

/** Canada ends a warning area by area, in messages that otherwise update it. */
const LOCATION_STATUS = /^layer:EC-MSC-SMC:[\d.]+:Alert_Location_Status$/
const OVER = new Set(['ended', 'cancelled', 'transitioned_out'])

/** Whether the message says that the warning is over. Severity says nothing about that: a cancellation may still be Extreme. */
export function isEnded({ msgType }: Pick<CapMessage, 'msgType'>, { responseTypes, urgency, parameters }: CapInfo): boolean {
  const status = findParameter(parameters, LOCATION_STATUS)
  return msgType === 'Cancel' || responseTypes.includes('AllClear') || urgency === 'Past' || (status !== null && OVER.has(status))
}

/**
 * Groups the blocks of a message by subject: a message has one block per language and group of areas. Blocks of different languages belong
 * together if they differ only in language, or if they are in the same order in each language.
 */
export function groupInfos(infos: readonly CapInfo[]): InfoGroup[] {
  const byLanguage = [...Map.groupBy(infos, getPrimaryLanguage).values()]
  const paired = byLanguage.every(({ length }) => length === 1) ? [infos] : (inOrder(byLanguage) ?? bySignature(infos))
  return joined(paired.flatMap((group) => toGroup(group)))
}

function toGroup([first, ...rest]: readonly CapInfo[]): InfoGroup[] {
  return first === undefined ? [] : [[first, ...rest]]
}

/** Pairs the first blocks of all languages, the second ones, and so on; null if they do not say the same. */
function inOrder(lists: readonly (readonly CapInfo[])[]): (readonly CapInfo[])[] | null {
  const [first = [], ...others] = lists
  const isParallel = others.every(
    (list) =>
      list.length === first.length && list.every((info, index) => first[index] !== undefined && caseOf(info) === caseOf(first[index])),
  )
  return isParallel ? first.map((info, index) => [info, ...others.flatMap((list) => list[index] ?? [])]) : null
}

/** Groups blocks that say the same about the same areas; several in one language are several groups. */
function bySignature(infos: readonly CapInfo[]): (readonly CapInfo[])[] {
  const alike = Map.groupBy(infos, (info) => JSON.stringify([caseOf(info), placesOf(info)]))
  return [...alike.values()].flatMap((same) => {
    const nth = new Map<string, number>()
    const numbered = Map.groupBy(same, (info) => {
      const language = getPrimaryLanguage(info)
      nth.set(language, (nth.get(language) ?? -1) + 1)
      return nth.get(language)
    })
    return [...numbered.values()]
  })
}

/** Merges groups that differ only in their areas: some senders write a block for each area. */
function joined(groups: readonly InfoGroup[]): InfoGroup[] {
  const same = Map.groupBy(groups, (group) => JSON.stringify(group.map((info) => [caseOf(info), textsOf(info)])))
  return [...same.values()].flatMap((each) => {
    const [first] = each
    if (first === undefined) return []
    const all = first.map((info, index) => ({ ...info, areas: each.flatMap((group) => group[index]?.areas ?? []) }))
    return toGroup(all)
  })
}

function caseOf(info: CapInfo): string {
  const { severity, urgency, certainty, responseTypes, effectiveMs, onsetMs, expiresMs, parameters } = info
  const level = findParameter(parameters, 'awareness_level')
  const status = findParameter(parameters, LOCATION_STATUS)
  return JSON.stringify([severity, urgency, certainty, responseTypes.toSorted(), effectiveMs, onsetMs, expiresMs, level, status])
}

function textsOf({ language, event, headline, description, instruction }: CapInfo): readonly (string | null)[] {
  return [language, event, headline, description, instruction]
}

function placesOf({ areas }: CapInfo): readonly string[] {
  return areas.map((area) => identifyArea(toArea(area))).toSorted()
}
