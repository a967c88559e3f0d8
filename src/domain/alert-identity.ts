import { hash } from 'node:crypto'
import type { Alert } from './alert.ts'

/** An alert before it has its id. `key` is the provider's own id or the VTEC event, where there is one. */
export interface AlertDraft extends Omit<Alert, 'id'> {
  readonly key?: string
}

/** What an alert id may be made of. */
export const ALERT_ID_PATTERN = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Gives each alert of a place its id: `source-` and 128 bits of a hash over the place (`cellId`) and the key, or over the place,
 * sender, event and start. End and wording stay out of it, so that it survives refreshes, extensions and rewording; the place is in it,
 * since one event is told of differently from place to place. Equals, which are the same in all of that, share that base: the first of
 * them by text has it as its id, the others add a hash of their text, until `continueIdentities` says who had which id before. Those
 * that are equal in their text too are one alert, and become one that lasts until the latest end and covers all their areas and tags.
 * The ids do not depend on the order of the list.
 */
export function identifyAlerts(drafts: readonly AlertDraft[], cellId: number): Alert[] {
  const byBase = Map.groupBy(drafts, (draft) => baseId(draft, cellId))
  return [...byBase].flatMap(([base, equals]) => {
    const byText = Map.groupBy(equals, (draft) => draft.description)
    return fillIds(
      base,
      [...byText.values()].map((same) => merge(same, base)),
      new Set(),
    )
  })
}

/**
 * The alerts of `next` with the ids that they have had in `previous`, the list of the same place and source before: twins that come,
 * leave or are reworded change no other's id. Of equals, one whose text is as before keeps its id; the others, by their texts, take
 * over the ids that are left, since one of them is probably what was reworded; who is left then is new. Both lists must have been made
 * by `identifyAlerts`. The order of either counts for nothing; that of `next` is kept.
 */
export function continueIdentities(previous: readonly Alert[], next: readonly Alert[]): Alert[] {
  const formerByBase = Map.groupBy(previous, baseOf)
  const ids = new Map<Alert, string>()
  for (const [base, equals] of Map.groupBy(next, baseOf)) {
    const former = new Map((formerByBase.get(base) ?? []).map(({ description, id }) => [description, id]))
    const unchanged = new Set(equals.filter(({ description }) => former.has(description)))
    for (const alert of unchanged) ids.set(alert, former.get(alert.description) as string)
    const left = [...new Set(former.values()).difference(new Set(ids.values()))].toSorted()
    const changed = equals.filter((alert) => !unchanged.has(alert)).toSorted(byText)
    const heirs = changed.slice(0, left.length)
    for (const [index, alert] of heirs.entries()) ids.set(alert, left[index] as string)
    const fresh = changed.slice(left.length)
    const named = fillIds(base, fresh, new Set(ids.values()))
    for (const [index, alert] of fresh.entries()) ids.set(alert, named[index]?.id as string)
  }
  return next.map((alert) => ({ ...alert, id: ids.get(alert) ?? alert.id }))
}

/** Equals with ids that are not taken, in the order of their texts: the base for the first who can have it. */
function fillIds(base: string, equals: readonly Alert[], taken: ReadonlySet<string>): Alert[] {
  const used = new Set(taken)
  return equals.toSorted(byText).map((alert) => {
    let id = base
    // A text's own id may be held by an alert that has been reworded since.
    for (let salt = 0; used.has(id); salt++) id = `${base}${TWIN}${digest(JSON.stringify([alert.description, salt]))}`
    used.add(id)
    return { ...alert, id }
  })
}

/** Between the base that equals share and what tells them apart; in no base. */
const TWIN = '.'

function baseOf({ id }: Alert): string {
  const [base = id] = id.split(TWIN)
  return base
}

function baseId({ source, key, senderName, event, start }: AlertDraft, cellId: number): string {
  const identity = JSON.stringify(key === undefined ? [cellId, source, senderName, event, start] : [cellId, source, key])
  return `${source.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)}-${digest(identity)}`
}

const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)

function byText(a: Alert, b: Alert): number {
  return a.description < b.description ? -1 : Number(a.description > b.description)
}

/** One alert out of equal ones. No stated end outlasts every end. */
function merge(same: readonly AlertDraft[], id: string): Alert {
  const ends = same.map((draft) => draft.end)
  const latest = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null)
  const chosen = same.find((draft) => draft.end === latest) as AlertDraft
  const { key: _key, ...alert } = chosen
  return {
    ...alert,
    id,
    areas: [...new Set(same.flatMap((draft) => draft.areas))],
    tags: [...new Set(same.flatMap((draft) => draft.tags))],
    cancelled: same.every((draft) => draft.cancelled),
  }
}
